"""The end of a round is shown once to everybody who sat there, before anything that came after it."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Deal, Game, Invitation, Joining, Seat
from games.rules.events import Laid, Played, PublicEvent, RoundEnded, Swapped, Vetoed
from games.rules.table import Ruleset
from games.selectors import course
from games.selectors.table import Place
from games.services import leaving
from games.tableau.ceremony import story_of
from tests.factories import UserFactory
from tests.games.costs import statements
from tests.games.pages import HX, Page, get, go_on
from tests.games.tables import browser_of, do, in_position, pulse_token, seat_of

NAMES = ("Ann", "Bo", "Cy")
WAY = {f"{x},0": "EW" if x % 2 else "NESW" for x in range(1, 7)}
ROLES = {"A": "digger", "B": "saboteur", "C": "digger"}
LAST = "A lay NESW 7,0"


def table(rounds: int = 3, **script: Any) -> Game:
    """A table of two diggers and Bo whose round 1 is over by Ann's last card."""
    hands = {"A": ["NESW"], "B": ["map"], "C": ["map"]}
    more = {"ruleset": Ruleset(rounds=rounds), "hands": hands, "roles": ROLES, "gold_cards": [3, 1, 2], **script}
    game = in_position(3, code="end", goals={"8,0": "gold"}, mine=WAY, **more)
    do(game, LAST)
    return game


def where(name: str, address: str = "/t/end/", **headers: str) -> str:
    answer = browser_of(name).get(address, headers=headers or None)
    return str(answer.get("Location") or answer.get("HX-Redirect") or answer.status_code)


def ways_on(page: Page) -> list[str]:
    """The buttons by which a player goes on from the end of a round."""
    return [button.text.strip() for button in page.forms["on"].buttons if button["name"] == "round"]


@pytest.mark.django_db
def test_player_is_led_to_the_end_of_the_round_until_they_go_on() -> None:
    table()
    for name in NAMES:
        assert where(name) == where(name, **HX) == "/t/end/round/1/"
    bo = browser_of("Bo")
    assert bo.get("/t/end/round/1/").status_code == 200
    assert where("Bo") == "/t/end/round/1/"
    answer = bo.post("/t/end/on", {"round": "1"})
    assert (answer.status_code, answer["Location"]) == (303, "/t/end/")
    assert "Round 2 of 3" in get(bo, "/t/end/").words
    assert [where(name) for name in NAMES] == ["/t/end/round/1/", "200", "/t/end/round/1/"]


@pytest.mark.examples(3)
@pytest.mark.django_db
@pytest.mark.parametrize("page", ["", "words/", "log/", "log/?before=99", "plan/", "?mode=discard", "?card=nobody"])
def test_nothing_of_the_next_round_shows_before(page: str) -> None:
    table()
    assert where("Bo", f"/t/end/{page}") == "/t/end/round/1/"


@pytest.mark.django_db
def test_a_move_that_came_too_late_is_answered_at_the_end_of_the_round() -> None:
    game = table()
    bo = browser_of("Bo")
    late = bo.post("/t/end/move", {"seq": game.seq - 1, "key": "k", "mode": "discard", "card": "x"})
    assert (late.status_code, late["Location"]) == (303, "/t/end/round/1/")
    assert "The round ended first, so nothing was played." in get(bo, late["Location"]).words


@pytest.mark.django_db
def test_look_writes_nothing_and_takes_no_lock() -> None:
    game = table()
    rows = list(Seat.objects.order_by("pk").values())
    with CaptureQueriesContext(connection) as queries:
        for name in NAMES:
            get(browser_of(name), "/t/end/round/1/")
    assert not [one["sql"] for one in queries.captured_queries if "games_" in one["sql"] and "UPDATE" in one["sql"]]
    assert list(Seat.objects.order_by("pk").values()) == rows
    version = Game.objects.get(pk=game.pk).version
    browser_of("Bo").post("/t/end/on", {"round": "1"})
    assert Game.objects.get(pk=game.pk).version == version
    do(game, f"B pass {seat_of(game, 'Bo').hand.split()[0]}")
    assert where("Ann") == "/t/end/round/1/"


