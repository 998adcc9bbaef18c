"""The catalogue: every card of the box as data, in the order of R4.

A person who holds the cards and finds a shape wrong corrects it here and nowhere else. A tunnel card is named by
its code; an action card names the effect that plays it (a key of the registry in ``ruleset``) and the tools it shows.
"""

from dataclasses import dataclass
from functools import cache

from games.rules.tunnels import TURNED, Tunnel, parse

TOOLS = ("pickaxe", "lantern", "cart")
LAY = "lay"


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card: its name, the effect that plays it, the tools it shows."""

    name: str
    effect: str
    tools: tuple[str, ...] = ()

    @property
    def is_tunnel(self) -> bool:
        """Whether it is laid in the mine (R13)."""
        return self.effect == LAY


BASE_TUNNELS = {
    "NESW": 5, "ESW": 5, "NES": 5, "NS": 4, "EW": 3, "NE": 5, "NW": 4,
    "N.E.S.W": 1, "E.S.W": 1, "N.E.S": 1, "N.S": 1, "E.W": 1, "N.E": 1, "N.W": 1, "N": 1, "E": 1,
}  # fmt: skip
BASE_ACTIONS = {
    "break:pickaxe": 3, "break:lantern": 3, "break:cart": 3,
    "repair:pickaxe": 2, "repair:lantern": 2, "repair:cart": 2,
    "repair:pickaxe+lantern": 1, "repair:pickaxe+cart": 1, "repair:lantern+cart": 1,
    "rockfall": 3, "map": 6,
}  # fmt: skip
SABOTEUR2_TUNNELS = {
    "NS.EW": 2, "NW.ES": 2, "S-ladder": 1, "E-ladder": 1, "NW-ladder": 1, "NE-ladder": 1,
    "NS-blue": 1, "EW-blue": 1, "NE-blue": 1, "NS.E-green": 1, "EW-green": 1, "NW-green": 1,
    "NESW-crystal": 1, "ESW-crystal": 3, "NES-crystal": 1, "NSW.E-crystal": 1, "ESW.N-crystal": 1, "EW.S-crystal": 1,
    "S-crystal": 1, "E-crystal": 1, "NE.S": 1, "NE.W": 1, "NW.S": 1, "NW.E": 1, "NS.E": 1, "EW.S": 1,
}  # fmt: skip
SABOTEUR2_ACTIONS = {
    "theft": 4, "hands-off": 3, "swap-hands": 2, "inspection": 2, "swap-hats": 2, "trapped": 3, "free": 4,
}  # fmt: skip
MODULE_ACTIONS = {
    "swap-goals": 1, "treasury": 1, "veto": 1, "reverse": 1, "repair:pickaxe+lantern+cart": 1, "guide": 1, "detour": 1,
}  # fmt: skip
GOLD_CARDS = {1: 16, 2: 8, 3: 4}
"""Nuggets on a gold card: how many such cards (R4)."""

START = "start"
GOLD = "gold"
"""The goal with the gold; also why a round ends that reached it (R19)."""

GOAL_TUNNELS = {
    "gold": "NESW", "stone-a": "NE", "stone-b": "NW", "stone-c": "NE",
    "sack-1": "NES", "sack-2": "ESW", "dragon": "NW", "spider": "NESW",
}  # fmt: skip
FIXED_TUNNEL = "NESW"
"""The tunnel of the costume department and of the tunnel party (R71)."""
CHEST_TUNNELS = ("NESW", "ESW", "NES", "NE", "NW", "NS", "EW")
CHESTS = (
    "nugget", "no-maps", "no-draw", "extra-draw", "far-goal", "grab", "choose-3", "spy", "recycle", "landslide",
)  # fmt: skip

ARRANGEMENTS = {
    "corners": ("2,-1", "2,1", "6,-1", "6,1"),
    "wide": ("3,-2", "3,2", "6,-2", "6,2"),
    "deep": ("4,-3", "4,3", "6,-1", "6,1"),
}
"""Where chests may lie, by the name a table chooses it by (R73)."""

STOPS_LAYING = frozenset({*(f"break:{tool}" for tool in TOOLS), "trapped"})
"""Cards that keep the player they lie before from laying tunnel cards (R15, R38)."""


LIES_BEFORE = STOPS_LAYING | {"theft"}
"""Cards that are put before a player (R15, R38, R40)."""


def _card(name: str) -> Card:
    effect, _, tools = name.partition(":")
    return Card(name=name, effect=effect, tools=tuple(tools.split("+")) if tools else ())


CARDS: dict[str, Card] = {
    **{name: Card(name=name, effect=LAY) for name in {**BASE_TUNNELS, **SABOTEUR2_TUNNELS}},
    **{name: _card(name) for name in {**BASE_ACTIONS, **SABOTEUR2_ACTIONS, **MODULE_ACTIONS}},
}
ORDER = {
    name: place
    for place, name in enumerate(
        [*BASE_TUNNELS, *BASE_ACTIONS, *SABOTEUR2_TUNNELS, *SABOTEUR2_ACTIONS, *MODULE_ACTIONS]
    )
}
"""The place of each card in the catalogue; hands are kept in this order, so that a hand has no age (R4, R94)."""


@cache
def tunnel(laid: str) -> Tunnel:
    """The tunnel of a face-up card in the mine: a code, ``start`` or a goal's name, ``~`` when turned (R4).

    ValueError when it names no tunnel.

    >>> tunnel("stone-a~").groups == tunnel("NE~").groups
    True
    """
    name, turned = (laid[:-1], TURNED) if laid.endswith(TURNED) else (laid, "")
    if name == START:
        return parse("NESW-ladder")
    return parse(GOAL_TUNNELS.get(name, name) + turned)


@cache
def turnings(name: str) -> tuple[Tunnel, ...]:
    """The ways a tunnel card can lie: as printed, and turned when that shows (R2)."""
    upright = parse(name)
    return (upright,) if upright.looks_the_same_turned else (upright, parse(name + TURNED))


def in_order(hand: list[str] | tuple[str, ...]) -> tuple[str, ...]:
    """A hand in the order of the catalogue."""
    return tuple(sorted(hand, key=ORDER.__getitem__))


def spread(counts: dict[str, int]) -> list[str]:
    """All cards of a catalogue, copy by copy, in its order."""
    return [name for name, count in counts.items() for _ in range(count)]
