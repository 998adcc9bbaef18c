"""Caches with an atomic counter.

Each has ``count``, as `saboteur_site.cache.redis.SoftRedisCache` does.
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
    """The value of a counter, and the seconds until it expires."""

    many: int
    left: int


class MemoryCounter(LocMemCache):
    """Counters of this process, for a site with one process."""

    _alone = Lock()

    def count(self, key: str, seconds: int, by: int = 1) -> Count:
        """Add to the counter of a key, which expires so many seconds after its first increment."""
        with self._alone:
            now = time.time()
            many, until = self.get(key) or (0, now + seconds)
            left = max(1, round(until - now))
            self.set(key, (many + by, until), left)
        return Count(many + by, left)


class TableCounter(BaseDatabaseCache):
    """Counters in a table, for a site with several processes whose Redis is away. It stores nothing else.

    The table is like those of `manage.py createcachetable`.
    """

    def __init__(self, table: str, params: dict[str, Any]) -> None:
        super().__init__(table, params)
        self.table = table

    def count(self, key: str, seconds: int, by: int = 1) -> Count:
        """Add to the counter of a key, which expires so many seconds after its first increment. One statement, or two
        for the first increment.
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
        """Read from the table; raise DatabaseError if it does not exist."""
        line = connections[router.db_for_read(self.cache_model_class)]
        with line.cursor() as cursor:
            cursor.execute(f"SELECT 1 FROM {line.ops.quote_name(self.table)} LIMIT 1")  # noqa: S608

    def clear(self) -> None:
        """Delete all counters."""
        line = connections[router.db_for_write(self.cache_model_class)]
        with line.cursor() as cursor:
            cursor.execute(f"DELETE FROM {line.ops.quote_name(self.table)}")  # noqa: S608


def _in_utc(moment: datetime | str) -> datetime:
    """Return a time as an aware datetime; SQLite returns text."""
    found = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
    return found if found.tzinfo else found.replace(tzinfo=UTC)
