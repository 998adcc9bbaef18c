"""The small mine on the first page, the last event beside it, who waits, and whether it is night where they are."""

import re
from datetime import UTC, datetime, time

import pytest

from accounts.clocks.quiet import is_night
from accounts.models import User
from games import clock
from games.models import Game, Seat
from games.rows import store
from games.rules import codec
from games.rules.state import LastLaid
from games.rules.steps import Sketch
from games.selectors.glance import glances_at
from games.services import talk
from games.tableau.thumbnail import thumbnail_of
from games.wording import event_words, waiting_words
from tests.factories import UserFactory
from tests.games.pages import get
from tests.games.tables import browser_of, do, in_position, people, seat_of

pytestmark = pytest.mark.django_db


def paths(sketch: Sketch) -> dict[str, str]:
    return dict(re.findall(r'<path class="(\w)" d="([^"]*)"/>', thumbnail_of(sketch)))


def test_a_tunnel_is_drawn_as_a_line_to_each_of_its_open_sides() -> None:
    mine = {"0,0": "start", "1,0": "EW", "2,0": "NE", "2,1": "NE~"}
    drawn = paths(Sketch(mine, {"8,0": "goal"}, LastLaid(None, "2,0")))
    assert drawn["t"] == "M1 0v2M0 1h2" + "M2 1h2" + "M5 0v1M5 1h1" + "M5 3v1M4 3h1"
    assert drawn["r"] == "M0 0h6v2h-6z" + "M4 2h2v2h-2z"
    assert drawn["g"] == "M17 1h0"
    assert drawn["l"] == "M5 1h0"


def test_a_small_mine_stands_in_the_middle_and_a_large_one_is_shown_whole() -> None:
    frame = re.compile(r'viewBox="([^"]*)"')
    small = thumbnail_of(Sketch({"0,0": "start"}, {}))
    large = thumbnail_of(Sketch({"0,0": "start", "-3,0": "EW"}, {"8,-4": "goal", "8,4": "goal"}))
    assert frame.findall(small) == ["-8 -4 18 10"]
    assert frame.findall(large) == ["-6 -8 24 18"]


@pytest.mark.parametrize("mine", [{}, {"0,0": "no card"}, {"x": "EW"}])
def test_a_mine_that_cannot_be_drawn_is_left_out(mine: dict[str, str]) -> None:
    assert thumbnail_of(Sketch(mine, {})) == ""


def test_of_a_state_only_the_mine_is_read_whatever_its_schema() -> None:
    game = in_position(3, hands={"A": ["EW"]})
    do(game, "A lay EW 1,0")
    game.refresh_from_db()
    public = store.public(game)
    assert codec.decode_sketch(game.public) == Sketch(public.mine, public.face_down, public.last_laid)
    assert public.last_laid == LastLaid(0, "1,0")
    assert store.sketch("", game.pk) is None
    assert store.sketch("{", game.pk) is None
    assert store.sketch(game.public.replace('"schema":', '"schema":9'), game.pk) is None


def test_home_shows_the_mine_and_the_last_event_for_its_reader() -> None:
    game = in_position(3, hands={"A": ["EW", "NS"], "B": ["NS"]})
    do(game, "A lay EW 1,0")
    seen_by_ann, seen_by_bo = (get(browser_of(name), "/") for name in ("Ann", "Bo"))
    sketch, (laid, *_more) = glances_at([game.pk])[game.pk]
    told_to_ann, told_to_bo = (event_words(laid, ["Ann", "Bo", "Cy"], me) or "" for me in (0, 1))
    assert told_to_ann.startswith("You laid")
    assert told_to_ann in seen_by_ann.words
    assert told_to_bo.startswith("Ann laid")
    assert told_to_bo in seen_by_bo.words
    assert sketch is not None
    assert all(str(thumbnail_of(sketch)) in page.markup for page in (seen_by_ann, seen_by_bo))
    assert "Ann and Cy wait for you" in seen_by_bo.words
    assert "wait for you" not in seen_by_ann.words


def test_table_with_an_unreadable_mine_keeps_its_emblem() -> None:
    good, bad = in_position(3, hands={"A": ["EW"]}), in_position(3, hands={"A": ["EW"]})
    Game.objects.filter(pk=bad.pk).update(public="junk")
    page = get(browser_of("Ann"), "/")
    assert page.status == 200
    assert page.markup.count('<svg class="glance"') == 1
    assert f'href="/t/{good.code}/"' in page.markup
    assert f'href="/t/{bad.code}/"' in page.markup


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ([], ""),
        (["Bo"], "Bo waits for you"),
        (["Bo", "Cy", "Dee"], "Bo, Cy and Dee wait for you"),
        (["Bo", "Cy", "Dee", "Eve"], "4 players wait for you"),
    ],
)
def test_awaited_players_are_named_while_the_list_is_short(names: list[str], words: str) -> None:
    assert waiting_words(names) == words


def test_bots_are_never_waited_for_with_a_deadline() -> None:
    ann, bo = people(2)
    in_position([ann, bo, UserFactory.create(username="Bot Flint", is_bot=True)], hands={"A": ["EW"]})
    words = get(browser_of("Ann"), "/").words
    assert "Bo waits for you" in words
    assert "Bot Flint wait" not in words


NOON, MIDNIGHT = datetime(2026, 11, 23, 12, tzinfo=UTC), datetime(2026, 11, 23, 0, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("moment", "zone", "begins", "ends", "night"),
    [
        (MIDNIGHT, "Europe/Riga", None, None, True),
        (NOON, "Europe/Riga", None, None, False),
        (NOON, "Pacific/Auckland", None, None, True),
        (MIDNIGHT, "UTC", None, None, False),
        (MIDNIGHT, "UTC", time(22), time(6), True),
        (NOON, "UTC", time(22), time(6), False),
        (NOON, "UTC", time(10), time(13), True),
        (MIDNIGHT, "Europe/Riga", time(10), time(13), False),
        (MIDNIGHT, "No/Such", time(0), time(1), True),
    ],
)
def test_it_is_night_in_quiet_hours_or_late_by_the_clock_of_a_zone(
    moment: datetime, zone: str, begins: time | None, ends: time | None, night: bool
) -> None:
    assert is_night(moment, zone, begins, ends) is night


def test_home_says_that_it_is_night_for_the_awaited_player(monkeypatch: pytest.MonkeyPatch) -> None:
    game = in_position(3, hands={"A": ["EW"]})
    seat_of(game, "Ann")
    monkeypatch.setattr(clock, "now", lambda: MIDNIGHT)
    words = "it is night there"
    bo = browser_of("Bo")
    assert words not in get(bo, "/").words
    User.objects.filter(username="Ann").update(quiet_from=time(22), quiet_until=time(7))
    assert words in get(bo, "/").words
    Seat.objects.filter(game=game, user__username="Cy").update(awaited_since=MIDNIGHT, awaited_for="turn")
    assert words not in get(bo, "/").words


def test_new_words_have_a_part_of_their_own() -> None:
    game = in_position(3, hands={"A": ["EW"]})
    talk.say(user=User.objects.get(username="Ann"), code=game.code, text="Good morning", after=0)
    assert 'id="words"' in get(browser_of("Bo"), "/").markup
    assert 'id="words"' not in get(browser_of("Ann"), "/").markup
