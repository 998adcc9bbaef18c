"""The order of seats by the sun: the one in which a cycle of turns is expected to take the least time.

Pure functions of quiet hours. The cost of an order is the time until all players have answered, one after the other,
when each answer takes some awake hours. It is the sum over starting times throughout a week, each for two cycles in a
row. The week is cyclic.

For up to seven people every order is tried. For more, an order is built greedily, each time with the player who makes
the wait shortest, and then improved by reversing parts of it until no reversal helps.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import combinations, permutations

from accounts.clocks.quiet import Quiet, awake_after

SLOT = timedelta(minutes=30)
"""The resolution of the week."""
SLOTS = timedelta(days=7) // SLOT
EVERY = timedelta(hours=6) // SLOT
"""The slots between two starting times of cycles."""
CYCLES = 2
MOST_TRIED = 7
"""Up to how many people every order is tried."""

Delays = tuple[int, ...]
"""For each slot of the week at which a player's turn may begin, the number of slots until the answer."""


def best_order(quiets: Sequence[Quiet], answer: timedelta, since: datetime) -> tuple[int, ...]:
    """Return the best order of players, as indices into ``quiets``. The first player keeps the first seat, because only
    the cyclic order matters. Among equally good orders, the present one is preferred.

    ``answer`` is the awake time of an answer. ``since`` is a moment in the week to compute for.
    """
    delays = [delays_of(quiet, answer, since) for quiet in quiets]
    if len(delays) <= MOST_TRIED:
        return min(((0, *rest) for rest in permutations(range(1, len(delays)))), key=lambda order: cost(order, delays))
    return _better(_built(delays), delays)


def delays_of(quiet: Quiet, answer: timedelta, since: datetime) -> Delays:
    """Return how long a player takes to answer, by the slot of the week in which the turn begins."""
    monday = since.replace(hour=0, minute=0, second=0, microsecond=0) - timedelta(days=since.weekday())
    if quiet.never:
        return (-(-answer // SLOT),) * SLOTS
    begins = (monday + slot * SLOT for slot in range(SLOTS))
    return tuple(-(-(awake_after(begin, answer, quiet) - begin) // SLOT) for begin in begins)


def cost(order: Sequence[int], delays: Sequence[Delays]) -> int:
    """Return the number of slots that cycles in this order take, summed over all starting times."""
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
    """Yield an order with each of its parts reversed."""
    for begin, end in combinations(range(1, len(order) + 1), 2):
        yield order[:begin] + order[begin:end][::-1] + order[end:]
