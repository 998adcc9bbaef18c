"""What bots say in the two worlds of a pair. Each has a temper of its own, which is the same in both worlds.

What a seat says it saw of goals and roles is the same too: a true story may be another in the other world, and a story
that is made up follows from it. That each thing is said as often in every role is proved in `test_bots_story`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from unittest.mock import patch

from games import bots
from games.bots.manner import TEMPERS
from games.bots.story import Story
from games.rules import engine
from games.rules.agenda import Step
from games.rules.cards import GOLD
from games.rules.claims import STONE, Claim
from games.rules.roles import DIGGER, SABOTEUR
from games.rules.view import view
from tests.rules.playout import Act
from tests.secrecy.course import World, carry_out, since_the_deal
from tests.secrecy.worlds import Pair


def manner_of(pair: Pair, seat: int) -> bots.Manner:
    """The manner of a seat of a pair. As many seats as there are tempers differ."""
    tempers = sorted(TEMPERS)
    Random(pair.one.key.hex()).shuffle(tempers)
    return bots.Manner(temper=tempers[seat % len(tempers)], lot=int.from_bytes(pair.one.key[:4], "big"))


@contextmanager
def same_stories() -> Iterator[None]:
    """Let every seat say it saw the same of a goal and of a role, whatever there was to see."""
    with (
        patch.object(Story, "_goal", lambda _self, at, *_given: GOLD if at == "8,0" else STONE),
        patch.object(Story, "_role", lambda _self, seat, _role: SABOTEUR if seat % 2 else DIGGER),
    ):
        yield


def said_in(pair: Pair, world: World) -> list[Claim | None]:
    """What the bots of a pair claim before each of their acts in a world; None for silence."""
    state = engine.begin_from(pair.ruleset, world.deals[0], key=world.key).state
    steps, standing, said = list[tuple[Act, Step]](), list[tuple[int, Claim]](), list[Claim | None]()
    for act in (act for acts in world.steps for act in acts):
        if act.seat in pair.bots:
            seen = since_the_deal(steps)
            with same_stories():
                manner = manner_of(pair, act.seat)
                claim = bots.claim_of(view(state.public, state.seats[act.seat]), seen, standing, manner)
            said.append(claim)
            standing += [(act.seat, claim)] if claim else []
        steps.append((act, carry_out(pair.ruleset, world, state, act)))
        state = steps[-1][1].state
    return said
