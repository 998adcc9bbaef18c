"""Pairs of worlds that are short enough to be played through pages, and long enough to have something to hide."""

from random import Random

from games.rules import engine
from games.rules.cards import CARDS
from games.rules.commands import Timeout
from games.rules.table import Ruleset
from tests.rules.playout import any_act
from tests.secrecy.course import Pick, World, carry_out, played
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
