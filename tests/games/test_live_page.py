"""The page of a table whose people are all here, and of one that is played live: with and without JavaScript."""

import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import clock
from games.models import Game
from games.rows import pulse
from games.rules.announcements import LiveEnded
from games.tableau.poll import LIVE, SOON
from tests.games.clocks import events_of, on_turn, pass_by, tick, timed_game
from tests.games.costs import statements
from tests.games.pages import HX, get
from tests.games.playing_live import MINUTE, SECOND, answer, fresh, here, play_live
from tests.games.tables import browser_of, do, pulse_token, seat_of
from tests.games.voting import outcome

pytestmark = pytest.mark.django_db

OFFER, BACK = "Propose to play live", "Back to the usual pace"


def page(game: Game, name: str = "Ann") -> str:
    return browser_of(name).get(reverse("games:table", args=[game.code])).content.decode()


def asked_next(game: Game, name: str, **query: str) -> str:
    """The answer to a player's page that polls for news."""
    address = reverse("games:pulse", args=[game.code, pulse_token(game, name)])
    return Client().get(address, {"v": str(fresh(game).version), "n": "3", **query}).content.decode()


def test_the_offer_is_there_while_all_are_here_and_says_nothing_otherwise() -> None:
    game = timed_game(3)
    for names, offered in ((("Bo",), False), (("Bo", "Cy"), True), ((), False)):
        here(game, names)  # and Ann, who looks
        markup = page(game)
        assert (OFFER in markup, "The table: everyone is here" in markup) == (offered, offered)


def test_live_play_is_agreed_and_ended_by_plain_forms() -> None:
    game = timed_game(3)
    table = reverse("games:table", args=[game.code])
    people = {name: browser_of(name) for name in ("Ann", "Bo", "Cy")}
    here(game)
    asked = people["Ann"].post(reverse("games:ask", args=[game.code]), {"matter": "live"})
    assert (asked.status_code, asked["Location"]) == (303, table)
    assert OFFER not in page(game)
    for name in ("Bo", "Cy"):
        markup = page(game, name)
        assert "Ann proposes to play live for an hour: 60 seconds a decision." in markup
        motion = re.search(r'name="motion" value="(\d+)"', markup)
        assert motion
        people[name].post(reverse("games:vote", args=[game.code]), {"motion": motion[1], "choice": "yes"})
    assert outcome(game, "live") == "yes"
    for name in people:
        markup = page(game, name)
        assert "Live: 60 seconds a decision" in markup
        assert "The table is live: 60 seconds a decision, for at most an hour." in markup
        assert BACK in markup
        assert OFFER not in markup
    assert people["Cy"].get(reverse("games:days", args=[game.code]))["Location"] == table
    back = people["Cy"].post(reverse("games:days", args=[game.code]))
    assert (back.status_code, back["Location"]) == (303, table)
    markup = page(game)
    assert "The table is back to its usual pace." in markup
    assert "Live:" not in markup
    assert "until " in markup


def test_seconds_left_show_on_the_page_and_end_with_the_minute() -> None:
    game = timed_game(3)
    play_live(game)
    pass_by(20 * SECOND)
    left = re.search(r'data-left="(\d+)" data-words="Live: (\d+) s"', page(game))
    assert left
    assert 35 <= int(left[1]) == int(left[2]) <= 41
    pass_by(MINUTE)  # its end is not noted yet
    markup = page(game)
    assert "data-left" not in markup
    assert "until " in markup
    plan = browser_of("Bo").get(reverse("games:plan", args=[game.code]))
    assert plan.status_code in (200, 303)


def test_open_page_follows_whether_all_are_here() -> None:
    game = timed_game(3)
    here(game, ("Ann", "Bo"))
    assert f"every {SOON}s" in asked_next(game, "Ann")
    assert 'hx-trigger="load' not in asked_next(game, "Ann")
    here(game)
    assert 'hx-trigger="load' in asked_next(game, "Ann")
    assert 'hx-trigger="load' not in asked_next(game, "Ann", here="1")
    assert 'hx-trigger="load' not in asked_next(game, "Ann", plan="1")
    cache.delete(pulse.view_key(game.pk, seat_of(game, "Cy").user_id))
    assert 'hx-trigger="load' in asked_next(game, "Bo", here="1")


def test_a_page_that_shows_the_offer_asks_with_it_and_keeps_what_is_chosen() -> None:
    game = timed_game(3)
    here(game)
    client = browser_of("Ann")
    asked = re.search(r'id="pulse"\s+hx-get="([^"]+)"', client.get(f"/t/{game.code}/").content.decode())
    assert asked
    assert asked[1].endswith("&amp;here=1")
    again = client.get(asked[1].replace("&amp;", "&")).content.decode()
    assert "here=1" in again
    assert 'hx-trigger="load' not in again


def test_an_unchanged_pulse_costs_no_statement_while_all_are_here() -> None:
    game = timed_game(3)
    here(game)
    address = reverse("games:pulse", args=[game.code, pulse_token(game, "Ann")])
    asked = f"{address}?v={game.version}&n=3&here=1"
    Client().get(asked)
    with CaptureQueriesContext(connection) as queries:
        answered = Client().get(asked)
    assert len(queries.captured_queries) == 0
    assert len(answered.content) <= 400


def test_the_page_costs_no_statement_more_and_a_move_of_a_live_table_ten() -> None:
    game = timed_game(3)
    play_live(game)
    answer(game, SECOND)
    here(game)
    seat = on_turn(game)
    client, table = browser_of(seat.user), reverse("games:table", args=[game.code])
    confirm = get(client, get(client, f"{table}?mode=discard").hand()[0]["href"])
    assert len(statements(client, table)) == 6
    assert confirm.play
    here(game)
    costs = statements(client, confirm.play.action, confirm.play.values(), forget=False)
    assert len(costs) <= 10, "\n".join(text[:150] for text in costs)
    assert fresh(game).live_since is not None


def test_a_move_with_which_a_table_falls_back_costs_ten_statements_too() -> None:
    game = timed_game(3)
    play_live(game)
    seat = on_turn(game)
    client, table = browser_of(seat.user), reverse("games:table", args=[game.code])
    confirm = get(client, get(client, f"{table}?mode=discard").hand()[0]["href"])
    assert confirm.play
    costs = statements(client, confirm.play.action, confirm.play.values())  # the cache forgets who is here
    assert len(costs) <= 10, "\n".join(text[:150] for text in costs)
    assert fresh(game).live_since is None


def test_open_pages_of_a_live_table_ask_every_two_seconds_and_then_as_ever() -> None:
    game = timed_game(3)
    play_live(game)
    assert f"every {LIVE}s" in asked_next(game, "Bo")
    assert f"every {LIVE}s" in browser_of("Bo").get(f"/t/{game.code}/", headers=HX).content.decode()
    pass_by(2 * MINUTE)
    tick()
    assert len(events_of(game, LiveEnded)) == 1
    assert f"every {LIVE}s" not in asked_next(game, "Bo")


def test_a_seat_that_rests_need_not_be_here_for_the_offer() -> None:
    game = timed_game(3)
    do(game, "= bot C")
    here(game, ["Ann"])
    assert OFFER not in page(game)
    here(game, ["Ann", "Bo"])
    assert OFFER in page(game)


def test_live_table_shows_no_seat_as_late() -> None:
    game = timed_game(3)
    play_live(game)
    seat = on_turn(game)
    assert seat.due_at is not None
    assert seat.due_at > clock.now()
    assert "overdue" not in page(game, "Bo")
