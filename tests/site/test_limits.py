"""A client that sends too much is told to wait, at every address, and no other client is."""

from typing import Any

import pytest
from django.db import connection
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django.fixtures import Settings

from accounts.models import User
from games.models import Move
from saboteur_site.web import limits, rates
from saboteur_site.web.rates import RATES, Rate
from tests.factories import UserFactory
from tests.games.pages import HX, get
from tests.games.tables import awaited, browser_of, running_game

pytestmark = pytest.mark.django_db

MOST = 3


@pytest.fixture
def ann(db: None) -> User:
    return UserFactory.create(username="Ann")


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rate of all writing that a test can use up."""
    monkeypatch.setitem(rates.RATES, "write", Rate(MOST, 60))


def discard(client: Client, table: str) -> tuple[str, dict[str, str]]:
    """Where a move is sent, and what: a card of the hand is discarded."""
    confirm = get(client, get(client, f"{table}?mode=discard").hand()[0]["href"])
    assert confirm.play
    return confirm.play.action, confirm.play.values()


def test_moves_that_come_too_often_are_not_played(few: None) -> None:
    game = running_game(3)
    seat, table = awaited(game), reverse("games:table", args=[game.code])
    client = browser_of(seat.user)
    address, form = discard(client, table)
    for _ in range(MOST):
        assert client.post(address, {}).status_code == 422
    before = Move.objects.count()
    response = client.post(address, form)
    assert response.status_code == 429
    assert 0 < int(response["Retry-After"]) <= 60
    assert "Not so fast" in response.content.decode()
    assert Move.objects.count() == before
    other = next(seat for seat in game.seats.select_related("user") if seat.user != awaited(game).user)
    assert browser_of(other.user).post(address, {}).status_code == 422


def test_a_part_of_a_page_is_answered_with_a_part(few: None) -> None:
    game = running_game(3)
    client, address = browser_of("Ann"), reverse("games:move", args=[game.code])
    table = f"http://testserver/t/{game.code}/"
    for _ in range(MOST):
        client.post(address, {})
    response = client.post(address, {}, headers={**HX, "HX-Current-URL": table})
    assert (response.status_code, response["HX-Retarget"], response["HX-Push-Url"]) == (429, "body", "false")
    text = response.content.decode()
    assert "<html" not in text
    assert "That came too often" in text
    assert f'href="/t/{game.code}/"' in text
    assert int(response["Retry-After"]) > 0


def test_reading_is_not_counted(few: None) -> None:
    client = Client()
    assert [client.get("/accounts/login/").status_code for _ in range(3 * MOST)] == [200] * 3 * MOST
    assert client.head("/rules/").status_code == 200
    assert [client.post("/rules/").status_code for _ in range(MOST + 1)] == [405] * MOST + [429]


def test_user_is_limited_by_account_and_strangers_by_network(few: None, ann: User) -> None:
    address = reverse("accounts:ask")
    for number in range(MOST):
        assert browser_of(ann).post(address, {}, REMOTE_ADDR=f"192.0.2.{number}").status_code == 422
    assert browser_of(ann).post(address, {}, REMOTE_ADDR="192.0.2.99").status_code == 429
    stranger = Client()
    asked = [stranger.post(address, {}, REMOTE_ADDR="192.0.2.7").status_code for _ in range(MOST + 1)]
    assert asked == [302] * MOST + [429]
    assert stranger.post(address, {}, REMOTE_ADDR="192.0.2.8").status_code == 302


@pytest.mark.parametrize(
    ("address", "forwarded", "proxies", "expected"),
    [
        ("192.0.2.7", "", 0, "192.0.2.7"),
        ("192.0.2.7", "198.51.100.1", 0, "192.0.2.7"),
        ("192.0.2.7", "203.0.113.5, 198.51.100.1", 1, "198.51.100.1"),
        ("2001:db8:1:2:3:4:5:6", "", 0, "2001:db8:1:2::/64"),
        ("", "", 0, "nowhere"),
        ("192.0.2.7", "junk", 1, "nowhere"),
        ("192.0.2.7", "198.51.100.1", 2, "nowhere"),
    ],
)
def test_network_place_comes_from_the_trusted_proxy(
    rf: RequestFactory, settings: Settings, address: str, forwarded: str, proxies: int, expected: str
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    asked: HttpRequest = rf.get("/", REMOTE_ADDR=address)
    if forwarded:
        asked.META["HTTP_X_FORWARDED_FOR"] = forwarded
    assert limits.network_of(asked) == expected


def test_every_address_with_a_rate_of_its_own_is_one_of_the_site() -> None:
    from tests.security.scene import ROUTES

    assert {name for name in RATES if ":" in name or name.startswith("account_")} <= set(ROUTES)


def test_counting_a_move_costs_no_statement(monkeypatch: pytest.MonkeyPatch, ann: User, django_db_setup: Any) -> None:
    request: Any = RequestFactory().post("/")
    request.user = ann
    with CaptureQueriesContext(connection) as queries:
        assert rates.wait("write", limits.client_of(request)) == 0
    assert len(queries) == 0
