"""The settings, as a process reads them when it starts."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from saboteur_site import settings
from saboteur_site.operation import checks
from saboteur_site.operation.secret_key import read_or_make_secret_key

CONFIGURATION = Path(settings.__file__).with_name("configuration")
SOURCE = "".join(path.read_text() for path in (Path(settings.__file__), *CONFIGURATION.glob("*.py")))


def read(folder: Path, *names: str, **variables: str) -> dict[str, Any]:
    """Return some settings of a process that starts with these variables and nothing else."""
    show = (
        f"import json; from saboteur_site import settings; print(json.dumps([getattr(settings, n) for n in {names}]))"
    )
    environment = {"PATH": os.environ["PATH"], "LOCAL_DIR": str(folder), **variables}
    shown = subprocess.check_output([sys.executable, "-c", show], env=environment, text=True, cwd=settings.BASE_DIR)
    return dict(zip(names, json.loads(shown), strict=True))


def test_every_variable_that_is_read_is_described() -> None:
    assert set(re.findall(r'env\.\w+\(\s*"(\w+)"', SOURCE)) == set(settings.ENVIRONMENT)
    assert list(settings.ENVIRONMENT) == sorted(settings.ENVIRONMENT)


def test_without_any_variable_everything_is_in_one_folder(tmp_path: Path) -> None:
    found = read(tmp_path, "DATABASES", "CELERY_BROKER_URL", "EMAIL_FILE_PATH", "DEBUG", "SESSION_COOKIE_SECURE")
    database = found["DATABASES"]["default"]

    assert database["NAME"] == str(tmp_path / "saboteur.sqlite3")
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in database["OPTIONS"]["init_command"]
    assert found["CELERY_BROKER_URL"].startswith("filesystem://")
    assert found["EMAIL_FILE_PATH"] == str(tmp_path / "mail")
    assert not found["DEBUG"]
    assert not found["SESSION_COOKIE_SECURE"]


def test_a_site_with_servers_for_everything_needs_no_folder(tmp_path: Path) -> None:
    read(
        tmp_path / "none",
        "DEBUG",
        DATABASE_URL="postgresql://db.example/saboteur",
        EMAIL_URL="smtp://mail.example",
        REDIS_URL="redis://redis.example",
        SECRET_KEY="a key",
    )

    assert not (tmp_path / "none").exists()


def test_an_https_site_keeps_its_cookies_to_itself(tmp_path: Path) -> None:
    cookies = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME")
    names = (*cookies, "SECURE_SSL_REDIRECT", "ALLOWED_HOSTS")
    found = read(tmp_path, *names, SITE_URL="https://mine.example/", ALLOWED_HOSTS="www.mine.example")

    assert found == {
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "SESSION_COOKIE_NAME": "__Host-sessionid",
        "CSRF_COOKIE_NAME": "__Host-csrftoken",
        "SECURE_SSL_REDIRECT": True,
        "ALLOWED_HOSTS": ["mine.example", "www.mine.example"],
    }


def test_postgresql_is_reached_through_a_pool_unless_that_is_not_wanted(tmp_path: Path) -> None:
    address = "postgresql://ann:secret@db.example:5433/saboteur"
    pooled = read(tmp_path, "DATABASES", DATABASE_URL=address)["DATABASES"]["default"]
    alone = read(tmp_path, "DATABASES", DATABASE_URL=address, DATABASE_POOL_SIZE="0")["DATABASES"]["default"]

    assert (pooled["HOST"], pooled["PORT"], pooled["NAME"]) == ("db.example", 5433, "saboteur")
    assert pooled["OPTIONS"]["pool"]["max_size"] == 10
    assert pooled["OPTIONS"]["prepare_threshold"] == 3
    assert not {"pool", "prepare_threshold", "server_side_binding"} & set(alone["OPTIONS"])
    assert alone["DISABLE_SERVER_SIDE_CURSORS"] is True


def test_mail_goes_to_the_server_that_is_named(tmp_path: Path) -> None:
    found = read(
        tmp_path, "EMAIL_HOST", "EMAIL_PORT", "EMAIL_USE_TLS", EMAIL_URL="smtp+tls://ann:secret@mail.example:587"
    )

    assert found == {"EMAIL_HOST": "mail.example", "EMAIL_PORT": 587, "EMAIL_USE_TLS": True}


def test_the_secret_key_is_made_once_and_is_its_owners(tmp_path: Path) -> None:
    path = tmp_path / "secret_key"
    made = read_or_make_secret_key(path)

    assert len(made) >= 50
    assert read_or_make_secret_key(path) == made
    assert path.stat().st_mode & 0o077 == 0
    assert [file.name for file in tmp_path.iterdir()] == ["secret_key"]


def test_processes_that_start_together_agree_on_the_secret_key(tmp_path: Path) -> None:
    source = settings.BASE_DIR / "saboteur_site" / "operation" / "secret_key.py"
    show = f"import pathlib, runpy; make = runpy.run_path({str(source)!r})['read_or_make_secret_key']"
    command = [sys.executable, "-c", f"{show}; print(make(pathlib.Path({str(tmp_path / 'key')!r})))"]
    started = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(8)]

    assert len({process.communicate()[0] for process in started}) == 1


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"DEBUG": True, "SITE_URL": "https://mine.example"}, ["saboteur.E001"]),
        ({"SITE_URL": "http://mine.example"}, ["saboteur.W001"]),
        ({"DATABASE_URL": ""}, ["saboteur.W002"]),
        ({"REDIS_URL": ""}, ["saboteur.W003"]),
        ({}, []),
    ],
)
def test_the_check_tells_operators_what_would_surprise_them(
    changed: dict[str, Any], said: list[str], settings: Settings
) -> None:
    fine = {"DEBUG": False, "SITE_URL": "https://mine.example", "DATABASE_URL": "postgresql:", "REDIS_URL": "redis:"}
    for name, value in {**fine, **changed}.items():
        setattr(settings, name, value)
    found = [*checks.check_site_is_reachable_as_configured(None), *checks.check_tracebacks_stay_inside(None)]

    assert [message.id for message in found] == said
