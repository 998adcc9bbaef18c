"""Tunnels: what the sides of a card join (R2, R3, R4).

A side is one bit, so that a set of sides is a number from 0 to 15. A tunnel is a tuple of *groups* of joined
sides; a bridge has two groups, a dead end has groups of one side. Turning a card by half a turn swaps N with S
and E with W.

>>> parse("NE").groups == (N | E,)
True
>>> parse("NE~").code, parse("NE~").groups == (S | W,)
('NE~', True)
>>> parse("EW").looks_the_same_turned, parse("NS.E-green").door
(True, 'green')
"""

from dataclasses import dataclass
from functools import lru_cache

N, E, S, W = 1, 2, 4, 8
SIDES = ((N, "N"), (E, "E"), (S, "S"), (W, "W"))
OPPOSITE = {N: S, E: W, S: N, W: E}
STEPS = ((N, 0, -1, S), (E, 1, 0, W), (S, 0, 1, N), (W, -1, 0, E))
"""Each side with the step to the neighbour across it and the neighbour's touching side."""

EXTRAS = ("ladder", "blue", "green", "crystal")
TURNED = "~"


@dataclass(frozen=True, slots=True)
class Tunnel:
    """One card as it lies: its code (with ``~`` when turned), groups of sides as bit sets, all open sides, extra."""

    code: str
    groups: tuple[int, ...]
    open: int
    extra: str = ""

    @property
    def ladder(self) -> bool:
        """Whether a ladder stands in the first group (R34)."""
        return self.extra == "ladder"

    @property
    def door(self) -> str:
        """The colour of the door on the first group, "" for none (R36)."""
        return self.extra if self.extra in ("blue", "green") else ""

    @property
    def crystal(self) -> bool:
        """Whether a crystal shows (R37, R48)."""
        return self.extra == "crystal"

    @property
    def looks_the_same_turned(self) -> bool:
        """Whether half a turn changes nothing, so that ``~`` is never written (R4)."""
        return sorted(map(half_turn, self.groups)) == sorted(self.groups) and (
            len(self.groups) == 1 or not self.extra or half_turn(self.groups[0]) == self.groups[0]
        )

    def group(self, side: int) -> int:
        """The group that holds a side, as a set of sides; 0 when the side is rock."""
        for group in self.groups:
            if group & side:
                return group
        return 0


def half_turn(sides: int) -> int:
    """A set of sides after half a turn (R2)."""
    return (sides << 2 | sides >> 2) & 15


@lru_cache(1024)
def parse(code: str) -> Tunnel:
    """The tunnel that a code of R4 names, turned when it ends in ``~``; ValueError when it names none."""
    plain, turned = (code[:-1], True) if code.endswith(TURNED) else (code, False)
    shape, _, extra = plain.partition("-")
    if (extra and extra not in EXTRAS) or plain.endswith("-"):
        raise ValueError(code)
    bits = {letter: bit for bit, letter in SIDES}
    groups = []
    for word in shape.split("."):
        if not word or any(letter not in bits for letter in word):
            raise ValueError(code)
        groups.append(sum(bits[letter] for letter in dict.fromkeys(word)))
    if sum(groups) != _union(groups) or shape != spell(tuple(groups)):
        raise ValueError(code)
    laid = tuple(map(half_turn, groups)) if turned else tuple(groups)
    return Tunnel(code=code, groups=laid, open=sum(laid), extra=extra)


def spell(groups: tuple[int, ...]) -> str:
    """Groups in the letters of R4, in the order given."""
    return ".".join("".join(letter for bit, letter in SIDES if group & bit) for group in groups)


def _union(groups: list[int]) -> int:
    sides = 0
    for group in groups:
        sides |= group
    return sides
