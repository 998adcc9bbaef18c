"""Caches that count without losing one, however many count at the same time.

Each has ``count``, as `saboteur_site.cache.redis.SoftRedisCache` has it.
"""

import time
from datetime import UTC, datetime, timedelta
from threading import Lock
from typing import Any, NamedTuple

from django.core.cache.backends.db import BaseDatabaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.db import connections, router
from django.utils import timezone


class Count(NamedTuple):
    """How many there were, and in how many seconds they are forgotten."""

    many: int
    left: int


class MemoryCounter(LocMemCache):
    """Counts of this process alone, for a site that has one."""

    _alone = Lock()

    def count(self, key: str, seconds: int, by: int = 1) -> Count:
        """Add to what is counted under a key; all of it is forgotten so many seconds after the first."""
        with self._alone:
            now = time.time()
            many, until = self.get(key) or (0, now + seconds)
            left = max(1, round(until - now))
            self.set(key, (many + by, until), left)
        return Count(many + by, left)


class TableCounter(BaseDatabaseCache):
    """Counts in a table, for a site with several processes whose Redis is away. It holds nothing else.

    The table is one of `manage.py createcachetable`.
    """

    def __init__(self, table: str, params: dict[str, Any]) -> None:
        super().__init__(table, params)
        self.table = table

    def count(self, key: str, seconds: int, by: int = 1) -> Count:
        """Add to the count under a key. The whole count is forgotten so many seconds after the first. One statement, or
        two when it is the first.
        """
        line, now = connections[router.db_for_write(self.cache_model_class)], timezone.now().replace(microsecond=0)
        table, moment = line.ops.quote_name(self.table), line.ops.adapt_datetimefield_value
        old = f"{table}.expires <= %(now)s"
        given: dict[str, Any] = {
            "key": self.make_and_validate_key(key), "by": by, "first": str(by),
            "now": moment(now), "until": moment(now + timedelta(seconds=seconds)),
        }  # fmt: skip
        with line.cursor() as cursor:
            cursor.execute(
                f"INSERT INTO {table} (cache_key, value, expires) VALUES (%(key)s, %(first)s, %(until)s) "  # noqa: S608
                f"ON CONFLICT (cache_key) DO UPDATE SET "
                f"value = CASE WHEN {old} THEN %(first)s "
                f"ELSE CAST(CAST({table}.value AS integer) + %(by)s AS text) END, "
                f"expires = CASE WHEN {old} THEN %(until)s ELSE {table}.expires END RETURNING value, expires",
                given,
            )
            many, until = cursor.fetchone()
            if int(many) == by:
                cursor.execute(f"DELETE FROM {table} WHERE expires < %s", [moment(now)])  # noqa: S608
        return Count(int(many), max(1, round((_in_utc(until) - now).total_seconds())))

    def ask(self) -> None:
        """Ask the table for something; DatabaseError when it is not there."""
        line = connections[router.db_for_read(self.cache_model_class)]
        with line.cursor() as cursor:
            cursor.execute(f"SELECT 1 FROM {line.ops.quote_name(self.table)} LIMIT 1")  # noqa: S608

    def clear(self) -> None:
        """Forget all."""
        line = connections[router.db_for_write(self.cache_model_class)]
        with line.cursor() as cursor:
            cursor.execute(f"DELETE FROM {line.ops.quote_name(self.table)}")  # noqa: S608


def _in_utc(moment: datetime | str) -> datetime:
    """A moment as the database gives it: SQLite as text."""
    found = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
    return found if found.tzinfo else found.replace(tzinfo=UTC)
