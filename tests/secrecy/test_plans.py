"""A plan for a turn: whether there is one and what it says looks the same to all others until it is played (R95)."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from games import planned, plans, services, tasks
from games.models import Game
from games.planned import Planned
from games.rules.notation import parse
from tests.games import tables
from tests.games.clocks import pass_by, tick
from tests.secrecy.held import clock_held, in_each, seen_by

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

MINUTE = timedelta(minutes=1)
HANDS = {"A": ["map", "NS"], "B": ["EW", "NS", "map"], "C": ["map"]}
WORLDS = {
    "none": (0, ()),
    "a lay later": (60, ("lay EW 1,0", "pass NS")),
    "another later still": (240, ("lay NS 0,1", "lay EW 1,0")),
    "a look later": (60, ("map 8,2",)),
}
"""What Bo plans while Ann is on turn: how long it waits, and what it tries."""


@pytest.fixture(autouse=True)
def held_clock() -> Iterator[None]:
    with clock_held():
        yield


def table() -> Game:
    return tables.in_position(3, hands=HANDS, first="A", code="plans", pk=1_000_003)


def plan(game: Game, minutes: int, tries: tuple[str, ...]) -> None:
    bo = tables.seat_of(game, "Bo").user
    for text in tries:
        command = parse(text)
        assert isinstance(command, Planned)
        plans.add(code=game.code, user=bo, command=command)
        plans.put_off(code=game.code, user=bo, minutes=minutes)


@pytest.mark.parametrize("viewer", ["Ann", "Cy"])
def test_r95_nobody_can_tell_a_plan_before_it_is_played(viewer: str) -> None:
    def play(world: tuple[int, tuple[str, ...]]) -> list[bytes]:
        game = table()
        plan(game, *world)
        tick()
        found = seen_by(viewer, game)
        tables.do(game, "A map 8,0")
        tick()
        found += seen_by(viewer, game)
        pass_by(30 * MINUTE)
        tick()
        return found + seen_by(viewer, game)

    first, *others = in_each(WORLDS, play).values()
    assert all(other == first for other in others)


@pytest.mark.parametrize("viewer", ["Ann", "Cy"])
def test_r95_a_plan_that_is_played_looks_like_a_move_by_hand(viewer: str) -> None:
    def play(minutes: int) -> list[bytes]:
        game = table()
        if minutes:
            plan(game, minutes, ("lay EW 1,0",))
        tables.do(game, "A map 8,0")
        seat = tables.seat_of(game, "Bo")
        seat.plan_minutes = 60
        due = planned.due_at(seat)
        assert due is not None
        assert seat.awaited_since is not None
        pass_by(due - seat.awaited_since)
        if not minutes:
            command = parse("lay EW 1,0")
            services.submit(code=game.code, user=seat.user, seq=game.seq, key="k", command=command)
        tasks.play_plan(game.pk)
        assert tables.loaded(game).state.public.mine.get("1,0") == "EW"
        return seen_by(viewer, game)

    by_hand, by_plan = in_each({"by hand": 0, "by plan": 60}, play).values()
    assert by_plan == by_hand
