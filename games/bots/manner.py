"""How a bot plays, beyond what its role asks: the level that a table chose, and the temper that chance gave its seat.

Each seat is given a temper for each round, whatever its role. So diggers sometimes look guilty, and saboteurs innocent.
A temper follows from the secret key of the game: nobody can work it out before the game is over (R94).
"""

from collections.abc import Mapping
from typing import NamedTuple

from games.rules.dice import Dice
from games.rules.notation import letter

NORMAL = "normal"
PATIENT = "patient"


class Temper(NamedTuple):
    """What sets one player apart from another, in numbers that the weighers ask for. Weights are tenths of a card."""

    suspects_from: float = 1.0
    """From how bad a name on this one breaks tools."""
    cover: float = 0.4
    """The odds that one who harms plays as a digger would, while the gold is far."""
    strikes_at: float = 3.0
    """So many cards from the gold cover ends."""
    shows: float = 0.0
    """What a map or a rockfall weighs more."""
    holds: float = 0.48
    spares: float = 0.0
    """What giving cards away weighs more."""


TEMPERS: Mapping[str, Temper] = {
    PATIENT: Temper(),
    "hot-headed": Temper(suspects_from=0.4, cover=0.3, strikes_at=4.0),
    "trusting": Temper(suspects_from=1.5, cover=0.3, strikes_at=2.5),
    "wary": Temper(suspects_from=1.2, holds=0.7),
    "showy": Temper(suspects_from=0.7, cover=0.3, shows=6.0),
}


class Manner(NamedTuple):
    """How a bot plays: its level and its temper, each by its name."""

    level: str = NORMAL
    temper: str = PATIENT


USUAL = Manner()
"""How bots play that nobody asks to play otherwise."""


def drawn(key: bytes, number: int, seat: int, level: str = NORMAL) -> Manner:
    """The manner of a seat in a round of the game with this key.

    >>> drawn(b"key", 1, 0) == drawn(b"key", 1, 0)
    True
    """
    return Manner(level, Dice(key, f"round {number} temper {letter(seat)}").one(tuple(TEMPERS)))
