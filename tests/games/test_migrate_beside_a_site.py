"""Migrations beside a running site: a table that is in use holds no request up, and is changed when it is free."""

import threading
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.core.management.commands import migrate as djangos
from django.db import OperationalError, connection

from saboteur_site.management.commands import migrate
from tests.games import tables
from tests.games.holding import held

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.postgres,
    pytest.mark.xdist_group("many connections"),
]


@pytest.fixture
def changes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What each try of a migration that changes the table of games came to."""
    came = list[str]()

    def handle(self: Any, *arguments: Any, **options: Any) -> None:
        with connection.cursor() as cursor:
            try:
                cursor.execute("ALTER TABLE games_game ALTER COLUMN name SET NOT NULL")
            except OperationalError:
                came.append("in use")
                raise
        came.append("changed")

    monkeypatch.setattr(djangos.Command, "handle", handle)
    monkeypatch.setattr(migrate, "LONGEST_WAIT", "100ms")
    monkeypatch.setattr(migrate, "PAUSE", 0.05)
    return came


def test_table_in_use_is_changed_once_it_is_free(changes: list[str]) -> None:
    game = tables.running_game(3)
    with psycopg.connect(**_address()) as line:
        line.execute("SELECT FROM games_game WHERE id = %s FOR UPDATE", [game.pk])
        timer = threading.Timer(0.5, line.commit)
        timer.start()
        call_command("migrate", verbosity=0)
        timer.join()
    assert changes[-1] == "changed"
    assert changes.count("in use") >= 1


def test_table_in_use_to_the_end_is_reported(changes: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrate, "TRIES", 2)
    with held("games_game", tables.running_game(3).pk), pytest.raises(OperationalError, match="lock timeout"):
        call_command("migrate", verbosity=0)
    assert changes == ["in use", "in use"]


def test_limit_of_a_migration_ends_with_it(changes: list[str]) -> None:
    call_command("migrate", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == ("0",)


def _address() -> dict[str, Any]:
    known = connection.get_connection_params()
    return {name: known[name] for name in ("dbname", "user", "password", "host", "port") if name in known}