@pytest.mark.django_db
def test_a_round_that_is_not_over_is_not_marked_as_shown() -> None:
    game = table()
    for sent in ("2", "99", "x", "", "-1"):
        browser_of("Ann").post("/t/end/on", {"round": sent})
    assert seat_of(game, "Ann").seen_round == 1
    for sent in ("x", "0", "100"):
        bo = browser_of("Bo")
        assert bo.post("/t/end/on", {"round": sent})["Location"] == "/t/end/"
        assert "There’s no such round." in get(bo, "/t/end/round/1/").words
    assert seat_of(game, "Bo").seen_round == 0


@pytest.mark.django_db
def test_missed_rounds_are_shown_in_turn_or_skipped_at_once() -> None:
    game = table()
    do(game, "= end")
    page = get(browser_of("Ann"), where("Ann"))
    assert ways_on(page) == ["See the end of round 2", "Skip all of this"]
    browser_of("Ann").post("/t/end/on", {"round": "1"})
    assert where("Ann") == "/t/end/round/2/"
    page = get(browser_of("Ann"), "/t/end/round/2/")
    assert ways_on(page) == ["Go to the scores"]
    assert "Scores" in go_on(browser_of("Ann"), "end").words
    browser_of("Cy").post("/t/end/on", {"round": "2"})
    assert where("Cy") == "200"


@pytest.mark.django_db
def test_the_last_round_of_a_game_is_shown_before_its_scores() -> None:
    table(rounds=1)
    assert where("Cy") == "/t/end/round/1/"
    assert "Go to the scores" in get(browser_of("Cy"), "/t/end/round/1/").words
    assert "Podium" in go_on(browser_of("Cy"), "end").markup


@pytest.mark.django_db
def test_end_moves_until_it_was_seen_and_is_still_later() -> None:
    table()
    cy = browser_of("Cy")
    due = get(cy, "/t/end/round/1/")
    assert 'class="round-end plays"' in due.markup
    assert "#now" in due.to("#now")
    go_on(cy, "end")
    later = get(cy, "/t/end/round/1/")
    assert 'class="round-end"' in later.markup
    assert "on" not in later.forms
    assert later.to("#now") == []
    for words in ("You won · 1 gold card", "Who was who", "Ann"):
        assert words in due.words
        assert words in later.words


@pytest.mark.django_db
def test_step_opened_from_the_end_marks_the_end_as_seen() -> None:
    game = table()
    bo = browser_of("Bo")
    page = get(bo, "/t/end/round/1/")
    steps = [button["value"] for button in page.forms["on"].buttons if button["name"] == "step"]
    assert str(game.seq) in steps
    assert where("Bo", f"/t/end/round/1/{game.seq}") == "/t/end/round/1/"
    answer = bo.post("/t/end/on", page.forms["on"].values(step=game.seq))
    assert (answer.status_code, answer["Location"]) == (303, f"/t/end/round/1/{game.seq}")
    assert where("Bo", answer["Location"]) == "200"
    assert where("Bo") == "200"
    for wrong in ("x", "-1", "1.5"):
        assert browser_of("Cy").post("/t/end/on", {"round": "1", "step": wrong})["Location"] == "/t/end/"
    assert seat_of(game, "Cy").seen_round == 0


@pytest.mark.django_db
def test_spectator_may_look_and_is_not_redirected() -> None:
    game = table()
    Game.objects.filter(pk=game.pk).update(joining=Joining.ANYONE)
    UserFactory.create(username="Zed")
    assert where("Zed") == "200"
    page = get(browser_of("Zed"), "/t/end/round/1/")
    assert "on" not in page.forms
    assert "nugget" not in page.words
    assert browser_of("Zed").post("/t/end/on", {"round": "1"}).status_code == 404


@pytest.mark.django_db
def test_new_player_is_not_led_to_earlier_rounds() -> None:
    game = table()
    later = game.created_at.replace(year=game.created_at.year + 1)
    Invitation.objects.create(game=game, token="a-seat", seat=1, by=seat_of(game, "Ann").user, expires_at=later)
    leaving.take_over(user=UserFactory.create(username="Zed"), token="a-seat")
    assert where("Zed") == "/t/end/deal/"
    assert where("Ann") == "/t/end/round/1/"


@pytest.mark.django_db
@pytest.mark.parametrize("rounds", [1, 3])
def test_neither_an_open_page_nor_a_list_tells_how_it_ended(rounds: int) -> None:
    game = table(rounds=rounds)
    polled = get(browser_of("Bo"), f"/t/end/pulse/{pulse_token(game, 'Bo')}?v=1&n=1")
    assert 'hx-get="/t/end/' in polled.markup
    home = get(browser_of("Bo"), "/")
    assert game.name in home.words
    for page in (polled, home):
        # Scripts bear the sentences about failed requests, which are the same on every page.
        markup = re.sub(r"<script\b[^>]*>", "", page.markup)
        for words in ("wins", "won", "nugget", "reached", "digger", "Ann joined"):
            assert words not in markup


