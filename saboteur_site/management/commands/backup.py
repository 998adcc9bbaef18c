"""`manage.py backup FILE`: a consistent copy of the embedded database, while the site runs."""

import sqlite3
from argparse import ArgumentParser
from contextlib import closing
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection


class Command(BaseCommand):
    """Copies the database and checks the copy."""

    help = "Copies the embedded database (SQLite) into a file, while the site runs; for PostgreSQL there is pg_dump."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file."""
        parser.add_argument("file", type=Path, help="where the copy goes; must not be there yet")

    def handle(self, *, file: Path, **options: Any) -> None:
        """Write the copy to a temporary file, check it, and rename it."""
        if file.exists():
            raise CommandError(f"{file} is there already")
        if connection.vendor != "sqlite":
            raise CommandError("this site is on PostgreSQL: docs/operating.md says how pg_dump backs it up")
        draft = file.with_name(f"{file.name}.draft")
        draft.touch(mode=0o600)
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            with closing(sqlite3.connect(draft)) as copy:
                connection.connection.backup(copy)
                (verdict,) = copy.execute("PRAGMA integrity_check").fetchone()
        if verdict != "ok":
            raise CommandError(f"the copy is damaged, and the database with it: {verdict}")
        draft.rename(file)
        self.stdout.write(
            f"{file}: {file.stat().st_size / 1e6:.1f} MB; keep secret_key and vapid_key of LOCAL_DIR with it"
        )
