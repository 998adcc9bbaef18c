"""The order of seats by the sun: the one in which a cycle of turns is expected to take the least time.

Pure functions of when people's clocks sleep. What is asked is the same for everybody: how long it takes until all have
answered, one after the other, when each answer takes some hours awake. It is asked for moments all over a week, for two
cycles in a row, and added up. The week goes round: its end leads to its beginning.

Up to seven people every order is tried. With more, one is built step by step, each time with the one who makes the wait
shortest, and then made better by turning parts of it round until nothing helps.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import combinations, permutations

from accounts.clocks.quiet import Quiet, awake_after

SLOT = timedelta(minutes=30)
"""How finely a week is looked at."""
SLOTS = timedelta(days=7) // SLOT
EVERY = timedelta(hours=6) // SLOT
"""The slots between two moments at which cycles begin."""
CYCLES = 2
MOST_TRIED = 7
"""Up to how many people every order is tried."""

Delays = tuple[int, ...]
"""By the slot of the week at which a player's turn begins: how many slots later they have answered."""


def best_order(quiets: Sequence[Quiet], answer: timedelta, since: datetime) -> tuple[int, ...]:
    """In which order people should sit, by their places in ``quiets``; the first one keeps the first seat, for only who
    follows which seat matters. Of orders that are alike the one that leaves people where they are comes first.

    ``answer`` is how long an answer takes awake. ``since`` is a moment of the week that is looked at.
    """
    delays = [delays_of(quiet, answer, since) for quiet in quiets]
    if len(delays) <= MOST_TRIED:
        return min(((0, *rest) for rest in permutations(range(1, len(delays)))), key=lambda order: cost(order, delays))
    return _better(_built(delays), delays)


def delays_of(quiet: Quiet, answer: timedelta, since: datetime) -> Delays:
    """How long a player takes to answer, by when in the week they are asked."""
    monday = since.replace(hour=0, minute=0, second=0, microsecond=0) - timedelta(days=since.weekday())
    if quiet.never:
        return (-(-answer // SLOT),) * SLOTS
    begins = (monday + slot * SLOT for slot in range(SLOTS))
    return tuple(-(-(awake_after(begin, answer, quiet) - begin) // SLOT) for begin in begins)


def cost(order: Sequence[int], delays: Sequence[Delays]) -> int:
    """How many slots cycles in this order take, added up over all moments at which they begin."""
    turns = [delays[place] for place in order] * CYCLES
    total = 0
    for begin in range(0, SLOTS, EVERY):
        at = begin
        for delay in turns:
            at += delay[at % SLOTS]
        total += at - begin
    return total


def _built(delays: Sequence[Delays]) -> tuple[int, ...]:
    order, left = [0], list(range(1, len(delays)))
    at = [begin + delays[0][begin] for begin in range(0, SLOTS, EVERY)]
    while left:
        place = min(left, key=lambda place: sum(delays[place][moment % SLOTS] for moment in at))
        at = [moment + delays[place][moment % SLOTS] for moment in at]
        order.append(place)
        left.remove(place)
    return tuple(order)


def _better(order: tuple[int, ...], delays: Sequence[Delays]) -> tuple[int, ...]:
    least = cost(order, delays)
    while True:
        best = min(_turned(order), key=lambda other: cost(other, delays))
        if cost(best, delays) >= least:
            return order
        order, least = best, cost(best, delays)


def _turned(order: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """An order with each of its parts turned round."""
    for begin, end in combinations(range(1, len(order) + 1), 2):
        yield order[:begin] + order[begin:end][::-1] + order[end:]
