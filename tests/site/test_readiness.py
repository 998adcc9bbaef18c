"""`/readyz` says what is wrong before a player finds out: a read-only or full database, a full disk, an old schema."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from pytest_django.fixtures import Settings

from games import clock
from games.models import Heartbeat
from saboteur_site.operation import readiness

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has looked at nothing yet, on a site whose clock ticks."""
    monkeypatch.setattr(readiness, "_is_current", False)
    monkeypatch.setattr(readiness, "_last_write", None)
    Heartbeat.objects.create(name="tick", at=clock.now())


def ready() -> tuple[int, Any]:
    """The status and what it says."""
    answer = Client().get("/readyz")
    return answer.status_code, answer.json()


def writes() -> int:
    """How many writes were tried and taken."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT writes FROM readiness")
        return int(cursor.fetchone()[0])


def test_site_in_order_is_ready() -> None:
    status, state = ready()
    assert (status, state["writable"], state["disk"], state["schema"]) == (200, True, True, True)
    assert writes() == 1


@pytest.mark.postgres
def test_read_only_database_is_reported() -> None:
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION READ ONLY")
        status, state = ready()
        transaction.set_rollback(True)
    assert (status, state["database"], state["writable"]) == (503, True, False)


def test_database_that_refuses_a_write_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE readiness RENAME TO away")
    status, state = ready()
    assert (status, state["database"], state["writable"]) == (503, True, False)


def test_full_disk_is_reported(monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Any) -> None:
    settings.LOCAL_DIR = tmp_path
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=readiness.ROOM - 1))
    status, state = ready()
    assert (status, state["disk"]) == (503, False)


def test_site_that_stores_nothing_on_disk_has_room(settings: Settings, tmp_path: Any) -> None:
    settings.LOCAL_DIR = tmp_path / "none"
    assert readiness.has_room()


def test_code_newer_than_the_schema_is_reported_until_it_is_migrated() -> None:
    newest = MigrationRecorder.Migration.objects.filter(app="circles").order_by("-name")[:1].get()
    newest.delete()
    status, state = ready()
    assert (status, state["schema"]) == (503, False)
    assert readiness.missing_migrations() == [f"circles {newest.name}"]
    call_command("migrate", "circles", fake=True, verbosity=0)
    assert ready()[0] == 200


def test_writes_are_tried_again_after_a_pause_and_not_before() -> None:
    now = clock.now()
    for seconds in (0, 1, 4.9, 5, 6, 3):
        assert readiness.takes_writes(now + timedelta(seconds=seconds))
    assert writes() == 3
