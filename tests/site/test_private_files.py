"""Nothing that the embedded default stores can be read by another account of the machine."""

import sqlite3
import stat
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import call_command
from pytest_django.fixtures import Settings

from saboteur_site.database.sqlite3.base import DatabaseWrapper
from saboteur_site.management.commands import prepare
from saboteur_site.operation import doctor, private
from saboteur_site.operation.doctor import Verdict
from tests.processes import run


def mode(path: Path) -> int:
    """The permissions of a file or folder."""
    return stat.S_IMODE(path.stat().st_mode)


def test_new_folder_and_database_are_closed_to_other_accounts(tmp_path: Path) -> None:
    local = tmp_path / "local"
    run(f"{sys.executable} manage.py migrate --verbosity=0 contenttypes", local)
    assert mode(local) == 0o700
    assert mode(local / "saboteur.sqlite3") == 0o600
    assert mode(local / "secret_key") == 0o600


def test_new_connection_creates_a_database_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "site.sqlite3"
    options = {"init_command": "PRAGMA journal_mode=WAL"}
    wrapper = DatabaseWrapper({"NAME": str(file), "OPTIONS": options, "TIME_ZONE": None})
    connection = wrapper.get_new_connection(wrapper.get_connection_params())
    connection.execute("CREATE TABLE hands (card TEXT)")
    assert {path.name: mode(path) for path in tmp_path.iterdir()} == dict.fromkeys(
        ("site.sqlite3", "site.sqlite3-wal", "site.sqlite3-shm"), 384
    )
    connection.close()


def test_prepare_closes_what_an_earlier_release_left_open(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.chmod(0o755)
    file = tmp_path / "site.sqlite3"
    sqlite3.connect(file).close()
    file.touch()
    file.chmod(0o644)
    settings.LOCAL_DIR, settings.STATIC_ROOT = tmp_path, None
    monkeypatch.setattr(prepare, "connection", SimpleNamespace(vendor="sqlite", settings_dict={"NAME": str(file)}))
    monkeypatch.setattr(prepare, "call_command", lambda *_, **__: None)
    call_command("prepare")
    assert (mode(tmp_path), mode(file)) == (0o700, 0o600)


def test_doctor_reports_a_folder_that_others_may_open(tmp_path: Path, settings: Settings) -> None:
    settings.LOCAL_DIR, settings.DATABASE_URL = tmp_path, "postgresql://x"
    tmp_path.chmod(0o750)
    (found,) = doctor.files()
    assert found.verdict is Verdict.WARNING
    assert tmp_path.name in found.text
    private.close(tmp_path)
    (found,) = doctor.files()
    assert found.verdict is Verdict.OK
