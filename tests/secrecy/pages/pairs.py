"""Pairs of worlds that are short enough to be played through pages, and long enough to have something to hide."""

from collections.abc import Callable
from random import Random
from typing import Any

from games.rules import engine
from games.rules.agenda import Step
from games.rules.cards import CARDS
from games.rules.commands import Order, Timeout
from games.rules.table import Ruleset
from tests.rules.playout import any_act, keen_act
from tests.secrecy.course import Moment, Pick, World, carry_out, played
from tests.secrecy.worlds import Pair, Tally, twin


def pair_of(lot: Random, ruleset: Ruleset, players: int, acts: int, pick: Pick = any_act) -> Pair:
    """A pair of a game that goes on for so many acts, or for half of them when chance finds no twin of all."""
    while True:
        first = engine.first_deal(ruleset, players, key=lot.randbytes(32))
        course = played(lot, ruleset, first, acts=acts, pick=pick)
        for _ in range(3):
            pair = twin(lot, course, len(course.moments), lot.randrange(players), Tally())
            if pair is not None and 2 * len(pair.two.steps) >= acts:
                return pair


def rich_pair(lot: Random, players: int, acts: int) -> Pair:
    """A pair of the base game in which somebody else moves, and almost all that could be told of it differs."""
    while True:
        pair = pair_of(lot, Ruleset(), players, acts)
        told = zip(_could_be_told(pair, pair.one), _could_be_told(pair, pair.two), strict=True)
        if all(one != two for one, two in told):
            return pair


def _could_be_told(pair: Pair, world: World) -> list[Any]:
    """Several secrets at the end of a world."""
    state = last_step(pair, world).state
    mover = state.seats[engine.awaited(state.public)[0].seat]
    others = [own for own in state.seats if own.seat != pair.viewer]
    acts = [act for acts in world.steps for act in acts]
    return [
        mover.role == "saboteur",
        len(engine.legal(state.public, mover)),
        [own.role for own in others],
        sum("map" in own.hand for own in others),
        "saboteur" in state.table.spare_roles,
        state.table.goals["8,0"] == "gold",
        state.table.pile[:1],
        sum(isinstance(act.command, Order) and act.seat != pair.viewer for act in acts),
    ]


def paid_pair(lot: Random) -> Pair:
    """A pair of a game in which others hold other gold in the second world."""
    while True:
        pair = pair_of(lot, Ruleset(), 3, 60)
        if gold_in(pair, pair.one) != gold_in(pair, pair.two):
            return pair


def gold_in(pair: Pair, world: World) -> list[int]:
    """What each seat holds at the end of a world, in nuggets."""
    state = engine.begin_from(pair.ruleset, world.deals[0], key=world.key).state
    for act in (act for acts in world.steps for act in acts):
        state = carry_out(pair.ruleset, world, state, act).state
    return [own.worth for own in state.seats]


def late_pair(lot: Random) -> Pair:
    """A short pair in which the time of somebody else runs out, who holds other tunnels in the second world."""
    while True:
        pair = pair_of(lot, Ruleset(), 3, 8)
        if tunnels_when_late(pair, pair.one) != tunnels_when_late(pair, pair.two):
            return pair


def tunnels_when_late(pair: Pair, world: World) -> list[int]:
    """How many tunnels those held whose time ran out."""
    state, held = engine.begin_from(pair.ruleset, world.deals[0], key=world.key).state, []
    for act in (act for acts in world.steps for act in acts):
        if isinstance(act.command, Timeout):
            held.append(sum(CARDS[card].is_tunnel for card in state.seats[act.command.seat].hand))
        state = carry_out(pair.ruleset, world, state, act).state
    return held


# -- pairs that end just when something happens


Happens = Callable[[Moment, int], bool]
"""Whether something happened at a moment that matters to a viewer."""


def pair_until(lot: Random, ruleset: Ruleset, players: int, happens: Happens) -> Pair:
    """A pair of which the last step is one at which something happens."""
    while True:
        first = engine.first_deal(ruleset, players, key=lot.randbytes(32))
        course = played(lot, ruleset, first, acts=60, pick=keen_act)
        viewer = lot.randrange(players)
        ends = [number for number, moment in enumerate(course.moments, 1) if happens(moment, viewer)]
        for until in ends[:2]:
            pair = twin(lot, course, until, viewer, Tally())
            if pair is not None and len(pair.two.steps) == until:
                return pair


def where(
    ruleset: Ruleset, happens: Happens, secret: Callable[[Pair, Step], Any], players: int = 5
) -> Callable[[Random], Pair]:
    """A maker of such pairs, in whose worlds some secret is another after the last step."""

    def differing(lot: Random) -> Pair:
        while True:
            pair = pair_until(lot, ruleset, players, happens)
            if secret(pair, last_step(pair, pair.one)) != secret(pair, last_step(pair, pair.two)):
                return pair

    return differing


def without_plans(make: Callable[[Random], Pair]) -> Callable[[Random], Pair]:
    """A maker of those pairs in which nobody has a plan for a turn, for all see what it plays when days go by."""

    def unplanned(lot: Random) -> Pair:
        while True:
            pair = make(lot)
            seats = [own for world in (pair.one, pair.two) for own in last_step(pair, world).state.seats]
            if all(own.turn_order is None for own in seats):
                return pair

    return unplanned


def pile_top(_pair: Pair, step: Step) -> Any:
    """The top card of the pile."""
    return step.state.table.pile[:1]


def hand_lengths(_pair: Pair, step: Step) -> Any:
    """How long the names of all cards in hands are together."""
    return sum(len("".join(own.hand)) for own in step.state.seats)


def own_turn(moment: Moment, viewer: int) -> bool:
    """The viewer is on turn from now on."""
    return any(ask.seat == viewer for ask in engine.awaited(moment.step.state.public))


def last_step(pair: Pair, world: World) -> Step:
    """The last step of a world."""
    step = engine.begin_from(pair.ruleset, world.deals[0], key=world.key)
    for act in (act for acts in world.steps for act in acts):
        step = carry_out(pair.ruleset, world, step.state, act)
    return step
