"""A seat that changes hands reveals its contents neither to its neighbours nor to its former player (R94, R96).

The same hand-over is played with the seat's cards and role as they are, and exchanged for others out of the pile and
the spare roles; all that others fetch or receive is compared byte for byte.
"""

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timezone
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from msgspec.structs import replace

from accounts.models import User
from accounts.services import farewell
from games import clock
from games.mail import outbox
from games.models import Game, Invitation, Joining, Notice, Seat
from games.rows import store
from games.rows.bot_people import bot_players
from games.services import leaving, moves
from tests.factories import UserFactory
from tests.games import staff
from tests.games.clocks import DAY
from tests.games.comparing import faults, fetched
from tests.games.pages import HX, go_on
from tests.games.tables import browser_of, do, in_position, loaded, pulse_token, seat_of, seen_by_all

pytestmark = [pytest.mark.django_db, pytest.mark.examples(1)]

NUMBERS = re.compile(rb'(?<=/)[0-9]+(?=/change/)|(?<=value=")[0-9]+')
"""Numbers of rows in lists of the admin: PostgreSQL does not count back."""

HANDS = {"A": ["NS", "EW", "map"], "B": ["break:cart", "NE", "map"], "C": ["NW", "ESW", "repair:cart"]}
ROLES = {"A": "digger", "B": "digger", "C": "saboteur"}


@pytest.fixture(autouse=True)
def frozen_time(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Freeze the time of the process and of the database."""
    monkeypatch.setattr(clock, "turned", lambda _moment: clock.now())
    with time_machine.travel(datetime(2031, 5, 2, 18, 30, tzinfo=timezone.utc), tick=False):  # noqa: UP017
        yield


@pytest.fixture(params=[Joining.FRIENDS, Joining.ANYONE])
def game(request: pytest.FixtureRequest) -> Game:
    """A table of Ann, Bo and Cy. Cy's seat sleeps and can be taken by a link; all users have mail addresses."""
    table = in_position(3, hands=HANDS, roles=ROLES, spare_roles=["digger"], first="B")
    for name in ("Zed", "Yve"):
        UserFactory.create(username=name)
    UserFactory.create(username="Boss", is_staff=True, is_superuser=True)
    bot_players(3)  # bots made later would have another key in each world
    for user in User.objects.all():
        User.objects.filter(pk=user.pk).update(email=f"{user.username}@example.org".lower())
    Game.objects.filter(pk=table.pk).update(joining=request.param)
    do(table, "B pass NE", "= sleep C")
    host = seat_of(table, "Ann").user
    Invitation.objects.create(game=table, by=host, seat=2, token="a-seat", expires_at=clock.now() + DAY)
    for name in ("Ann", "Bo", "Yve"):
        browser_of(name).get(reverse("games:table", args=[table.code]))
    return table


def exchanged(game: Game, other: bool) -> None:
    """Write the table again; `other`: with Cy's cards and role exchanged for unseen ones."""
    with transaction.atomic():
        table = moves.locked(pk=game.pk)
        state = table.state
        if other:
            own, secret = state.seats[2], state.table
            fresh = tuple(sorted(secret.pile[: len(own.hand)]))
            assert fresh != own.hand
            assert secret.spare_roles[0] != own.role
            changed = replace(own, hand=fresh, role=secret.spare_roles[0])
            pile = (*own.hand, *secret.pile[len(own.hand) :])
            spare = (own.role, *secret.spare_roles[1:])
            state = replace(
                state,
                seats=(*state.seats[:2], changed),
                table=replace(secret, pile=pile, spare_roles=spare),
            )
        moves.write_rows(store.Loaded(table.game, table.seats, state), state)


def seen_by_others(game: Game) -> dict[str, Any]:
    """Return all that others fetch and receive."""
    found: dict[str, Any] = {}
    for name in ("Ann", "Cy", "Yve"):
        client = browser_of(name) if User.objects.get(username=name).is_active else Client()
        for page in ("table", "log", "words"):
            found |= fetched(client, name, reverse(f"games:{page}", args=[game.code]))
        found |= fetched(client, name, reverse("games:table", args=[game.code]), **HX)
        found |= fetched(client, name, "/")
    for name in ("Ann", "Bo"):
        found |= fetched(Client(), name, reverse("games:pulse", args=[game.code, pulse_token(game, name)]))
    boss = browser_of("Boss")
    for address in (staff.page(game), *staff.lists()):
        found |= {
            way: (status, queries, NUMBERS.sub(b"", markup))
            for way, (status, _headers, queries, markup) in fetched(boss, "Boss", address).items()
        }
    outbox.send_due()
    found["mails"] = [(letter.to, letter.subject, letter.body) for letter in mail.outbox if "zed@" not in letter.to[0]]
    rows = Notice.objects.exclude(user__username="Zed").order_by("user", "kind", "seq")
    found["notices"] = list(rows.values_list("user", "kind", "seq", "outcome"))
    ways = rows.order_by("user", "kind", "seq", "deliveries__channel")
    found["deliveries"] = list(ways.values_list("user", "kind", "deliveries__channel", "deliveries__outcome"))
    return found


def worlds(game: Game, act: Callable[[], object]) -> list[dict[str, Any]]:
    """Return what others see after an act, with Cy's cards and role as they are and with exchanged ones."""
    seen = []
    for other in (False, True):
        point = transaction.savepoint()
        mail.outbox.clear()
        cache.clear()
        exchanged(game, other)
        act()
        seen.append(seen_by_others(game))
        transaction.savepoint_rollback(point)
    return seen


def take_over() -> None:
    leaving.take_over(user=User.objects.get(username="Zed"), token="a-seat")


def costs(act: Callable[[], object]) -> int:
    """Return the number of statements."""
    with CaptureQueriesContext(connection) as queries:
        act()
    return len(queries)


def test_things_a_new_player_inherits_stay_hidden(game: Game) -> None:
    assert faults(worlds(game, take_over)) == []


def test_timing_hides_whether_the_previous_player_had_an_order(game: Game) -> None:
    """The order goes with its player; the seat is not awaited, so nothing else of its row changes."""
    cy, found = seat_of(game, "Cy").user, []
    for order in ([], ["C order turn pass NW"]):
        point = transaction.savepoint()
        do(game, "= wake C", *order)
        found.append(costs(lambda: leaving.leave(user=cy, code=game.code)))
        transaction.savepoint_rollback(point)
    assert found[0] == found[1]


def test_things_a_bot_inherits_stay_hidden(game: Game) -> None:
    cy = seat_of(game, "Cy").user
    assert faults(worlds(game, lambda: leaving.leave(user=cy, code=game.code))) == []


@pytest.mark.soak
def test_deleted_account_reveals_nothing_of_its_seat(game: Game) -> None:
    cy = seat_of(game, "Cy").user

    def act() -> None:
        farewell.delete_account(cy)
        User.objects.filter(pk=cy.pk).update(username="Cy")

    assert faults(worlds(game, act)) == []


def test_checker_finds_a_former_player_who_still_has_the_seat(game: Game) -> None:
    """Planted fault: the former player keeps the seat."""

    def act() -> None:
        seat = Seat.objects.get(game=game, number=2)
        before = seat.user_id
        take_over()
        Seat.objects.filter(pk=seat.pk).update(user=before)
        seen_by_all(game)

    assert any("Cy" in way for way in faults(worlds(game, act)))


def test_new_player_finds_the_seats_hand_and_log(game: Game) -> None:
    own = loaded(game).state.seats[2]
    take_over()
    page = go_on(browser_of("Zed"), game.code).markup
    assert f"role-{own.role}" in page
    assert "Repair" in page
