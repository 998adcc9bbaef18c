"""Squashed migrations make the schema that those make which they replace, and sites of the previous release upgrade."""

import re
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from django.db.migrations.loader import MigrationLoader

from tests.migrated import migrations_in
from tests.processes import run, said, surroundings
from tests.releases import previous_release, tree_of
from tests.services import empty_database

KEY = "one key before and after the upgrade"
Schema = Counter[tuple[str, ...]]
"""What a database is made of, as text, without the order of columns; how often it has each."""

OF_POSTGRESQL = {
    "columns": """
        SELECT table_name, column_name, data_type, character_maximum_length, is_nullable, column_default, is_identity,
            identity_generation, collation_name
        FROM information_schema.columns WHERE table_schema = 'public'
    """,
    "indexes": "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
    "constraints": """
        SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), condeferrable, condeferred, convalidated
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    """,
    "triggers": "SELECT pg_get_triggerdef(oid), tgenabled FROM pg_trigger WHERE NOT tgisinternal",
    "functions": "SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
    "sequences": "SELECT sequencename, data_type, start_value FROM pg_sequences WHERE schemaname = 'public'",
}
LOOK = """
from django.core.management import call_command
from django.db import transaction
from games.management.commands import demo
from games.models import Game, Move, Status
from games.services import moves, repairs

call_command("migrate", check_unapplied=True, verbosity=0)
dealt = Game.objects.exclude(public="")
with transaction.atomic():
    found = {game.code: repairs.faults(moves.locked(pk=game.pk)) for game in dealt}
assert len(found) == 3 and not any(found.values()), found
running = list(dealt.filter(status=Status.RUNNING))
assert len(running) == 2
for game in running:
    before = Move.objects.filter(game=game).count()
    with transaction.atomic():
        demo.play(game, 1)
    assert Move.objects.filter(game=game).count() == before + 1, game.code
call_command("tick")
"""
"""Nothing is left to migrate; each game, replayed from its log, has the state that is stored; a move can be made."""


def schema_of_postgresql(address: str) -> Schema:
    """Columns, indexes, constraints, triggers, functions and sequences of a database of PostgreSQL."""
    with psycopg.connect(address) as line:
        return Counter(
            (kind, *map(str, row)) for kind, query in OF_POSTGRESQL.items() for row in line.execute(query).fetchall()
        )


def schema_of_sqlite(file: Path) -> Schema:
    """Statements that make the tables, indexes and triggers; that of a table part by part, as its columns are."""
    with closing(sqlite3.connect(file)) as line:
        rows = line.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    return Counter((kind, name, part) for kind, name, sql in rows for part in parts(sql) if kind == "table") + Counter(
        row for row in rows if row[0] != "table"
    )


def parts(sql: str) -> list[str]:
    """The columns and constraints in the brackets of a `CREATE TABLE`."""
    found, depth = [""], 0
    for piece in re.findall(r"'[^']*'|\"[^\"]*\"|.", sql.partition("(")[2].rpartition(")")[0], re.DOTALL):
        depth += {"(": 1, ")": -1}.get(piece, 0)
        if piece == "," and not depth:
            found.append("")
        else:
            found[-1] += piece
    return [part.strip() for part in found]


def differences(one: Schema, other: Schema) -> list[tuple[str, ...]]:
    """What only one of two schemas has."""
    return sorted([*(one - other).elements(), *(other - one).elements()])


def test_squashed_migrations_replace_all_before_them_once() -> None:
    found = MigrationLoader(None).disk_migrations
    replaced = [key for one in found.values() for key in one.replaces]
    assert len(replaced) == len(set(replaced))
    for (app, name), one in found.items():
        if one.replaces:
            first, last = name[:4], str(one.replaces[-1][1])
            assert name == f"{first}_squashed_{last}"
            assert one.replaces == sorted(
                key for key in found if key[0] == app and first <= key[1] <= last and key != (app, name)
            )


@pytest.mark.soak
@pytest.mark.postgres
def test_squashed_schema_of_postgresql_equals_that_of_the_replaced(tmp_path: Path) -> None:
    with empty_database() as squashed, empty_database() as replaced:
        run("python manage.py migrate --verbosity 0", tmp_path, SECRET_KEY=KEY, DATABASE_URL=squashed)
        said(tmp_path, "-m", "tests.replaced_migrations", SECRET_KEY=KEY, DATABASE_URL=replaced)
        schemas = schema_of_postgresql(squashed), schema_of_postgresql(replaced)
    assert {kind for kind, *_ in schemas[0]} == set(OF_POSTGRESQL)
    assert differences(*schemas) == []


@pytest.mark.soak
def test_squashed_schema_of_sqlite_equals_that_of_the_replaced(tmp_path: Path) -> None:
    squashed, replaced = tmp_path / "squashed", tmp_path / "replaced"
    run("python manage.py migrate --verbosity 0", squashed, SECRET_KEY=KEY)
    said(replaced, "-m", "tests.replaced_migrations", SECRET_KEY=KEY)
    schemas = [schema_of_sqlite(folder / "saboteur.sqlite3") for folder in (squashed, replaced)]
    assert sum(schemas[0].values()) > 300
    assert differences(*schemas) == []


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The files of the previous release."""
    release = previous_release()
    if not release:
        pytest.skip("there is no tag of a release before this one")
    (tmp_path / "before").mkdir()
    return tree_of(release, tmp_path / "before")


def upgraded(tree: Path, folder: Path, **site: str) -> None:
    """Set up a site with the demo of the release before, migrate it with the code of now and look through it."""
    environment = surroundings(folder, SECRET_KEY=KEY, **site)
    for command in (("migrate", "--verbosity", "0"), ("demo",)):
        subprocess.run([sys.executable, "manage.py", *command], cwd=tree, env=environment, check=True)
    run("python manage.py migrate --verbosity 0", folder, SECRET_KEY=KEY, **site)
    said(folder, "manage.py", "shell", "--verbosity", "0", "--command", LOOK, SECRET_KEY=KEY, **site)


@pytest.mark.soak
@pytest.mark.postgres
def test_database_of_the_previous_release_upgrades_on_postgresql(tree: Path, tmp_path: Path) -> None:
    with empty_database() as address, empty_database() as fresh:
        upgraded(tree, tmp_path, DATABASE_URL=address)
        run("python manage.py migrate --verbosity 0", tmp_path, SECRET_KEY=KEY, DATABASE_URL=fresh)
        assert differences(schema_of_postgresql(address), schema_of_postgresql(fresh)) == []
        assert migrations_in(address) == migrations_in(fresh)


@pytest.mark.soak
def test_database_of_the_previous_release_upgrades_on_sqlite(tree: Path, tmp_path: Path) -> None:
    upgraded(tree, tmp_path / "site")
    run("python manage.py migrate --verbosity 0", tmp_path / "fresh", SECRET_KEY=KEY)
    schemas = [schema_of_sqlite(tmp_path / name / "saboteur.sqlite3") for name in ("site", "fresh")]
    assert differences(*schemas) == []
