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
    """What sets one player apart from another, in numbers that the weighers ask for."""


TEMPERS: Mapping[str, Temper] = {
    PATIENT: Temper(),
    "hot-headed": Temper(),
    "trusting": Temper(),
    "wary": Temper(),
    "showy": Temper(),
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
