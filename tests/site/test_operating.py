"""What operators read and copy: docs, Procfile, image, compose file and units agree, and the commands run."""

import json
import os
import re
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import psycopg
import pytest
from django.core.management import call_command, get_commands
from django.db import DatabaseError
from django.test import Client
from django.urls import reverse
from gunicorn.config import Config  # type: ignore[import-untyped]
from pytest_django.fixtures import Settings

from games import clock
from games.models import Heartbeat, Outage
from saboteur_site import settings
from saboteur_site.celery import SWEEPS
from saboteur_site.web.middleware import StorageMiddleware
from saboteur_site.web.secret_parts import SECRET_PARTS
from tests.faults.table import NAME, PASSWORD
from tests.migrated import Fill
from tests.processes import COMMANDS, PATIENCE, ROOT, at, becomes, fetched, run, running, said
from tests.services import Missing, do_without, empty_database, free_port
from tests.visitors import Visitor

COMPOSE = (ROOT / "compose.yaml").read_text()
KEY = "a key of the tests that is hard to guess 8Vq2"
DOCS = (ROOT / "docs/operating.md").read_text()


# -- documents and deployment files


def test_the_table_of_variables_is_that_of_the_settings() -> None:
    assert dict(re.findall(r"^\| `([A-Z_]+)` \| (.+) \|$", DOCS, re.MULTILINE)) == settings.ENVIRONMENT


def test_compose_file_sets_known_and_all_persistent_variables() -> None:
    site = COMPOSE.split("x-after-migrate")[0].split("environment:")[1]
    named = set(re.findall(r"^ +([A-Z_]+):", site, re.MULTILINE))
    assert named <= set(settings.ENVIRONMENT)
    assert {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "SITE_URL", "EMAIL_URL"} <= named
    given = set(re.findall(r"\$\{([A-Z_]+)", COMPOSE))
    assert given - {"POSTGRES_PASSWORD", "REDIS_PASSWORD"} <= set(settings.ENVIRONMENT)
    assert [name for name in re.findall(r"\$\{([A-Z_]+):\?", COMPOSE) if f"`{name}`" not in DOCS] == []


