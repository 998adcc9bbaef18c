"""Locked rows."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from psycopg.sql import SQL, Identifier


@contextmanager
def held(table: str, *keys: int | str, column: str = "id") -> Iterator[None]:
    """An idle transaction holds some rows. A statement that waits for them fails at once."""
    other = connection.copy()
    other.set_autocommit(False)
    try:
        with other.cursor() as cursor:
            query = SQL("SELECT 1 FROM {} WHERE {} = ANY(%s) FOR UPDATE").format(Identifier(table), Identifier(column))
            cursor.execute(query, [list(keys)])
        with connection.cursor() as mine:
            mine.execute("SET lock_timeout = '1ms'")
        yield
    finally:
        with connection.cursor() as mine:
            mine.execute("SET lock_timeout = 0")
        other.rollback()
        other.close()
