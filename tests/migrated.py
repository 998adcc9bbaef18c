"""A PostgreSQL database as the migrations leave it, without migrating: that takes seconds for each new process."""

import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import psycopg
from django.db import connection

from tests.flushing import OF_MIGRATIONS
from tests.processes import said
from tests.services import Missing, postgresql_programs

Fill = Callable[[str], None]
"""Makes an empty database, by its address, a migrated one."""


def migrated_like_ours(file: Path) -> Fill:
    """Keep in a file how the database of the tests is when it is fresh, and give what fills others with that.

    Where the tests have no PostgreSQL, or none of them is about a database, or there is no `pg_dump`, others are
    migrated.
    """
    try:
        programs = postgresql_programs(Path("/nowhere"), None)
    except (Missing, OSError):
        return _migrate
    if connection.vendor != "postgresql" or not all((programs / name).exists() for name in ("pg_dump", "pg_restore")):
        return _migrate
    if "django_migrations" not in connection.introspection.table_names():
        return _migrate
    dump = [str(programs / "pg_dump"), "--format", "custom", "--no-owner", "--file", str(file), *_without_rows()]
    subprocess.run([*dump, address_of_ours()], check=True)

    def fill(address: str) -> None:
        subprocess.run([programs / "pg_restore", "--no-owner", "--dbname", address, file], check=True)

    return fill


def _migrate(address: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        said(Path(folder), "manage.py", "migrate", "--verbosity", "0", SECRET_KEY="of the tests", DATABASE_URL=address)


def _without_rows() -> list[str]:
    """Options by which rows of tests, and what they were numbered by, stay out."""
    tables = set(connection.introspection.django_table_names(only_existing=True)) - set(OF_MIGRATIONS)
    return [f"--exclude-table-data={name}*" for name in sorted(tables)]


def address_of_ours() -> str:
    """The database of the tests as DATABASE_URL names it."""
    given = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{given['NAME']}"
    return f"postgresql://{given['USER']}:{given['PASSWORD']}@{given['HOST']}:{given['PORT']}/{given['NAME']}"


def migrations_in(address: str) -> set[tuple[str, str]]:
    """Application and name of each migration that a database of PostgreSQL has."""
    with psycopg.connect(address) as line:
        return set(line.execute("SELECT app, name FROM django_migrations").fetchall())
