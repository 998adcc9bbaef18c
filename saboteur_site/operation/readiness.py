"""Whether a process can do its work: the database takes writes, the disk has room, the schema is that of the code."""

import shutil
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

ROOM = 50 * 10**6
"""Least free bytes on the disk of the embedded default."""

PAUSE = timedelta(seconds=5)
"""How long a successful write is valid; checks within that time write nothing."""

_is_current = False
_last_write: datetime | None = None


def missing_migrations() -> list[str]:
    """Return the migrations of this code that the database lacks, like `games 0036_ready`; raise DatabaseError."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label} {migration.name}" for migration, _backwards in plan]


def has_schema() -> bool:
    """Return whether the database has all migrations of this code; raise DatabaseError.

    True is cached: the code of a process does not change, and a schema does not go back.
    """
    global _is_current
    _is_current = _is_current or not missing_migrations()
    return _is_current


def takes_writes(now: datetime) -> bool:
    """Return whether the database takes writes: commit one to a table for this purpose, at most every `PAUSE`."""
    global _last_write
    if _last_write is not None and timedelta() <= now - _last_write < PAUSE:
        return True
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute("SET LOCAL lock_timeout = '1s'")
            cursor.execute("UPDATE readiness SET writes = writes + 1")
    except DatabaseError:
        return False
    _last_write = now
    return True


def has_room() -> bool:
    """Whether there is room where the embedded default stores its files; True where nothing is stored there."""
    folder = Path(settings.LOCAL_DIR)
    return not folder.exists() or shutil.disk_usage(folder).free >= ROOM
