"""Emptying tables that the database lets nobody empty, as only their owner can: without its triggers."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from django.db import connection
from django.db.backends.base.operations import BaseDatabaseOperations

STAY = ("games_move", "games_peek", "games_privateact")
"""The tables whose rows stay."""


def in_spite_of_triggers(statements: Sequence[str]) -> list[str]:
    """The statements between those that take the triggers away and bring them back; for one transaction."""
    if connection.vendor != "postgresql":
        return list(statements)
    off, on = ([f"ALTER TABLE {table} {what} TRIGGER USER" for table in STAY] for what in ("DISABLE", "ENABLE"))
    return [*off, *statements, *on]


@contextmanager
def flushed_in_spite_of_triggers() -> Iterator[None]:
    """Let Django empty all tables after a test that is no transaction."""
    flush = BaseDatabaseOperations.execute_sql_flush

    def execute(self: BaseDatabaseOperations, statements: Sequence[str]) -> Any:
        return flush(self, in_spite_of_triggers(statements))

    with patch.object(BaseDatabaseOperations, "execute_sql_flush", execute):
        yield
