"""A backup is worth what a restore of it has shown: the commands of docs/operating.md, tried with games in them.

The site is set up with its demo data, which holds tables that wait, one in mid-game and one that is over.
"""

import re
import shlex
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from psycopg import sql

from games.management.commands.demo import NAME, PASSWORD
from tests.migrated import Fill
from tests.processes import ROOT, at, fetched, run, running
from tests.services import Missing, do_without, empty_database, free_port, postgresql_programs
from tests.visitors import Visitor

DOCS = (ROOT / "docs/operating.md").read_text()
KEY = "one key before and after, as the docs say"
LOOK = """
from django.core.management import call_command
from django.db import transaction
from games.models import Game
from games.services import moves, repairs

call_command("migrate", check_unapplied=True, verbosity=0)
call_command("check")
with transaction.atomic():
    dealt = Game.objects.exclude(public="")
    found = {game.code: repairs.faults(moves.locked(pk=game.pk)) for game in dealt}
assert len(found) >= 3 and not any(found.values()), found
call_command("tick")
"""

Rows = dict[str, list[Any]]


def documented(program: str) -> str:
    """The line of docs/operating.md that calls a program."""
    return str(re.findall(rf"^ {{4,7}}({program} .*)$", DOCS, re.MULTILINE)[0])


def pages_of(folder: Path, **variables: str) -> dict[str, str]:
    """What Ann sees of her tables on a site that runs, by their codes."""
    port = free_port()
    with running(at(f"127.0.0.1:{port}", workers=1), folder, **variables):
        fetched(f"http://127.0.0.1:{port}/healthz")
        ann = Visitor(f"http://127.0.0.1:{port}")
        ann.log_in(NAME, PASSWORD)
        codes = sorted(set(re.findall(r"/t/([\w-]+)/", ann.get("/").content.decode())))
        # The first look changes what is new to her.
        pages = {code: ann.get(f"/t/{code}/").content.decode() for code in [*codes, *codes]}
        ann.leave()
        # In how many seconds what a page says of deadlines is no longer true.
        pages = {code: re.sub(r' data-untrue-in="\d+"', "", page) for code, page in pages.items()}
    assert len(pages) >= 3
    return {code: re.sub(r'csrfmiddlewaretoken" value="\w+"', "", page) for code, page in pages.items()}


def looked_through(folder: Path, **variables: str) -> None:
    """Nothing is to be migrated; the log of each game, played again, leads to the state that is kept; time goes on."""
    run(f"python manage.py shell -v 0 -c {shlex.quote(LOOK)}", folder, **variables)


# -- PostgreSQL


@pytest.fixture
def programs() -> Path:
    """The folder with pg_dump and pg_restore."""
    try:
        # A wheel's programs are run where they lie: dumping needs no account of its own.
        folder = postgresql_programs(Path("/nowhere"), None)
    except (Missing, OSError) as missing:
        do_without(Missing(f"there is no pg_dump: {missing}"))
    if not all((folder / name).exists() for name in ("pg_dump", "pg_restore")):
        do_without(Missing(f"there is no pg_dump in {folder}"))
    return folder


def rows_of_postgresql(address: str) -> Rows:
    """Every row of every table."""
    with psycopg.connect(address) as line:
        tables = line.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1").fetchall()
        return {
            table: line.execute(sql.SQL("SELECT t::text FROM {} t ORDER BY 1").format(sql.Identifier(table))).fetchall()
            for (table,) in tables
        }


def as_documented(program: str, programs: Path, folder: Path, address: str) -> None:
    """Run the line that the docs give for a program of PostgreSQL."""
    words = [address if word == "$DATABASE_URL" else word for word in shlex.split(documented(program))]
    done = subprocess.run([programs / words[0], *words[1:]], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.postgres
def test_a_dump_of_postgresql_gives_every_game_back(programs: Path, tmp_path: Path, fill: Fill) -> None:
    with empty_database() as here, empty_database() as there:
        fill(here)
        site = {"SECRET_KEY": KEY, "DATABASE_URL": here}
        run("python manage.py prepare --demo", tmp_path, **site)
        pages, rows = pages_of(tmp_path, **site), rows_of_postgresql(here)
        as_documented("pg_dump", programs, tmp_path, here)
        as_documented("pg_restore", programs, tmp_path, there)

        restored = rows_of_postgresql(there)
        assert restored == rows
        assert all(len(rows[table]) > 3 for table in ("games_game", "games_seat", "games_move", "games_tablesecret"))
        site["DATABASE_URL"] = there
        assert pages_of(tmp_path, **site) == pages
        looked_through(tmp_path, **site)
        # What has happened since is gone after another restore.
        as_documented("pg_restore", programs, tmp_path, there)
        assert rows_of_postgresql(there) == rows
        with psycopg.connect(there) as line, pytest.raises(psycopg.errors.RaiseException):
            line.execute("UPDATE games_move SET events = '[]'")  # the log is closed to changes as it was


# -- SQLite


def rows_of_sqlite(file: Path) -> Rows:
    """Every row of every table."""
    with closing(sqlite3.connect(file)) as line:
        tables = [name for (name,) in line.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1")]
        return {table: sorted(map(repr, line.execute(f'SELECT * FROM "{table}"'))) for table in tables}  # noqa: S608


@pytest.mark.soak
def test_copy_of_a_live_embedded_database_restores_every_game(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    there.mkdir()
    run("python manage.py prepare --demo", here, SECRET_KEY=KEY)
    pages = pages_of(here, SECRET_KEY=KEY)
    rows = rows_of_sqlite(here / "saboteur.sqlite3")
    with closing(sqlite3.connect(here / "saboteur.sqlite3", isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("DELETE FROM games_move")
        run(f"python manage.py backup {tmp_path}/saboteur.backup", here, SECRET_KEY=KEY)
        writer.execute("ROLLBACK")

    assert (tmp_path / "saboteur.backup").stat().st_mode & 0o077 == 0
    (tmp_path / "saboteur.backup").rename(there / "saboteur.sqlite3")
    assert rows_of_sqlite(there / "saboteur.sqlite3") == rows
    assert pages_of(there, SECRET_KEY=KEY) == pages
    looked_through(there, SECRET_KEY=KEY)


def test_a_copy_overwrites_nothing(tmp_path: Path) -> None:
    (tmp_path / "saboteur.backup").touch()
    with pytest.raises(CommandError, match="is there already"):
        call_command("backup", str(tmp_path / "saboteur.backup"))


@pytest.mark.postgres
def test_backup_command_on_postgresql_names_the_way(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="pg_dump"):
        call_command("backup", str(tmp_path / "saboteur.backup"))
