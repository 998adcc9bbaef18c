"""What operators read and copy: docs, Procfile, image, compose file and units say the same, and it runs."""

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError
from django.test import Client
from pytest_django.fixtures import Settings

from games import clock
from games.models import Heartbeat
from saboteur_site import settings as of_the_site
from tests.processes import COMMANDS, HOUSE, PATIENCE, at, fetched, running
from tests.services import free_port

COMPOSE = (HOUSE / "compose.yaml").read_text()
DOCS = (HOUSE / "docs/operating.md").read_text()


# -- papers


def test_the_table_of_variables_is_that_of_the_settings() -> None:
    assert dict(re.findall(r"^\| `([A-Z_]+)` \| (.+) \|$", DOCS, re.MULTILINE)) == of_the_site.ENVIRONMENT


def test_the_compose_file_sets_variables_that_are_read_and_all_without_which_nothing_is_kept() -> None:
    site = COMPOSE.split("x-after-migrate")[0].split("environment:")[1]
    named = set(re.findall(r"^ +([A-Z_]+):", site, re.MULTILINE))
    assert named <= set(of_the_site.ENVIRONMENT)
    assert {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "SITE_URL", "EMAIL_URL"} <= named
    given = set(re.findall(r"\$\{([A-Z_]+)", COMPOSE))
    assert given - {"POSTGRES_PASSWORD"} <= set(of_the_site.ENVIRONMENT)
    assert [name for name in re.findall(r"\$\{([A-Z_]+):\?", COMPOSE) if f"`{name}`" not in DOCS] == []


def test_every_process_is_started_by_one_command_wherever_it_runs() -> None:
    for name in ("worker", "beat"):
        assert f"command: {COMMANDS[name]}\n" in COMPOSE
    image = re.findall(r"^CMD (\[.+\])$", (HOUSE / "Dockerfile").read_text(), re.MULTILINE)
    assert [" ".join(json.loads(one)) for one in image] == [at("0.0.0.0:8000")]
    for name in ("web", "worker", "beat"):
        unit = (HOUSE / f"deploy/saboteur-{name}.service").read_text()
        wanted = at("127.0.0.1:8000") if name == "web" else COMMANDS[name]
        assert f"\nExecStart=/opt/saboteur/.venv/bin/{wanted}\n" in unit
    assert (
        f"\nExecStartPre=/opt/saboteur/.venv/bin/{COMMANDS['release']}\n"
        in (HOUSE / "deploy/saboteur-web.service").read_text()
    )


def test_the_image_holds_every_folder_that_the_site_needs() -> None:
    copied = set(re.findall(r"^COPY (\w+) \w+$", (HOUSE / "Dockerfile").read_text(), re.MULTILINE))
    assert copied == {"saboteur_site", "accounts", "games", "templates", "static", "locale"}


# -- the commands


def test_the_commands_of_the_procfile_bring_up_a_site_whose_clock_ticks(tmp_path: Path) -> None:
    variables = {"SECRET_KEY": "of a test", "STATIC_ROOT": str(tmp_path / "static")}
    with running(COMMANDS["release"], tmp_path, **variables) as release:
        assert release.wait(PATIENCE) == 0
    with running("python manage.py tick", tmp_path, **variables) as tick:
        assert tick.wait(PATIENCE) == 0
    port = free_port()
    with running(at(f"127.0.0.1:{port}"), tmp_path, **variables):
        assert fetched(f"http://127.0.0.1:{port}/healthz") == b"ok\n"
        assert json.loads(fetched(f"http://127.0.0.1:{port}/readyz"))["database"] is True
        assert b"css/site." in fetched(f"http://127.0.0.1:{port}/")


# -- being watched


def ready() -> tuple[int, Any]:
    answer = Client().get("/readyz")
    return answer.status_code, answer.json()


@pytest.mark.django_db
def test_a_site_is_ready_from_its_first_tick_on() -> None:
    assert ready() == (503, {"database": True, "last_tick_seconds": None})
    call_command("tick")
    status, told = ready()
    assert (status, told["database"]) == (200, True)
    assert told["last_tick_seconds"] < 60


@pytest.mark.django_db
@pytest.mark.parametrize(("age", "status"), [(0, 200), (290, 200), (310, 503), (90_000, 503)])
def test_a_clock_that_stands_still_is_told(age: int, status: int) -> None:
    Heartbeat.objects.create(name="tick", at=clock.now() - timedelta(seconds=age))
    assert ready()[0] == status


def test_a_database_that_does_not_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Away:
        def filter(self, **_which: object) -> None:
            raise DatabaseError

    monkeypatch.setattr(Heartbeat, "objects", Away())
    assert ready() == (503, {"database": False, "last_tick_seconds": None})
    assert Client().get("/healthz").content == b"ok\n"


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/healthz", "/readyz"])
def test_who_watches_is_not_sent_to_another_address(address: str, settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    Heartbeat.objects.create(name="tick", at=clock.now())
    assert Client().get(address).status_code == 200
    assert Client().get("/").status_code == 301
    assert Client().post(address).status_code == 405