@pytest.mark.django_db
def test_gold_or_theft_question_follows_the_end_of_the_round() -> None:
    table(ruleset=Ruleset(rounds=2, gold_draft="hand"))
    assert where("Ann") == "/t/end/round/1/"
    page = get(browser_of("Ann"), "/t/end/round/1/")
    assert "Go to the table" in page.words
    asked = go_on(browser_of("Ann"), "end")
    assert asked.answers == ["3", "1"]
    do(Game.objects.get(code="end"), "A choose 3")
    assert where("Ann") == "200"


# -- what is told


def page_of(name: str, **headers: str) -> Page:
    return get(browser_of(name), "/t/end/round/1/", **headers)


@pytest.mark.django_db
def test_the_page_tells_the_last_card_looks_and_harm() -> None:
    hands = {"A": ["map", "NESW"], "B": ["break:cart", "map"], "C": ["repair:cart", "break:lantern", "map"]}
    game = in_position(3, code="end", goals={"8,0": "gold"}, mine=WAY, roles=ROLES, hands=hands)
    do(game, "A map 8,2", "B break:cart C", "C repair:cart C", LAST)
    words = page_of("Cy").words
    assert "Ann laid the crossing at" in words
    assert "Ann looked at O8 with a map." in words
    assert "Bo broke your cart." in words
    assert "repaired" not in words.split("Who stopped who")[1].split("The mine")[0]
    assert "Ann broke" not in words


def test_a_veto_takes_away_a_look_and_swapping_is_one() -> None:
    events: list[PublicEvent] = [
        Vetoed(seat=0, by=1, card="map", at=("8,0",)),
        Played(seat=2, card="swap-goals", at=("8,0", "8,2")),
        Swapped(seat=2, at=("8,0", "8,2")),
        Laid(seat=1, card="NE", at="1,0", turned=True),
        RoundEnded(round=1, reason="hands-empty", connector=None, winners=(), roles=("digger",) * 3),
        Played(seat=0, card="map", at=("8,0",)),
    ]
    story = story_of(events, NAMES, None)
    assert len(story.looks) == 1
    assert story.card == "NE~"
    assert story.last.startswith("Bo laid")
    assert story.harms == ()


@pytest.mark.django_db
def test_gold_of_all_rounds_is_shown_when_the_game_is_over() -> None:
    game = table(rounds=2)
    assert "3 nuggets" not in page_of("Bo").words
    assert "1 gold card" in page_of("Bo").words
    do(game, "= end")
    for name in NAMES:
        words = page_of(name).words
        assert "gold card" not in words
        assert "3 nuggets" in words


@pytest.mark.django_db
@pytest.mark.parametrize("draft", ["auto", "hand"])
def test_r24_gold_cards_of_others_stay_secret_while_the_game_runs(draft: str) -> None:
    table(ruleset=Ruleset(rounds=2, gold_draft=draft))
    if draft == "hand":
        do(Game.objects.get(code="end"), "A choose 3")
    assert "nugget" not in page_of("Bo").words
    assert "3 nuggets" in page_of("Ann").words
    assert "3 nuggets" not in page_of("Cy").words


@pytest.mark.django_db
def test_gold_with_the_next_deal_belongs_to_its_own_round() -> None:
    game = table()
    assert Deal.objects.get(game=game, round=2).seq == game.seq
    place = Place(game, seat_of(game, "Ann"))
    assert [len(course.of_round(place, number).gold) for number in (1, 2)] == [1, 0]


# -- what it costs


@pytest.mark.django_db
@pytest.mark.parametrize("over", [False, True])
def test_end_of_a_round_costs_six_statements_and_of_a_game_eight(over: bool) -> None:
    game = table(rounds=1 if over else 3)
    ann = browser_of("Ann")
    assert len(statements(ann, "/t/end/round/1/")) == 6
    assert len(statements(ann, "/t/end/")) <= 4
    go_on(ann, "end")
    assert len(statements(ann, "/t/end/")) == (8 if over else 6)
    assert game.code == "end"
