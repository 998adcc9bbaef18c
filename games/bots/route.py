"""The distance of the mine from the gold: the cost of the cheapest ways over free squares (R2, R3, R14, R19).

Costs are in quarters of a card, so that a preference can be smaller than a card and sums stay whole numbers.
Tunnels that were cut off from the start lead on for nothing once they are joined again.
"""

from collections.abc import Iterable, Mapping
from functools import cache

from games.rules.board import Board, Square
from games.rules.cards import BASE_TUNNELS, tunnel, turnings
from games.rules.tunnels import STEPS

CARD = 4
"""The cost of laying one card."""
BLOCKED = 16 * CARD
"""The cost of a dead end; no cost is higher."""
NEAR = 3 * CARD
"""Ways that cost this much more than the best open end are ignored."""
_SPARE_ROWS = 2
_COPIES_TO_COST = ((15, 0), (8, 1), (4, 3), (1, 5), (0, 8))

Near = tuple[tuple[int, Square, int], ...]


@cache
def _grid(west: int, east: int, north: int, south: int) -> dict[Square, Near]:
    """Every square of a part of the mine with its neighbours there: the side, the neighbour, the touching side."""
    inside = {(x, y) for x in range(west, east + 1) for y in range(north, south + 1)}
    return {
        (x, y): tuple(
            (side, (x + dx, y + dy), touching) for side, dx, dy, touching in STEPS if (x + dx, y + dy) in inside
        )
        for x, y in inside
    }


def _grid_around(targets: Iterable[Square]) -> dict[Square, Near]:
    rows = [y for _, y in targets]
    return _grid(
        -_SPARE_ROWS,
        max(x for x, _ in targets) + 1,
        min(0, *rows) - _SPARE_ROWS,
        max(0, *rows) + _SPARE_ROWS,
    )


def costs(board: Board, targets: Mapping[Square, int]) -> dict[Square, int]:
    """Free square to the cost of laying cards from there, itself included, until a target is reached.

    ``targets`` are face-down squares with what reaching each costs on top. Left out are squares from
    which no way leads, and those much worse than the best open end of the mine.
    """
    if not targets:
        return {}
    search = _Search(board, _grid_around(targets))
    for target, extra in targets.items():
        search.leave(target, 15, extra)
    return search.finish(board.edges)


class _Search:
    """Dijkstra with a bucket for each cost, from the targets backwards."""

    __slots__ = ("buckets", "cells", "costs", "crossed", "grid", "live", "sealed")

    def __init__(self, board: Board, grid: dict[Square, Near]) -> None:
        self.cells, self.live, self.sealed = board.cells, board.live, board.sealed
        self.grid = grid
        self.costs: dict[Square, int] = {}
        self.crossed: set[tuple[Square, int]] = set()
        self.buckets: list[list[Square]] = [[] for _ in range(BLOCKED)]

    def leave(self, at: Square, sides: int, cost: int) -> None:
        """Visit the neighbours at some sides of a square whose cost is known."""
        cells, known, after = self.cells, self.costs, cost + CARD
        if after >= BLOCKED:
            return
        for side, there, touching in self.grid.get(at, ()):
            if not sides & side:
                continue
            cell = cells.get(there)
            if cell is None:
                if after < known.get(there, BLOCKED) and there not in self.sealed:
                    known[there] = after
                    self.buckets[after].append(there)
            elif cell.open & touching:
                self._cross(there, cell.group(touching), cost)

    def _cross(self, at: Square, group: int, cost: int) -> None:
        """Walk through a tunnel that lies there already. A square that is joined to the start needs no way to it."""
        if self.live.get(at, 0) & group or (at, group) in self.crossed:
            return
        self.crossed.add((at, group))
        self.leave(at, group, cost)

    def finish(self, ends: Mapping[Square, int]) -> dict[Square, int]:
        """The costs of all squares that are not much worse than the best of the open ends."""
        known, last = self.costs, BLOCKED
        for cost, bucket in enumerate(self.buckets):
            if cost > last:
                break
            for at in bucket:
                if known[at] == cost:
                    if last == BLOCKED and ends.get(at):
                        last = cost + NEAR
                    self.leave(at, 15, cost)
        return known


@cache
def scarcity(fits: int) -> int:
    """The cost of waiting for a card that fits a square: the fewer through tunnels of the box fit, the higher.

    ``fits`` are the sets of open sides that fit there, as 16 bits.
    """
    copies = sum(
        count
        for name, count in BASE_TUNNELS.items()
        if any(group.bit_count() > 1 for group in tunnel(name).groups)
        and any(fits >> way.open & 1 for way in turnings(name))
    )
    return next(cost for least, cost in _COPIES_TO_COST if copies >= least)


def outlook(board: Board, known: Mapping[Square, int]) -> int:
    """The distance of the mine from its targets, in quarters of a card: mostly of its best open end, a little of the
    second.

    A second way counts, because a single one is easily closed.
    """
    best = second = BLOCKED
    for at, fits in board.edges.items():
        if fits:
            cost = known.get(at, BLOCKED) + scarcity(fits)
            if cost < best:
                best, second = cost, best
            elif cost < second:
                second = cost
    return (7 * best + min(second, best + 2 * CARD)) // 8
