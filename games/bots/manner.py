"""How a bot plays, apart from its role: the level that the table chose, and the temper drawn for its seat.

Each seat gets a random temper for each round, independent of its role. So diggers sometimes look guilty, and saboteurs
innocent. A temper is drawn from the secret key of the game, so it cannot be computed before the game is over (R94).
"""

from collections.abc import Mapping
from typing import NamedTuple

from games.rules.dice import Dice
from games.rules.notation import letter
from games.rules.table import DRAWS

EASY, NORMAL, STRONG = "easy", "normal", "strong"
PATIENT = "patient"


class Temper(NamedTuple):
    """The individual parameters of the weighers. Weights are in tenths of a card."""

    suspects_from: float = 1.0
    """The score (`beliefs`) from which it breaks a player's tools."""
    holds: float = 0.65
    """The chance of not digging, while the gold is far and few players may be saboteurs."""
    cover: float = 0.4
    """The chance that a saboteur who does not strike digs like a digger."""
    strikes_at: float = 5.5
    """The distance from the gold, in cards, at which a saboteur strikes each turn."""
    shows: float = 0.0
    """An extra weight for maps and rockfalls."""
    makes_up: float = 0.5
    """The chance that a player who does not want the gold reached invents its sightings of a round."""
    tells: bool = False
    """Whether it claims what it saw of goals."""
    accuses: bool = False
    """Whether it accuses players."""
    spares: float = 1.0
    """The likelihood ratio of an act up to which it does not accuse its player to save itself."""


class Level(NamedTuple):
    """How well a bot plays. Beginners lack the abilities that are false."""

    nearly: float = 0.85
    """Commands with at least this part of the highest weight count as ties."""
    remembers: bool = True
    """Judges players by the whole round, not just by the last harmful act."""
    ponders: bool = True
    """Digs for where the gold is likely, not for the nearest goal."""
    doubts: bool = True
    """Trusts claims depending on the speaker, instead of all of them."""
    hides: bool = True
    """Plays like a digger as a saboteur while the gold is far."""
    shows_temper: bool = True
    """Plays by its temper, patient or hot-headed."""


class Lists(NamedTuple):
    """The lists that the bots of a game draw from: tempers, in the order of the draw, and levels."""

    tempers: Mapping[str, Temper]
    levels: Mapping[str, Level]
    calm: Temper
    """The temper of bots that show none: digs whenever it wants the gold, and rarely plays cover as a saboteur."""


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
"""Lists by version. A game stores its version (`PublicState.draws`), so lists never change: a new temper, or another
number, makes a new version, named by `games.rules.table.DRAWS`."""
TEMPERS, LEVELS = LISTS[DRAWS].tempers, LISTS[DRAWS].levels
"""The lists of new games."""


class Manner(NamedTuple):
    """How a bot plays: its level and its temper, each by its name in lists of a version. `lot` (32 bits) decides what
    stories it makes up."""

    level: str = NORMAL
    temper: str = PATIENT
    lot: int = 0
    draws: int = DRAWS

    def skill(self) -> Level:
        """Return the level."""
        return LISTS[self.draws].levels[self.level]

    def nature(self) -> Temper:
        """Return the temper itself, by which it talks at every level."""
        return LISTS[self.draws].tempers[self.temper]

    def mood(self) -> Temper:
        """Return the temper by which it plays."""
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
