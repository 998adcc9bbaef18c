"""What an open page fetches by itself: news soon after a word, words about time once they are untrue, the way out."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import clock
from games.models import Game, Seat
from games.rows import store
from games.rules import claims
from games.services import lobby, talk
from games.tableau.poll import SELDOM, SOON
from games.views.home import HOUR as AN_HOUR
from games.views.home import SOONEST, untrue_in
from tests.factories import UserFactory
from tests.games.clocks import HOUR, due, on_turn, pass_by, timed_game
from tests.games.pages import HX
from tests.games.tables import browser_of, open_game, pulse_token, seat_of

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 5, 6, 12, tzinfo=UTC)


def user_of(game: Game, name: str) -> User:
    return seat_of(game, name).user


def page(game: Game, name: str = "Ann") -> str:
    return browser_of(user_of(game, name)).get(reverse("games:table", args=[game.code])).content.decode()


def delay(markup: str) -> int:
    """In how many seconds a page asks for news."""
    found = re.search(r'hx-trigger="every (\d+)s', markup)
    assert found
    return int(found[1])


def rest(markup: str) -> int:
    """In how many seconds a page fetches again what it says of time."""
    found = re.search(r'data-untrue-in="(\d+)"', markup)
    assert found
    return int(found[1])


# -- how soon


def test_a_quiet_table_is_lively_again_after_a_word() -> None:
    game = timed_game(3)
    pass_by(HOUR)
    assert delay(page(game)) == SELDOM
    talk.say(user=user_of(game, "Bo"), code=game.code, text="Who has a map?")
    assert delay(page(game)) == SOON
    pass_by(timedelta(minutes=11))
    assert delay(page(game)) == SELDOM


def test_a_quiet_table_is_lively_again_after_a_claim() -> None:
    game = timed_game(3)
    pass_by(HOUR)
    said = next(iter(claims.offered(store.public(Game.objects.get(pk=game.pk)), 1)))
    talk.claim(user=user_of(game, "Bo"), code=game.code, claim=said)
    for name in ("Ann", "Bo"):
        assert delay(page(game, name)) == SOON


# -- words about time


def test_table_reloads_itself_when_less_time_is_left() -> None:
    game = timed_game(3)
    pass_by(HOUR + timedelta(minutes=20))
    left = due(on_turn(game)) - clock.now()
    markup = page(game)
    assert 0 < rest(markup) <= 40 * 60
    pass_by(left - timedelta(seconds=30))
    assert rest(page(game)) <= 30
    pass_by(timedelta(seconds=31))
    assert "time’s up" in (markup := page(game))
    assert rest(markup) <= 60


def test_a_table_without_a_clock_follows_how_long_ago_the_last_move_was() -> None:
    game = timed_game(3)
    Seat.objects.filter(game=game).update(due_at=None)
    assert rest(page(game)) == 300
    pass_by(3 * HOUR + timedelta(minutes=30))
    assert 29 * 60 <= rest(page(game)) <= 30 * 60


def test_home_reloads_its_lists_when_less_time_is_left() -> None:
    game = timed_game(3)
    name = on_turn(game).user.username
    pass_by(due(on_turn(game)) - clock.now() - timedelta(minutes=30, seconds=30))
    assert SOONEST <= rest(browser_of(user_of(game, name)).get("/").content.decode()) <= 30


@pytest.mark.parametrize(("moment", "seconds"), [(None, AN_HOUR), (NOON, SOONEST), (NOON + 2 * HOUR, AN_HOUR)])
def test_home_fetches_its_lists_neither_at_once_nor_never(moment: datetime | None, seconds: int) -> None:
    assert untrue_in(moment, NOON) == seconds


# -- the way out


def asked(client: Client, address: str) -> tuple[str, list[str]]:
    """Where an open page is led that asks for news, and what is said there."""
    answer = client.get(address, headers=HX)
    assert answer.status_code == 200
    return answer["HX-Redirect"], [str(said) for said in get_messages(answer.wsgi_request)]


def test_page_whose_seat_is_gone_goes_home_with_a_reason() -> None:
    game = timed_game(3)
    zed, bo = UserFactory.create(username="Zed"), user_of(game, "Bo")
    address = reverse("games:pulse", args=[game.code, pulse_token(game, "Bo")])
    Seat.objects.filter(game=game, user=bo).update(user=zed)
    client = browser_of(bo)
    assert asked(client, address) == ("/", ["You’ve left that table."])
    assert "You’ve left that table." in client.get("/").content.decode()
    assert browser_of(bo).get(address).status_code == 404


def test_a_page_whose_seat_moved_is_led_to_the_table() -> None:
    game = timed_game(3)
    address = reverse("games:pulse", args=[game.code, pulse_token(game, "Bo")])
    dead = address.replace(pulse_token(game, "Bo"), pulse_token(game, "Cy"))
    bo = browser_of(user_of(game, "Bo"))
    zed = UserFactory.create(username="Zed")
    Seat.objects.filter(game=game, user=user_of(game, "Cy")).update(user=zed)
    assert asked(bo, dead) == (f"/t/{game.code}/", [])


def test_page_for_users_redirects_to_log_in_and_back() -> None:
    game = timed_game(3)
    answer = Client().get(reverse("games:pulse", args=[game.code, "forged"]), headers=HX)
    assert answer["HX-Redirect"].startswith("/accounts/login/?next=")


def test_removed_player_is_led_home_from_the_lobby() -> None:
    game = open_game(4)
    cy = user_of(game, "Cy")
    lobby.remove(host=user_of(game, "Ann"), code=game.code, user=cy)
    assert asked(browser_of(cy), reverse("games:seats", args=[game.code])) == (
        "/",
        ["You’ve left that table."],
    )