def test_every_process_is_started_by_one_command_wherever_it_runs() -> None:
    for name in (*SWEEPS, "beat"):
        assert f"  {name}:\n    <<: *worker\n    command: {COMMANDS[name]}\n" in COMPOSE
    image = re.findall(r"^CMD (\[.+\])$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert [" ".join(json.loads(one)) for one in image] == [at("0.0.0.0:8000")]
    wanted = {"web": at("127.0.0.1:8000"), "beat": COMMANDS["beat"]}
    wanted |= {f"worker@{name}": COMMANDS[name] for name in SWEEPS}
    for name, command in wanted.items():
        unit, _, queue = name.partition("@")
        text = (ROOT / f"deploy/saboteur-{unit}{'@' if queue else ''}.service").read_text()
        assert f"\nExecStart=/opt/saboteur/current/.venv/bin/{command}\n" in text.replace("%i", queue)
    assert (
        f"\nExecStartPre=/opt/saboteur/current/.venv/bin/{COMMANDS['release']}\n"
        in (ROOT / "deploy/saboteur-web.service").read_text()
    )


def test_no_web_server_opens_a_control_socket() -> None:
    places = ("Procfile", "Dockerfile", "deploy/saboteur-web.service")
    assert [place for place in places if "--no-control-socket" not in (ROOT / place).read_text()] == []


def test_units_run_in_an_account_that_owns_one_folder() -> None:
    account = re.findall(r"^u (\w+) - \".+\" (\S+)$", (ROOT / "deploy/saboteur.sysusers").read_text(), re.MULTILINE)
    manage = (ROOT / "deploy/saboteur-manage").read_text()
    for path in (ROOT / "deploy").glob("*.service"):
        unit = path.read_text()
        (user,), (folder,) = re.findall(r"^User=(\w+)$", unit, re.M), re.findall(r"^StateDirectory=(\w+)$", unit, re.M)
        assert [(user, f"/var/lib/{folder}")] == account
        assert "\nProtectSystem=strict\n" in unit
        variables = dict(re.findall(r"(LOCAL_DIR|STATIC_ROOT)=(\S+)", unit))
        assert all(place.startswith(f"/var/lib/{folder}") for place in variables.values())
        assert all(f"--setenv {name}={place} " in manage for name, place in variables.items())
        assert re.findall(r"--uid (\w+)", manage) == [user]


def test_web_processes_have_threads_beside_those_for_the_database() -> None:
    (threads,) = re.findall(r"--threads (\d+)", COMMANDS["web"])
    assert int(threads) >= StorageMiddleware.ROOM + 2


def test_all_deployment_files_use_one_port() -> None:
    image = (ROOT / "Dockerfile").read_text()
    (port,) = re.findall(r"^EXPOSE (\d+)$", image, re.MULTILINE)
    assert f'"--bind", "0.0.0.0:{port}"' in image
    assert f'expose: ["{port}"]' in COMPOSE
    assert f"{{$UPSTREAM:web:{port}}}" in (ROOT / "deploy/Caddyfile").read_text()
    assert f"127.0.0.1:{port};" in (ROOT / "deploy/nginx.conf").read_text()
    assert f"ListenStream=127.0.0.1:{port}\n" in (ROOT / "deploy/saboteur-web.socket").read_text()
    (asked,) = re.findall(r"urlopen\('http://localhost:(\d+)(/\w+)'", image)
    assert asked == (port, reverse("games:alive"))
    (names,) = re.findall(r"ALLOWED_HOSTS: ([\w,]+)\n", COMPOSE)
    (scraped,) = re.findall(rf'targets: \["(\w+):{port}"\]', DOCS)
    assert {"localhost", scraped} == set(names.split(","))  # the health check of the image, and Prometheus


def test_every_process_gives_equal_time_to_stop() -> None:
    (grace,) = re.findall(r"stop_grace_period: (\d+)s", COMPOSE)
    units = [path.read_text() for path in (ROOT / "deploy").glob("*.service")]
    assert [re.findall(r"^TimeoutStopSec=(\d+)$", unit, re.MULTILINE) for unit in units] == [[grace]] * 3
    assert Config().graceful_timeout < int(grace)


def test_compose_file_has_each_process_once_with_existing_commands() -> None:
    services = COMPOSE.split("\nservices:\n")[1].split("\nvolumes:")[0]
    names = re.findall(r"^  (\w+):$", services, re.MULTILINE)
    assert sorted(names) == ["beat", "bots", "chores", "clock", "migrate", "post", "postgres", "proxy", "redis", "web"]
    assert set(re.findall(r"python manage\.py (\w+)", COMPOSE)) <= set(get_commands())
    assert services.count("<<: [*site, *after-migrate]") == 1
    assert services.count("<<: *worker") == 5
    assert all(f"| {name} |" in DOCS for name in ("web", *SWEEPS, "beat"))


def test_upgrade_stops_every_old_worker_before_new_ones_start() -> None:
    steps = DOCS[DOCS.index("## Upgrade") : DOCS.index("## Growing")]
    workers = set(COMMANDS) - {"release", "web"}
    (stopped,) = re.findall(r"docker compose stop ([a-z ]+)`", steps)
    (started,) = re.findall(r"systemctl start ([-@a-z ]+)`", steps)
    assert set(stopped.split()) == workers
    assert set(re.findall(r"saboteur-(?:worker@)?([a-z]+)", started)) == workers
    compose = ["compose run --rm migrate", "compose stop", "compose up"]
    units = [
        "saboteur-manage prepare",
        "stop saboteur-beat 'saboteur-worker@*'",
        "restart saboteur-web",
        "start saboteur",
    ]
    for order in (compose, units):
        assert sorted(order, key=steps.index) == order


def test_containers_of_the_site_write_nothing_and_have_no_power() -> None:
    site = COMPOSE.split("x-after-migrate")[0]
    for line in ("read_only: true", 'cap_drop: ["ALL"]', '"no-new-privileges:true"', "env_file: .env"):
        assert line in site
    image = (ROOT / "Dockerfile").read_text()
    assert re.search(r"^USER \d+$", image, re.MULTILINE)
    assert "\nVOLUME /var/lib/saboteur\n" in image
    assert "\nHEALTHCHECK " in image
    assert "--requirepass" in COMPOSE


def test_proxies_mask_each_registered_secret_in_their_logs() -> None:
    for name in ("Caddyfile", "nginx.conf"):
        (words,) = set(re.findall(r"\((?:\?:)?(feeds[\w|-]+)\)", (ROOT / "deploy" / name).read_text()))
        masked = set(words.split("|"))
        assert {part.before.rstrip("/").rpartition("/")[2] for part in SECRET_PARTS} <= masked


def test_the_image_holds_every_folder_that_the_site_needs() -> None:
    copied = set(re.findall(r"^COPY (\w+) \w+$", (ROOT / "Dockerfile").read_text(), re.MULTILINE))
    apps = {"saboteur_site", "accounts", "api", "circles", "games", "handbook", "personal", "results"}
    assert copied == {*apps, "templates", "static", "locale"}


# -- the commands


def test_the_commands_of_the_procfile_bring_up_a_site_whose_clock_ticks(tmp_path: Path, static_root: Path) -> None:
    variables = {"SECRET_KEY": "of a test", "STATIC_ROOT": str(static_root)}
    with running(COMMANDS["release"], tmp_path, **variables) as release:
        assert release.wait(PATIENCE) == 0
    with running("python manage.py tick", tmp_path, **variables) as tick:
        assert tick.wait(PATIENCE) == 0
    port = free_port()
    with running(at(f"127.0.0.1:{port}"), tmp_path, **variables):
        assert fetched(f"http://127.0.0.1:{port}/healthz") == b"ok\n"
        assert json.loads(fetched(f"http://127.0.0.1:{port}/readyz"))["database"] is True
        assert b"css/site." in fetched(f"http://127.0.0.1:{port}/")


@pytest.mark.postgres
def test_workers_and_beat_move_bots_tick_and_satisfy_the_doctor(tmp_path: Path, fill: Fill) -> None:
    if "REDIS_URL" not in os.environ:
        do_without(Missing("there is no Redis; ./run test brings one"))
    site = f"http://127.0.0.1:{free_port()}"
    with empty_database() as database:
        fill(database)
        queue = re.sub(r"/\d+$", "/9", os.environ["REDIS_URL"])
        variables = {"SECRET_KEY": KEY, "DATABASE_URL": database, "REDIS_URL": queue, "SITE_URL": site}
        code, *_others = said(tmp_path, "-m", "tests.faults.table", **variables).split()
        before = moves_at(database, code)
        with (
            running(at(site.removeprefix("http://"), workers=1), tmp_path, **variables),
            running(COMMANDS["clock"], tmp_path, **variables),
            running(COMMANDS["bots"], tmp_path, **variables),
            running(COMMANDS["post"], tmp_path, **variables),
            running(COMMANDS["chores"], tmp_path, **variables),
        ):
            discard_as_ann(site, code)
            # There are no sweeps yet: a task in Redis lets the first bot move, and its move queues one for the second.
            assert becomes(lambda: moves_at(database, code) >= before + 3)
            with running(COMMANDS["beat"], tmp_path, **variables):
                assert json.loads(fetched(f"{site}/readyz"))["last_tick_seconds"] < 60
                run("python manage.py doctor --url", tmp_path, **variables)


@pytest.mark.soak
@pytest.mark.postgres
def test_beat_ticks_by_itself_while_the_queue_is_unavailable(tmp_path: Path, fill: Fill) -> None:
    with empty_database() as database:
        fill(database)
        queue = f"redis://127.0.0.1:{free_port()}/0"
        variables = {"SECRET_KEY": KEY, "DATABASE_URL": database, "REDIS_URL": queue}
        with running(COMMANDS["beat"], tmp_path, **variables), psycopg.connect(database, autocommit=True) as line:
            assert becomes(lambda: line.execute("SELECT 1 FROM games_heartbeat WHERE name = 'tick'").fetchone() == (1,))


def moves_at(database: str, code: str) -> int:
    """How many moves a table has."""
    with psycopg.connect(database) as line:
        return int(line.execute("SELECT seq FROM games_game WHERE code = %s", [code]).fetchall()[0][0])


def discard_as_ann(site: str, code: str) -> None:
    """Discard a card over HTTP."""
    fetched(f"{site}/healthz")
    ann = Visitor(site)
    ann.log_in(NAME, PASSWORD)
    card = ann.page(f"/t/{code}/?mode=discard").hand()[0]
    form = ann.page(urljoin(f"/t/{code}/", card["href"])).play
    assert form is not None
    assert ann.post(form.action, form.values()).status_code == 303
    ann.leave()


# -- monitoring


def ready() -> tuple[int, Any]:
    answer = Client().get("/readyz")
    return answer.status_code, answer.json()


@pytest.mark.django_db
def test_site_is_ready_after_its_first_tick() -> None:
    never = {
        "database": True,
        "writable": True,
        "schema": True,
        "disk": True,
        "last_tick_seconds": None,
        "tick_rhythm_seconds": 60,
        "outages_within_a_day": 0,
    }
    assert ready() == (503, never)
    call_command("tick")
    status, state = ready()
    assert (status, state["database"]) == (200, True)
    assert state["last_tick_seconds"] < 60


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("age", "gaps", "status"),
    [(0, "", 200), (290, "", 200), (310, "", 503), (90_000, "", 503), (1400, "300 " * 9, 200), (1600, "300 " * 9, 503)],
)
def test_clock_that_stands_still_for_its_rhythm_is_reported(age: int, gaps: str, status: int) -> None:
    Heartbeat.objects.create(name="tick", at=clock.now() - timedelta(seconds=age), gaps=gaps)
    assert ready()[0] == status


@pytest.mark.django_db
def test_repeated_outages_are_reported() -> None:
    Heartbeat.objects.create(name="tick", at=clock.now(), gaps="300 " * 9)
    for hours in (1, 2, 30):
        Outage.objects.create(began_at=clock.now() - timedelta(hours=hours), ended_at=clock.now())
    status, state = ready()
    assert (status, state["tick_rhythm_seconds"], state["outages_within_a_day"]) == (200, 300, 2)


def test_database_that_does_not_answer_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    class Away:
        def filter(self, **_which: object) -> None:
            raise DatabaseError

    monkeypatch.setattr(Heartbeat, "objects", Away())
    assert ready() == (503, {"database": False, "last_tick_seconds": None})
    assert Client().get("/healthz").content == b"ok\n"


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/healthz", "/readyz"])
def test_health_checks_are_not_redirected_to_https(address: str, settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    Heartbeat.objects.create(name="tick", at=clock.now())
    assert Client().get(address).status_code == 200
    assert Client().get("/").status_code == 301
    assert Client().post(address).status_code == 405
