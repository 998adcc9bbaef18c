"""A player's pace as others read it gives no secret away (R94, R95): two worlds are counted alike.

Only planned turns may differ, for they are left out of what is counted: see record 43. No player plans here.
"""

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse

from accounts.models import User
from games.clocks import paces as turns
from games.models import Game, Pace, PrivateAct, Seat, Status
from games.rules.commands import End
from games.rules.table import Ruleset
from games.selectors import paces as selectors
from games.services import moves, paces
from tests.conftest import SOAK
from tests.factories import UserFactory
from tests.games.tables import browser_of, open_game
from tests.secrecy.course import World
from tests.secrecy.pages.compare import company
from tests.secrecy.pages.controlled_site import on_commit_too
from tests.secrecy.pages.pairs import digging_deal, ended_for_others, pair_of, pair_until, unlike
from tests.secrecy.pages.scenes import time_passes
from tests.secrecy.pages.stage import CODE, staged
from tests.secrecy.worlds import Pair

pytestmark = pytest.mark.django_db

GAMES = 8 if SOAK else 1
TRIES = 5
"""Pairs in which a leak is looked for, before it counts as missed."""

PAIRS: dict[str, Callable[[Random], Pair]] = {
    "hands and orders differ": unlike("roles", "orders", players=3, acts=9),
    "windows": lambda lot: pair_of(lot, Ruleset(modules=("veto",), veto_window=24), 3, 20),
    "a round is over": lambda lot: pair_until(lot, Ruleset(), 4, ended_for_others, digging_deal),
}


@pytest.fixture(autouse=True)
def all_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short games are counted, and what the stage does for a player is as if it came from their page."""
    real = turns.lines_of
    monkeypatch.setattr(turns, "FEWEST", 2)
    monkeypatch.setattr(
        turns, "lines_of", lambda rows: (line._replace(by_hand=line.user is not None) for line in real(rows))
    )


def read_in(pair: Pair) -> tuple[list[str], list[str]]:
    """What is read of those who played, in each of two worlds. In the second one others do things in secret. Nothing is
    left of them."""
    point = transaction.savepoint()
    try:
        people = company(pair).seated
        stranger = UserFactory.create(username="Zed")
        User.objects.filter(pk__in=[person.pk for person in people]).update(shows_pace=True)
        one = _read(pair, pair.one, people, stranger, None)
        return one, _read(pair, pair.two, people, stranger, Random("others"))
    finally:
        transaction.savepoint_rollback(point)


def _read(pair: Pair, world: World, people: list[User], stranger: User, lots: Random | None) -> list[str]:
    with staged(pair, world, people, lots=lots) as stage:
        for number in range(len(world.steps)):
            stage.private_acts(number)
            stage.public_act(stage.browsers[stage.viewer.pk])
        if stage.others:
            stage.others.withdraw(stage.site)
        time_passes(stage)
        with on_commit_too(), transaction.atomic():
            moves.carry_out(moves.locked(code=CODE), None, End(), user=None)
        assert Game.objects.get(code=CODE).status == Status.OVER
        stage.site.time.shift(timedelta(days=2))
        Pace.objects.all().delete()
        assert paces.renew()
        rows = Pace.objects.order_by("user").values("user", "turns", "quick", "typical", "slow", "lately", "missed")
        words = [selectors.shown_words(person) for person in User.objects.filter(pk__in=[one.pk for one in people])]
        open_game([*people[:2], stranger], wanted=4, code="later", name="Later")
        lobby: Any = browser_of(stranger).get(reverse("games:table", args=["later"]))
        return [
            *map(str, rows),
            *map(str, words),
            *(line for line in _lines(lobby) if "mostly" in line or "turn" in line),
        ]


def _lines(page: Any) -> list[str]:
    return [line.strip() for line in page.content.decode().splitlines()]


@pytest.mark.examples(1)
@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("occasion", PAIRS)
def test_r94_published_pace_gives_no_secret_away(occasion: str, number: int, chance: Random) -> None:
    one, two = read_in(PAIRS[occasion](chance))
    assert one == two
    assert "'turns'" in one[0]


def _later(leak: pytest.MonkeyPatch, much: Callable[[turns.PlayedTurn], int]) -> None:
    real = turns.awake_seconds
    leak.setattr(turns, "awake_seconds", lambda turn, quiet: real(turn, quiet) + 3600 * much(turn))


LEAKS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "what was done in secret": lambda leak: _later(leak, lambda _turn: PrivateAct.objects.count()),
    "roles": lambda leak: _later(leak, lambda turn: len(Seat.objects.get(game__code=CODE, number=turn.seat).role)),
}


@pytest.mark.soak
@pytest.mark.examples(1)
@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_that_is_planted_into_paces_is_caught(
    name: str, chance: Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    LEAKS[name](monkeypatch)
    make = PAIRS["hands and orders differ"]
    assert any(one != two for one, two in (read_in(make(chance)) for _ in range(TRIES)))
