"""A plan for a turn: whether there is one and what it says looks the same to all others until it is played (R95)."""

from collections.abc import Iterator
from random import Random

import pytest

from games import tasks
from games.clocks import planned
from games.rules.notation import parse
from games.services import moves
from tests.conftest import SOAK
from tests.games import tables
from tests.secrecy.held import Round, told_apart
from tests.secrecy.pages.seen import Seen
from tests.secrecy.planners import KINDS, MINUTE, STAFF, Plan, plan, shapes, table, waiting_for

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("some_addresses")]


TABLES = [["trade"], [kind for kind in KINDS if kind != "trade"]]
"""What can be planned at one and the same table."""


def some(rng: Random, minutes: int, kinds: list[str]) -> dict[str, Plan]:
    """Nothing planned, and plans of some shapes and kinds: of all in a soak."""
    found = {f"{kind}, {shape}": lines for kind in kinds for shape, lines in shapes(kind, minutes).items()}
    chosen = list(found) if SOAK else rng.sample(list(found), 2)
    return {"none": ()} | {name: found[name] for name in chosen}


@pytest.mark.examples(1)
@pytest.mark.parametrize("at_once", [True, False])
def test_r95_plan_is_invisible_before_it_is_played(at_once: bool, chance: Random) -> None:
    delays = (0,) if at_once else planned.DELAYS[1:]
    for minutes in delays if SOAK else chance.sample(delays, 1):
        for kinds in TABLES if SOAK else chance.sample(TABLES, 1):
            assert told_apart(some(chance, minutes, kinds), waiting_for(kinds[0], minutes)) == []


@pytest.mark.soak
def test_r95_plan_is_invisible_to_staff(chance: Random) -> None:
    minutes, kind = chance.choice(planned.DELAYS[1:]), chance.choice(list(KINDS))
    worlds = {"none": (), "planned": shapes(kind, minutes)["planned"]}
    assert told_apart(worlds, waiting_for(kind, minutes, STAFF)) == []


@pytest.mark.examples(1)
@pytest.mark.parametrize("kind", KINDS)
def test_r95_a_plan_that_is_played_looks_like_a_move_by_hand(kind: str, chance: Random) -> None:
    minutes = chance.choice(planned.DELAYS[1:])

    def play(world: Round, by_plan: bool) -> Iterator[Seen]:
        game = table(kind)
        if by_plan:
            plan(game, (KINDS[kind], f"wait {minutes}"))
        tables.do(game, "A map 8,0")
        seat = tables.seat_of(game, "Bo")
        seat.plan_minutes = minutes
        due = planned.due_at(seat)
        assert due is not None
        assert seat.awaited_since is not None
        world.pass_by(due - seat.awaited_since)
        if by_plan:
            tasks.play_plan(game.pk)
        else:
            command = parse(KINDS[kind])
            moves.submit(code=game.code, user=seat.user, seq=game.seq, key="k", command=command)
        assert tables.awaited(game).user.username == "Cy"
        world.pass_by(MINUTE)
        yield from world.looks(game, {"Ann": ("player",)}, "played")
        yield from world.glances(game, {"Cy": ("player",)}, "on turn")

    assert told_apart({"by hand": False, "by plan": True}, play) == []


def test_r95_a_plan_that_falls_leaves_no_trace(chance: Random) -> None:
    def play(world: Round, lines: Plan) -> Iterator[Seen]:
        game = table("lay")
        plan(game, lines)
        tables.do(game, "A lay EW 1,0")
        world.pass_by(MINUTE)
        yield from world.looks(game, {"Ann": ("player", "staff_seated")}, "fallen")

    falls = ("lay EW 1,0", f"wait {chance.choice(planned.DELAYS[1:])}")
    assert told_apart({"none": (), "falls": falls}, play) == []
