"""Rows of a table that cannot be read: the table is out of order, and no other one is affected.

Code that processes many tables catches this error and continues with the others. The log names the part once a day, but
never its content, which may be secret: the operator who reads the log may be a player of that table.
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
    """A part of a table cannot be read: the key of the game, the name of the part, and the reason unless secret."""

    def __init__(self, game: int, part: str, why: str = "") -> None:
        super().__init__(f"game {game}: {part} cannot be read" + (f": {why}" if why else ""))
        self.game, self.part = game, part


def read(decode: Callable[[str], Read], text: str, game: int, part: str) -> Read:
    """Return the decoded text of a table's row. Log and raise CorruptTable when it cannot be read."""
    try:
        return decode(text)
    except NewerState as newer:
        raise logged(CorruptTable(game, part, str(newer))) from None
    except Exception:  # corrupt text may raise anything, and the error may quote it
        raise logged(CorruptTable(game, part)) from None


def logged(error: CorruptTable) -> CorruptTable:
    """Log an error unless it was logged today, and return it."""
    if cache.add(f"disorder:{error.game}:{error.part.replace(' ', '-')}", True, A_DAY):
        log.error("%s", error)
    return error
