"""On tiny games all worlds that look alike to a viewer are listed; the twin maker reaches each and no other (R94)."""

from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from games.rules import engine
from games.rules.commands import Command, Pass, Timeout
from games.rules.errors import Refused
from games.rules.setup import DealtRound
from games.rules.sights import GoalSight
from games.rules.table import Ruleset
from tests.conftest import SOAK
from tests.rules.playout import Act, any_move
from tests.secrecy.course import Course, World, carry_out, played
from tests.secrecy.glimpse import Eyes
from tests.secrecy.worlds import Tally, twin

RULESET = Ruleset()
ACTS = 6
ENOUGH = 400
"""Twins made for each world there is, before one that was not met counts as out of reach."""

DEAL = DealtRound(
    round=1,
    first=0,
    roles=("digger", "saboteur", "digger"),
    spare_roles=("digger",),
    goals={"8,-2": "stone-a", "8,0": "gold", "8,2": "stone-b"},
    hands=(("EW", "map"), ("EW", "NS"), ("NS", "map")),
    pile=("NESW", "EW", "break:cart"),
    gold_cards=(1, 2),
)


class Cards(NamedTuple):
    """What can differ in the cards: hands without an order, the pile, and what others discarded unseen."""

    hands: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]
    passed: tuple[str, ...]


def any_tiny_act(rng: Random, state: engine.Game, eagerness: float) -> tuple[int | None, Command]:
    """Moves, passes and time-outs, so that much is discarded face down."""
    ask = engine.awaited(state.public)[0]
    chance = rng.random()
    if chance < 0.2:
        return None, Timeout(ask.seat)
    if chance < 0.5:
        return ask.seat, rng.choice(engine.passes(state.public, state.seats[ask.seat]))
    return any_move(rng, state, eagerness)


@pytest.fixture(params=range(24 if SOAK else 3))
def course(request: pytest.FixtureRequest, seed: int) -> Course:
    """A few acts of a tiny game, the round not yet over."""
    rng = Random(f"tiny {seed} {request.param}")
    while True:
        course = played(rng, RULESET, DEAL, acts=ACTS, pick=any_tiny_act)
        if len(course.moments) == ACTS and len(course.world.deals) == 1:
            return course


def cards_of(world: World, viewer: int) -> Cards:
    """The cards of a world."""
    passed = []
    for act in (act for acts in world.steps for act in acts):
        if isinstance(act.command, Pass) and act.seat != viewer:
            passed += list(act.command.cards)
        if isinstance(act.command, Timeout) and act.command.seat != viewer:
            passed += list(act.chance[0][1])
    hands = tuple(tuple(sorted(hand)) for hand in world.deals[0].hands)
    return Cards(hands, world.deals[0].pile, tuple(passed))


def alike(course: Course, viewer: int) -> Iterator[Cards]:
    """Every way in which the cards can lie and be discarded so that the viewer sees the same; found by trying all."""
    others = [seat for seat in range(3) if seat != viewer]
    deck = [card for seat in others for card in DEAL.hands[seat]] + list(DEAL.pile)
    seen = look_through(course.world, viewer)
    for cards in dict.fromkeys(permutations(deck)):
        unseen = {seat: cards[2 * place : 2 * place + 2] for place, seat in enumerate(others)}
        if all(hand == tuple(sorted(hand)) for hand in unseen.values()):
            hands = tuple(unseen.get(seat, tuple(sorted(DEAL.hands[viewer]))) for seat in range(3))
            dealt = replace(DEAL, hands=hands, pile=cards[4:])
            world = course.world._replace(deals=(dealt,))
            state = engine.begin_from(RULESET, dealt, key=world.key).state
            for passed in discards(world, state, 0, viewer, seen):
                yield Cards(hands, cards[4:], passed)


def discards(world: World, state: engine.Game, number: int, viewer: int, seen: list[str]) -> Iterator[tuple[str, ...]]:
    """What others can have discarded from some step on, so that the viewer sees what there was to see."""
    if number == len(world.steps):
        yield ()
        return
    (act,) = world.steps[number]
    who = act.command.seat if isinstance(act.command, Timeout) else act.seat
    unseen = who is not None and who != viewer and isinstance(act.command, Pass | Timeout)
    for card in dict.fromkeys(state.seats[who].hand) if unseen and who is not None else [""]:
        other = act
        if isinstance(act.command, Timeout) and unseen:
            other = act._replace(chance=(("lot", (card,)),))
        elif unseen:
            other = act._replace(command=Pass((card,)))
        try:
            glimpse, after = look(world, state, other, viewer)
        except Refused:
            continue
        if glimpse == seen[number]:
            for later in discards(world, after, number + 1, viewer, seen):
                yield ((card,) if unseen else ()) + later


def look(world: World, state: engine.Game, act: Act, viewer: int) -> tuple[str, engine.Game]:
    """What reaches the viewer of an act, and the state after it."""
    eyes, step = Eyes(), carry_out(RULESET, world, state, act)
    return eyes.table(step.state, viewer) + eyes.log(state, step) + eyes.whispers(step, viewer), step.state


def look_through(world: World, viewer: int) -> list[str]:
    """What reaches the viewer of each step."""
    seen, state = [], engine.begin_from(RULESET, world.deals[0], key=world.key).state
    for (act,) in world.steps:
        glimpse, state = look(world, state, act, viewer)
        seen.append(glimpse)
    return seen


@pytest.mark.examples(3)
@pytest.mark.parametrize("viewer", range(3))
def test_r94_the_twin_maker_reaches_every_way_in_which_the_cards_can_lie(
    viewer: int, course: Course, chance: Random
) -> None:
    there_are = set(alike(course, viewer))
    assert cards_of(course.world, viewer) in there_are
    met: set[Cards] = set()
    for _ in range(ENOUGH * len(there_are)):
        pair = twin(chance, course, len(course.moments), viewer, Tally())
        if pair is not None and len(pair.two.steps) == len(course.moments):
            met.add(cards_of(pair.two, viewer))
            if met == there_are:
                break
    assert met == there_are


@pytest.mark.parametrize("viewer", range(3))
def test_r94_the_twin_maker_reaches_all_roles_goals_and_gold(viewer: int, course: Course, chance: Random) -> None:
    sights = [one.sight for one in course.moments[-1].step.state.seats[viewer].sightings]
    saw = {sight.at: sight.goal for sight in sights if isinstance(sight, GoalSight)}
    assert len(saw) == len(sights)
    roles = set(permutations(["digger", "saboteur", "digger", "digger"]))
    goals = set(permutations(DEAL.goals.values()))
    there_are = {
        (role, goal, gold)
        for role in roles
        if role[viewer] == DEAL.roles[viewer]
        for goal in goals
        if saw.items() <= dict(zip(DEAL.goals, goal, strict=True)).items()
        for gold in ((1, 2), (2, 1))
    }
    met = set()
    for _ in range(ENOUGH * len(there_are)):
        pair = twin(chance, course, len(course.moments), viewer, Tally())
        if pair is not None:
            dealt = pair.two.deals[0]
            met.add((dealt.roles + dealt.spare_roles, tuple(dealt.goals.values()), dealt.gold_cards))
            if met == there_are:
                break
    assert met == there_are
