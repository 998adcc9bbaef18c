"""Rows of a table that cannot be read: the table is out of order, and no other one is affected.

Where one table is one of many, this error is caught and the others go on. The log names the part once a day, and never
what is in it: that may be secret, and the operator who reads the log may sit at that table.
"""

import logging
from collections.abc import Callable
from typing import TypeVar

from django.core.cache import cache

from games.rules.errors import NewerState

log = logging.getLogger(__name__)
A_DAY = 24 * 3600

Read = TypeVar("Read")


class CorruptTable(Exception):
    """A part of a table cannot be read: the key of the game, which part that is, and why, where that may be said."""

    def __init__(self, game: int, part: str, why: str = "") -> None:
        super().__init__(f"game {game}: {part} cannot be read" + (f": {why}" if why else ""))
        self.game, self.part = game, part


def read(decode: Callable[[str], Read], text: str, game: int, part: str) -> Read:
    """Decode a text of a table's rows. CorruptTable, which is logged, when it cannot be read."""
    try:
        return decode(text)
    except NewerState as newer:
        raise logged(CorruptTable(game, part, str(newer))) from None
    except Exception:  # corrupt text may raise anything, and the error may quote it
        raise logged(CorruptTable(game, part)) from None


def logged(error: CorruptTable) -> CorruptTable:
    """The same error, logged unless that was done today."""
    if cache.add(f"disorder:{error.game}:{error.part.replace(' ', '-')}", True, A_DAY):
        log.error("%s", error)
    return error
