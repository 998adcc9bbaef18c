"""How a bot plays, beyond what its role asks: the level that a table chose, and the temper that chance gave its seat.

Each seat is given a temper for each round, whatever its role. So diggers sometimes look guilty, and saboteurs innocent.
A temper follows from the secret key of the game: no one can work it out before the game is over (R94).
"""

from collections.abc import Mapping
from typing import NamedTuple

from games.rules.dice import Dice
from games.rules.notation import letter
from games.rules.table import DRAWS

EASY, NORMAL, STRONG = "easy", "normal", "strong"
PATIENT = "patient"


class Temper(NamedTuple):
    """What sets one player apart from another, in numbers that the weighers ask for. Weights are tenths of a card."""

    suspects_from: float = 1.0
    """From how bad a name on this one breaks tools (`beliefs`)."""
    holds: float = 0.65
    """The odds of doing something else than digging, while the gold is far and few may harm."""
    cover: float = 0.4
    """The odds that one who harms digs as diggers do, when it does not strike."""
    strikes_at: float = 5.5
    """How many cards from the gold one who harms strikes each turn."""
    shows: float = 0.0
    """What a map or a rockfall weighs more."""
    makes_up: float = 0.5
    """The odds that one who does not want the gold reached makes up what it saw in a round."""
    tells: bool = False
    """Says what a goal is; the others do not mention it."""
    accuses: bool = False
    """Says its suspicions."""
    spares: float = 1.0
    """A act that is at most so many times likelier for a saboteur than for a digger is not accused to save oneself."""


class Level(NamedTuple):
    """How well one plays. What is false here, a beginner does not do."""

    nearly: float = 0.85
    """Of what weighs at least this part of the heaviest, any is as good: bots are no calculators."""
    remembers: bool = True
    """Holds all that happened in the round against the players, not just who harmed last."""
    ponders: bool = True
    """Digs for where the gold is likely, not for the nearest goal."""
    doubts: bool = True
    """Believes claims by who makes them, not all of them."""
    hides: bool = True
    """As a saboteur plays like a digger while the gold is far."""
    shows_temper: bool = True
    """Is patient or hot-headed, by its temper."""


class Lists(NamedTuple):
    """What the bots of a game draw from: tempers, in the order of the draw, and levels."""

    tempers: Mapping[str, Temper]
    levels: Mapping[str, Level]
    calm: Temper
    """That of a player who shows none: digs whenever it wants the gold, and as a saboteur wastes few turns on looks."""


LISTS: Mapping[int, Lists] = {
    1: Lists(
        tempers={
            PATIENT: Temper(),
            "hot-headed": Temper(suspects_from=0.7, cover=0.3, strikes_at=6.5, makes_up=1.0, tells=True, accuses=True),
            "trusting": Temper(suspects_from=1.5, cover=0.3, strikes_at=5.0, tells=True),
            "wary": Temper(suspects_from=1.2, holds=0.83, accuses=True, spares=4.0),
            "showy": Temper(suspects_from=0.8, cover=0.3, shows=6.0, makes_up=1.0, tells=True, accuses=True),
        },
        levels={
            EASY: Level(nearly=0.6, remembers=False, ponders=False, doubts=False, hides=False),
            NORMAL: Level(),
            STRONG: Level(nearly=0.95, shows_temper=False),
        },
        calm=Temper(holds=0.0, cover=0.2, strikes_at=8.0),
    ),
}
"""Lists by version. A game keeps the version that it began with (`PublicState.draws`), so none is ever changed: a new
temper, or another number, makes a new version, and `games.rules.table.DRAWS` names it."""
TEMPERS, LEVELS = LISTS[DRAWS].tempers, LISTS[DRAWS].levels
"""Those of games that begin now."""


class Manner(NamedTuple):
    """How a bot plays: its level and its temper, each by its name in lists of a version. `lot` (32 bits) decides what
    stories it makes up."""

    level: str = NORMAL
    temper: str = PATIENT
    lot: int = 0
    draws: int = DRAWS

    def skill(self) -> Level:
        """What the level amounts to."""
        return LISTS[self.draws].levels[self.level]

    def nature(self) -> Temper:
        """The temper itself, by which it talks at every level."""
        return LISTS[self.draws].tempers[self.temper]

    def mood(self) -> Temper:
        """What shows of the temper."""
        return self.nature() if self.skill().shows_temper else LISTS[self.draws].calm


USUAL = Manner()
"""The default temper."""


def drawn(key: bytes, number: int, seat: int, level: str = NORMAL, draws: int = DRAWS) -> Manner:
    """The manner of a seat in a round of the game with this key, from the lists of a version.

    >>> drawn(b"key", 1, 0) == drawn(b"key", 1, 0)
    True
    """
    temper = Dice(key, f"round {number} temper {letter(seat)}").one(tuple(LISTS[draws].tempers))
    return Manner(level, temper, Dice(key, f"round {number} story {letter(seat)}").below(2**32), draws)
