"""Rows of a table that cannot be read: the table is out of order, and no other one is affected.

Code that processes many tables catches this error and continues with the others. The log names the part once a day, but
never its content, which may be secret: the operator who reads the log may be a player of that table.
"""

import logging
from collections.abc import Callable
from datetime import timedelta
from typing import TypeVar

from django.core.cache import cache

from games.rules.errors import NewerState

log = logging.getLogger(__name__)
A_DAY = 24 * 3600
NEWER_TABLE_DELAY = timedelta(minutes=1)
"""The longest delay of what is due at a table that the next release wrote."""

Read = TypeVar("Read")


class CorruptTable(Exception):
    """A part of a table cannot be read: the key of the game, the name of the part, and the reason unless secret."""

    def __init__(self, game: int, part: str, why: str = "") -> None:
        super().__init__(f"game {game}: {part} cannot be read" + (f": {why}" if why else ""))
        self.game, self.part = game, part


class NewerTable(CorruptTable):
    """The next release wrote a part of the table. During an upgrade its workers may already run, and can read it."""


def retry_delay(error: Exception, usual: timedelta) -> timedelta:
    """Return the delay after which a table is tried again. It is short for a table of the next release, whose workers
    read the same due time and would wait as long."""
    return min(usual, NEWER_TABLE_DELAY) if isinstance(error, NewerTable) else usual


def read(decode: Callable[[str], Read], text: str, game: int, part: str) -> Read:
    """Return the decoded text of a table's row. Log and raise CorruptTable when it cannot be read, NewerTable when the
    next release wrote it."""
    try:
        return decode(text)
    except NewerState as newer:
        raise logged(NewerTable(game, part, str(newer))) from None
    except Exception:  # corrupt text may raise anything, and the error may quote it
        raise logged(CorruptTable(game, part)) from None


def logged(error: CorruptTable) -> CorruptTable:
    """Log an error unless it was logged today, and return it."""
    if cache.add(f"disorder:{error.game}:{error.part.replace(' ', '-')}", True, A_DAY):
        log.error("%s", error)
    return error
