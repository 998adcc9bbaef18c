"""`manage.py migrate` beside a running site: no migration makes requests wait for long.

A statement that changes a table waits until all transactions that use it have ended, and all later statements wait
behind it. So it gives up after a few seconds, the site goes on, and the migration is tried again. Migrations can be
repeated: each is a transaction, or continues where it was interrupted.
"""

import time
from typing import Any

from django.core.management.commands import migrate
from django.db import OperationalError, connections

LONGEST_WAIT = "3s"
"""The lock timeout of a migration, for PostgreSQL."""
TRIES = 200
PAUSE = 1.0
"""Seconds between two tries. With the waits, a table may be in use for about ten minutes."""
NO_LOCK = "55P03"
"""The SQLSTATE of a lock timeout."""


class Command(migrate.Command):
    """Django's command, with a limit for each wait and a retry."""

    def handle(self, *arguments: Any, database: str, **options: Any) -> str | None:
        """Run the migrations that are missing. Raise OperationalError if a table stayed in use until the last try."""
        connection = connections[database]
        if connection.vendor != "postgresql":
            return super().handle(*arguments, database=database, **options)
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, false)", [LONGEST_WAIT])
        try:
            for tries_left in reversed(range(TRIES)):
                try:
                    return super().handle(*arguments, database=database, **options)
                except OperationalError as error:
                    if getattr(error.__cause__, "sqlstate", None) != NO_LOCK or not tries_left:
                        raise
                    self.stderr.write("A table is in use. The migration is tried again.")
                    time.sleep(PAUSE)
        finally:
            with connection.cursor() as cursor:
                cursor.execute("RESET lock_timeout")
        return None
