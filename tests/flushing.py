"""Emptying tables that are protected by triggers, as only their owner can: without its triggers.

A test that is no transaction has filled few of the tables, and with few rows. To take those rows out costs a tenth of
what it costs to empty all tables and to write again into them what the migrations know.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from unittest.mock import patch

from django.db import connection, transaction
from django.test import TransactionTestCase

STAY = ("games_game", "games_move", "games_peek", "games_privateact")
"""The tables whose rows stay."""
OF_MIGRATIONS = ("django_content_type", "auth_permission")
"""The tables that are filled by migrating, and by no test."""


def in_spite_of_triggers(statements: Sequence[str]) -> list[str]:
    """The statements between those that take the triggers away and bring them back; for one transaction."""
    if connection.vendor != "postgresql":
        return list(statements)
    off, on = ([f"ALTER TABLE {table} {what} TRIGGER USER" for table in STAY] for what in ("DISABLE", "ENABLE"))
    return [*off, *statements, "SET CONSTRAINTS ALL IMMEDIATE", *on]


def empty_tables() -> None:
    """Take out all rows that tests have written, once no other process is writing."""
    tables = set(connection.introspection.django_table_names(only_existing=True)) - set(OF_MIGRATIONS)
    quoted = sorted(map(connection.ops.quote_name, tables))
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"LOCK TABLE {', '.join(quoted)} IN SHARE ROW EXCLUSIVE MODE")
        asks = [f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {name})" for name in quoted]  # noqa: S608 (known names)
        cursor.execute(" UNION ALL ".join(asks))
        filled = [name for (name,) in cursor.fetchall()]
        for statement in in_spite_of_triggers([f"DELETE FROM {name}" for name in filled]):  # noqa: S608
            cursor.execute(statement)


@contextmanager
def flushed_in_spite_of_triggers() -> Iterator[None]:
    """Let Django empty the tables in this way after a test that is no transaction."""
    with patch.object(TransactionTestCase, "_fixture_teardown", lambda _test: empty_tables()):
        yield
