"""What happened since one's last turn is a list on the page of a table; what was done to the reader is marked."""

import pytest
from django.urls import reverse

from games import clock
from games.models import Deal, Joining
from games.rules.announcements import SteppedIn, TableOpened, TimeGiven
from games.rules.events import Announced, Detoured, Drew, GotHand, Laid, NewRole, Passed, Played, RoundBegan, Vetoed
from games.selectors import table as table_selectors
from games.selectors.table import LoggedMove, Place
from games.tableau import history
from games.tableau.people import marks_of
from tests.e2e.stages import story
from tests.factories import UserFactory
from tests.games.pages import HX, Page, get
from tests.games.tables import browser_of, do, in_position, play_on, running_game, seat_of

NAMES = ("Ann", "Bo", "Cy")


def panel(page: Page) -> str:
    """The panel as it stands on a page; "" where there is none."""
    _before, _id, rest = page.markup.partition('<section id="since"')
    return rest.partition("</section>")[0]


def table_of(name: str, code: str, query: str = "", **headers: str) -> Page:
    return get(browser_of(name), reverse("games:table", args=[code]) + query, **headers)


def leading(*steps: LoggedMove, since: int | None = 0) -> list[str]:
    found = history.since_of(steps, NAMES, 0, since)
    return [line.words for line in found.lines] if found else []


def step(seq: int, *events: object, whispers: tuple[object, ...] = ()) -> LoggedMove:
    return LoggedMove(seq, None, clock.now(), events, whispers)  # type: ignore[arg-type]


@pytest.mark.django_db
def test_the_story_since_the_last_turn_is_listed_oldest_first() -> None:
    story(code="story")
    page = table_of("Ann", "story")
    shown = panel(page)
    assert 'popovertarget="since"' in page.markup
    assert "Since your last turn" in shown
    assert [shown.count(f'data-who="{seat}"') for seat in range(5)] == [0, 1, 1, 1, 1]
    assert shown.index("Bo broke") < shown.index("Cy repaired") < shown.index("Dee laid") < shown.index("Flint broke")
    assert 'data-at="6,2"' in shown
    assert shown.index('data-to="2"') < shown.index("#a-break-pickaxe")
    assert panel(table_of("Ann", "story", **HX))


@pytest.mark.django_db
def test_a_broken_and_a_mended_tool_of_mine_are_marked() -> None:
    hands = {"A": ["EW", "map"], "B": ["break:cart"], "C": ["repair:cart"], "D": ["EW"], "E": ["map"]}
    game = in_position(5, code="mine", hands=hands)
    do(game, "A pass map", "B break:cart A", "C repair:cart A", "D lay EW 1,0", "E pass map")
    shown = panel(table_of("Ann", "mine"))
    assert shown.count('class="to-me"') == 2
    assert shown.index("Bo broke") < shown.index("Cy ") < shown.index("Dee laid") < shown.index("Eve discarded 1 card")


@pytest.mark.django_db
def test_summary_has_no_button_while_a_card_is_chosen_and_for_spectators() -> None:
    story(code="story", joining=Joining.ANYONE)
    idle, button = table_of("Ann", "story"), 'popovertarget="since" data-key'
    assert button in idle.markup
    assert button not in get(browser_of("Ann"), idle.hand()[0]["href"]).markup
    assert not panel(get(browser_of(UserFactory.create(username="Zed")), reverse("games:table", args=["story"])))
    do(story(code="other"), "A lay NESW 7,2")
    assert not panel(table_of("Ann", "other"))


@pytest.mark.django_db
def test_player_before_their_first_move_reads_the_whole_round() -> None:
    hands = {"A": ["map"], "B": ["break:cart"], "C": ["EW"]}
    game = in_position(3, code="new", hands=hands)
    assert not any(panel(table_of(name, "new")) for name in NAMES)
    do(game, "A pass map", "B break:cart C")
    shown = panel(table_of("Cy", "new"))
    assert "Since the round started" in shown
    assert shown.index("Ann discarded 1 card") < shown.index("broke your cart")
    assert shown.count("<li") == 2
    assert "Since your last turn" in panel(table_of("Ann", "new"))


@pytest.mark.parametrize(
    "expected",
    [
        step(1, whispers=(NewRole(role="saboteur"),)),
        step(1, whispers=(GotHand(cards=("map",)),)),
        step(1, TableOpened(by="Rita")),
        step(1, SteppedIn(by="Rita")),
        step(1, Played(seat=1, card="break:cart", target=0)),
        step(1, Laid(seat=1, card="EW", at="1,0", payer=0)),
        step(1, TimeGiven(seat=0, hours=3)),
    ],
)
def test_events_about_me_are_marked_whatever_followed(expected: LoggedMove) -> None:
    later = [step(seq, Passed(seat=1, count=1)) for seq in (9, 8, 7, 6, 5)]
    found = history.since_of((*later, expected), NAMES, 0, 0)
    assert found
    assert [line.to_me for line in found.lines] == [True] + 5 * [False]


@pytest.mark.parametrize(
    "expected",
    [step(1, Played(seat=1, card="break:cart", target=2)), step(1, whispers=(Drew(cards=("map",)),))],
)
def test_events_about_others_are_not_marked(expected: LoggedMove) -> None:
    later = [step(seq, Passed(seat=1, count=1)) for seq in (9, 8, 7)]
    found = history.since_of((*later, expected), NAMES, 0, 0)
    assert found
    assert [line.to_me for line in found.lines] == 4 * [False]


