"""What a viewer may not know, piece by piece: tokens with a name only once the viewer knows what they are."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from games.rules.commands import Pass, PutMiner, SeatCommand, Trade


class NoPair(Exception):
    """The public course of a twin would be another: who is not to know may not be shown these two."""


class Token:
    """A card, a role, a goal or a chest: what it is in the game that was played, and what it is to the viewer."""

    __slots__ = ("name", "real")

    def __init__(self, real: Any, name: Any = None) -> None:
        self.real, self.name = real, name

    def fix(self, name: Any) -> None:
        """The viewer learns what it is."""
        if self.name not in (None, name):
            raise NoPair("cards")
        self.name = name


@dataclass(eq=False)
class Turn:
    """What a seat did in a turn, with its unseen cards; ``ordered`` when a standing order did it."""

    step: int
    seat: int
    command: SeatCommand
    ordered: bool
    cards: list[Token] = field(default_factory=list)

    def translated(self) -> SeatCommand:
        """The command with the cards as they now are."""
        names = tuple(sorted(card.name for card in self.cards))
        match self.command:
            case Pass():
                return Pass(names)
            case Trade(lifts=lifts):
                return Trade(names, lifts)
            case PutMiner(at=at):
                return PutMiner(names[0], at)
        return self.command


Line = tuple[str, list[Token | str]]
"""A line of chance: its kind, and what was drawn."""


def tokens(things: Iterable[Any], *, known: bool = False) -> list[Token]:
    """A token for each thing."""
    return [Token(thing, thing if known else None) for thing in things]


def names_of(some: Iterable[Token]) -> tuple[Any, ...]:
    """What they are."""
    return tuple(one.name for one in some)


def redeal(rng: Random, some: Sequence[Token], fits: Callable[[], bool] = lambda: True) -> None:
    """Give a name to all that have none, so that in all there is what there is. Raises NoPair when that cannot be."""
    known = Counter(one.name for one in some if one.name is not None)
    all_of_them = Counter(one.real for one in some)
    if known - all_of_them:
        raise NoPair("cards")
    rest, unknown = list((all_of_them - known).elements()), [one for one in some if one.name is None]
    for _ in range(1000):
        rng.shuffle(rest)
        for one, name in zip(unknown, rest, strict=True):
            one.name = name
        if fits():
            return
    raise NoPair("goals")
