"""The mine as a graph: what is joined to the start, where a card fits, what is reached (R14, R19, R34).

The state stores the mine as text (square ``"3,-1"`` to card ``"NE~"``). A :class:`Board` is the index over one such
mine, built once and extended card by card; ``board_of`` caches the boards of recent mines, so that legality, effects
and views share them.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache

from games.rules.cards import GOAL_TUNNELS, tunnel, turnings
from games.rules.tunnels import STEPS, TURNED, Tunnel

Tunnels = dict[str, str]
"""Square to the face-up card on it, in order of laying; the start card is among them."""
FaceDown = dict[str, str]
"""Square to the kind of its face-down card: ``goal`` or ``chest``."""
Square = tuple[int, int]

START_SQUARE = "0,0"
_CACHED_SQUARES = 8192
"""Squares remembered in both spellings; bounded, for their text comes from people."""
GOAL = "goal"
CHEST = "chest"


@lru_cache(_CACHED_SQUARES)
def square(text: str) -> Square:
    """Return the numbers of a square ``x,y`` (R1); raise ValueError for any other text."""
    x, comma, y = text.partition(",")
    if not comma or text != f"{int(x)},{int(y)}":
        raise ValueError(text)
    return int(x), int(y)


@lru_cache(_CACHED_SQUARES)
def written(at: Square) -> str:
    """A square as text."""
    return f"{at[0]},{at[1]}"


@cache
def _fits(must: int, rock: int, joined: int) -> int:
    """Which sets of open sides fit, as 16 bits: ``must`` open, ``rock`` closed, one of ``joined`` open (R14)."""
    return sum(
        1 << sides
        for sides in range(16)
        if sides & must == must and not sides & rock and (sides & joined or not joined)
    )


def _back_from(
    here: tuple[Square, int], came: Mapping[tuple[Square, int], tuple[Square, int] | None]
) -> tuple[Square, ...]:
    """The squares from a root to a square, by where each step came from."""
    way: list[Square] = []
    step: tuple[Square, int] | None = here
    while step is not None:
        way.append(step[0])
        step = came[step]
    return tuple(reversed(way))


class Board:
    """An index over one mine. Never changed once made; ``laid`` gives the board with one card more."""

    __slots__ = ("_goals", "_spots", "cells", "edges", "live", "pointed", "sealed")

    cells: dict[Square, Tunnel]
    sealed: dict[Square, str]
    """Face-down cards: they neither object nor join (R14)."""
    live: dict[Square, int]
    """Open sides that are joined to the start, by square."""
    edges: dict[Square, int]
    """Empty squares at which a joined open side points: the sets of open sides that fit there, as 16 bits."""
    pointed: frozenset[Square]
    """Face-down cards at which a joined open side points: what is reached (R19)."""

    def __init__(self, mine: Mapping[str, str], face_down: Mapping[str, str]) -> None:
        self.cells = {square(at): tunnel(card) for at, card in mine.items()}
        self.sealed = {square(at): kind for at, kind in face_down.items()}
        up = {square(at) for at, card in mine.items() if card.removesuffix(TURNED) in GOAL_TUNNELS}
        self._goals = frozenset(up | {at for at, kind in self.sealed.items() if kind == GOAL})
        self.live = {}
        self.edges = {}
        self.pointed = frozenset()
        self._spots: dict[tuple[str, bool], tuple[tuple[str, bool], ...]] = {}
        roots = [(at, card.groups[0]) for at, card in self.cells.items() if card.ladder]
        self._look(self._join(roots))

    def laid(self, at: Square, card: Tunnel) -> "Board":
        """The board with one card more on an empty square."""
        after = Board.__new__(Board)
        after.cells = {**self.cells, at: card}
        after.sealed = self.sealed
        after.live = dict(self.live)
        after.edges = dict(self.edges)
        after.pointed = self.pointed
        after._goals = self._goals
        after._spots = {}
        after.edges.pop(at, None)
        roots = [(at, card.groups[0])] if card.ladder else []
        x, y = at
        for side, dx, dy, touching in STEPS:
            if card.open & side and self.live.get((x + dx, y + dy), 0) & touching:
                roots.append((at, card.group(side)))
        after._look({at, *after._join(roots)})
        return after

    def _join(self, roots: list[tuple[Square, int]]) -> set[Square]:
        """Follow the tunnels from groups known to be joined to the start; the squares where something was joined."""
        cells, live, changed = self.cells, self.live, set()
        while roots:
            at, group = roots.pop()
            known = live.get(at, 0)
            if known & group:
                continue
            live[at] = known | group
            changed.add(at)
            x, y = at
            for side, dx, dy, touching in STEPS:
                if group & side:
                    there = (x + dx, y + dy)
                    card = cells.get(there)
                    if card is not None and card.open & touching:
                        roots.append((there, card.group(touching)))
        return changed

    def _look(self, changed: Iterable[Square]) -> None:
        """Look again at the squares beside what changed."""
        cells, sealed, edges = self.cells, self.sealed, self.edges
        near = {(x + dx, y + dy) for x, y in changed for _, dx, dy, _ in STEPS}
        pointed = set()
        for there in near:
            if there in cells:
                continue
            must, rock, joined = self.around(there)
            if joined:
                if there in sealed:
                    pointed.add(there)
                else:
                    edges[there] = _fits(must, rock, joined)
        if pointed - self.pointed:
            self.pointed = self.pointed | pointed

    def around(self, at: Square) -> tuple[int, int, int]:
        """What the face-up neighbours ask of a card on a square: sides open to it, sides of rock, joined open sides."""
        cells, live = self.cells, self.live
        x, y = at
        must = rock = joined = 0
        for side, dx, dy, touching in STEPS:
            there = (x + dx, y + dy)
            card = cells.get(there)
            if card is None:
                continue
            if card.open & touching:
                must |= side
                if live.get(there, 0) & touching:
                    joined |= side
            else:
                rock |= side
        return must, rock, joined

    def spots(self, name: str, *, joined_ladders: bool = False) -> tuple[tuple[str, bool], ...]:
        """Where a tunnel card may be laid: squares with whether it is turned there (R2, R14, R34).

        With ``joined_ladders`` a ladder card must be joined to another card. In the order of squares, not of the way in
        which this board was made: a list has no memory (R94).
        """
        known = self._spots.get((name, joined_ladders))
        if known is None:
            ways = [(1 << way.open, index == 1) for index, way in enumerate(turnings(name))]
            edges = self._ladder_edges(joined=joined_ladders) if turnings(name)[0].ladder else self.edges
            known = self._spots[name, joined_ladders] = tuple(
                (written(at), turned) for at, fits in sorted(edges.items()) for bit, turned in ways if fits & bit
            )
        return known

    def _ladder_edges(self, *, joined: bool) -> dict[Square, int]:
        """Where a ladder may stand: beside a face-up card, not beside a goal (R34). It need not be joined to a card,
        unless ``joined`` says so; then it meets an open side of one, which need not be reachable."""
        near = {(x + dx, y + dy) for x, y in self.cells for _, dx, dy, _ in STEPS}
        edges = {}
        for at in near:
            if at not in self.cells and at not in self.sealed and not self.touches_goal(at) and self.touches_card(at):
                must, rock, _ = self.around(at)
                if must or not joined:
                    edges[at] = _fits(must, rock, 0)
        return edges

    def touches_goal(self, at: Square) -> bool:
        """Whether a goal, face up or down, lies beside a square."""
        x, y = at
        return any((x + dx, y + dy) in self._goals for _, dx, dy, _ in STEPS)

    def touches_card(self, at: Square) -> bool:
        """Whether a face-up tunnel card or the start lies beside a square."""
        x, y = at
        return any((x + dx, y + dy) in self.cells for _, dx, dy, _ in STEPS)

    def is_joined(self, goal: Square, *, closed: str) -> bool:
        """Whether some way from the start, ladders too, to a square passes no door of a colour (R34, R36, R45)."""
        return bool(self.way(goal, closed=closed))

    def way(self, goal: Square, *, closed: str = "") -> tuple[Square, ...]:
        """The squares of a shortest way to a square that passes no door of a colour, both ends among them; () when
        there is none. It begins at the start, or at another ladder where no tunnel leads on from the start (R34)."""
        ladders = [(at, card.groups[0]) for at, card in self.cells.items() if card.ladder]
        start = square(START_SQUARE)
        for roots in ([one for one in ladders if one[0] == start], [one for one in ladders if one[0] != start]):
            came: dict[tuple[Square, int], tuple[Square, int] | None] = dict.fromkeys(roots)
            todo = deque(roots)
            while todo:
                here = todo.popleft()
                if here[0] == goal:
                    return _back_from(here, came)
                for step in self._steps_from(here, closed):
                    if step not in came:
                        came[step] = here
                        todo.append(step)
        return ()

    def _steps_from(self, here: tuple[Square, int], closed: str) -> Iterator[tuple[Square, int]]:
        """The neighbours that a group of joined sides leads to, each with its group, not past a door of a colour."""
        (x, y), group = here
        for side, dx, dy, touching in STEPS:
            there = (x + dx, y + dy)
            card = self.cells.get(there)
            if not group & side or card is None or not card.open & touching:
                continue
            joined = card.group(touching)
            if not (closed and card.door == closed and joined == card.groups[0]):
                yield there, joined

    def is_free(self, at: Square) -> bool:
        """Whether nothing lies on a square (R1)."""
        return at not in self.cells and at not in self.sealed

    def turning(self, name: str, at: Square) -> str:
        """How a card lies that is turned up on a square (R19). Turnings that join a side which reached it come first.
        Among them, or among all if none joins, the one with most matching sides is taken; at a tie, the unturned
        one."""
        must, rock, joined = self.around(at)

        def worth(laid: str) -> tuple[bool, int]:
            sides = tunnel(laid).open
            return bool(sides & joined), (sides & must).bit_count() + (~sides & rock).bit_count()

        if tunnel(name).looks_the_same_turned:
            return name
        turned = name + TURNED
        return turned if worth(turned) > worth(name) else name


_boards: dict[int, tuple[Tunnels, FaceDown, Board]] = {}
_CACHED_BOARDS = 512


def board_of(mine: Tunnels, face_down: FaceDown) -> Board:
    """The board over a mine; made once for as long as the same mine is asked for again."""
    known = _boards.get(id(mine))
    if known is not None and known[0] is mine and known[1] is face_down:
        return known[2]
    return keep(mine, face_down, Board(mine, face_down))


def keep(mine: Tunnels, face_down: FaceDown, board: Board) -> Board:
    """Remember the board of a mine. The mine is held with it, so that its identity cannot be taken by another."""
    if len(_boards) >= _CACHED_BOARDS:
        _boards.clear()
    _boards[id(mine)] = (mine, face_down, board)
    return board