def test_since_shows_what_happened_to_me_after_my_move_only() -> None:
    broken = [step(seq, Played(seat=1, card="break:cart", target=0)) for seq in (9, 8, 7, 6, 5)]
    assert len(leading(*broken)) == 5
    assert len(leading(*broken, since=6)) == 3
    assert leading(step(10, Passed(seat=1, count=1)), *broken) == [*leading(*broken), "Bo discarded 1 card."]
    assert leading(*broken, since=9) == []
    assert leading(*broken, since=None) == []
    assert leading(*broken, step(4, RoundBegan(round=1, first=0)), since=None) == leading(*broken, since=4)


def test_r94_whispers_are_not_written_to_logs() -> None:
    history._open_lines.cache_clear()
    leading(step(1, whispers=(GotHand(cards=("map",)),)))
    assert history._open_lines.cache_info().currsize == 0
    leading(step(1, Passed(seat=1, count=1)))
    assert history._open_lines.cache_info().currsize == 1


# -- what players did last


def acts(*steps: LoggedMove) -> dict[int, tuple[str, str]]:
    return {seat: (act.words, act.laid) for seat, act in history.last_acts_of(steps, NAMES, 0).items()}


def test_the_last_deed_of_each_is_the_newest_that_all_saw_in_this_round() -> None:
    expected = (
        step(9, Passed(seat=1, count=1), whispers=(Drew(cards=("map",)),)),
        step(8, Laid(seat=0, card="EW", at="1,0", turned=True), TimeGiven(seat=2, hours=3)),
        step(7, Laid(seat=1, card="NS", at="2,0")),
        step(6, RoundBegan(round=2, first=0), Played(seat=2, card="map", at=("8,0",))),
        step(5, Laid(seat=2, card="NE", at="3,0")),
    )
    assert acts(*expected) == {
        0: ("You laid the straight tunnel at M1.", "EW~"),
        1: ("Bo discarded 1 card.", ""),
        2: ("Cy looked at M8 with a map.", "map"),
    }


def test_veto_belongs_to_its_player() -> None:
    expected = (
        step(3, Vetoed(seat=1, by=2, card="rockfall", at=("1,0",))),
        step(2, Announced(seat=1, card="rockfall")),
    )
    assert {seat: laid for seat, (_words, laid) in acts(*expected).items()} == {2: "veto", 1: "rockfall"}


def test_detour_belongs_to_its_player_and_shows_the_public_card() -> None:
    expected = (
        step(3, Detoured(seat=1, card="NE", was="1,0", at="2,0", turned=True)),
        step(2, Passed(seat=1, count=1)),
    )
    assert {seat: laid for seat, (_words, laid) in acts(*expected).items()} == {1: "detour"}


def test_names_that_begin_alike_have_distinct_marks() -> None:
    assert marks_of(["Ann", "Bo", "Bea", "Bot Flint", "Bot Amber"]) == ["A", "Bo", "Be", "BF", "BA"]
    assert marks_of(["Al", "al", "A"]) == ["Al", "A2", "A3"]
    assert len(set(marks_of([f"Bot {name}" for name in ("Flint", "Fern", "Fox", "Fir")]))) == 4


@pytest.mark.django_db
def test_summary_of_a_round_begins_with_its_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_selectors, "LOG_LENGTH", 1)
    game = running_game(3)
    while Deal.objects.filter(game=game).count() < 3:
        play_on(game, 10)
    play_on(game, 5)
    dealt = Deal.objects.filter(game=game).order_by("seq").last()
    assert dealt
    expected = table_selectors.log_of_round(Place(game, seat_of(game, "Ann")))
    assert [step.seq for step in expected] == list(range(game.seq, dealt.seq - 1, -1))


def test_votes_and_outages_are_listed_apart_and_are_no_steps() -> None:
    expected = (step(3, TableOpened(by="Rita")), step(2, TimeGiven(seat=0, hours=3)), step(1, Passed(seat=1, count=1)))
    found = history.since_of(expected, NAMES, 0, 0)
    assert found
    assert [line.words for line in found.steps] == ["Bo discarded 1 card."]
    assert [line.to_me for line in found.apart] == [True, True]
    assert found.length == 1
    only = history.since_of(expected[:2], NAMES, 0, 0)
    assert only
    assert (only.steps, only.length) == ([], 2)


# -- what moves


def test_moves_are_the_last_three_of_the_round_oldest_first() -> None:
    expected = (
        step(9, Laid(seat=2, card="EW", at="3,0")),
        step(8, Played(seat=1, card="repair:cart", target=0), Passed(seat=0, count=1)),
        step(7, Played(seat=1, card="break:cart", target=0)),
        step(6, Laid(seat=0, card="EW", at="2,0"), whispers=(Drew(cards=("map",)),)),
        step(5, Laid(seat=2, card="EW", at="1,0")),
    )
    moves = history.moves_of(expected)
    assert moves == [(6, 0, "2,0", None, ""), (7, 1, "", 0, "cart"), (9, 2, "3,0", None, "")]
    assert history.moves_of((expected[0], step(8, RoundBegan(round=2, first=0)), *expected[1:])) == moves[2:]
