"""`manage.py doctor` finds each thing that can be wrong, says what to mend, and tells no secret."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from io import BytesIO, StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from accounts.models import ChannelBreaker
from games import clock
from games.models import Heartbeat, Notice, Outage
from games.rows import retention
from games.tasks import answer_doctor
from games.watch import doctor
from saboteur_site.celery import SWEEPS, SiteCelery, app
from saboteur_site.database import database_in_words
from saboteur_site.operation import doctor as of_the_site
from saboteur_site.operation.doctor import Finding
from tests.factories import TableChatFactory
from tests.games.post import no_post_office, post_office
from tests.games.tables import play_on, running_game
from tests.services import free_port

FIFTY = "A8dk2-vmQ0sLfj3_Zx71bTqWcEyRuIo9pGhNHMeKdS4aVtBC5g"


def one(found: Iterator[Finding]) -> tuple[str, str]:
    """The worst of some findings: its verdict, and what was told."""
    worst = sorted(found, key=lambda finding: ["wrong", "warning", "ok"].index(finding.verdict))[0]
    assert bool(worst.mend) is (worst.verdict != "ok")
    return worst.verdict.value, worst.text


# -- settings


@pytest.mark.parametrize(
    ("on", "url", "verdict"),
    [(False, "https://d.example", "ok"), (True, "http://d.example", "warning"), (True, "https://d.example", "wrong")],
)
def test_tracebacks_for_all_are_found(on: bool, url: str, verdict: str, settings: Settings) -> None:
    settings.DEBUG, settings.SITE_URL = on, url
    assert one(of_the_site.debug())[0] == verdict


@pytest.mark.parametrize(
    ("key", "given", "verdict"),
    [("tiny", True, "wrong"), ("a" * 60, True, "wrong"), (FIFTY, True, "ok"), (FIFTY, False, "warning")],
)
def test_weak_or_mismatched_key_is_reported_without_its_value(
    key: str, given: bool, verdict: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SECRET_KEY, settings.DATABASE_URL = key, "postgresql://u:p@db.example/s"
    monkeypatch.delenv("SECRET_KEY", raising=False)
    if given:
        monkeypatch.setenv("SECRET_KEY", key)
    found, text = one(of_the_site.secret_key())
    assert found == verdict
    assert key not in text


@pytest.mark.parametrize(
    ("url", "verdict"),
    [
        ("https://d.example", "ok"),
        ("http://d.example", "warning"),
        ("https://other.example", "wrong"),
        ("d.example", "wrong"),
        ("https://d.example/games", "wrong"),
    ],
)
def test_an_address_that_leads_nowhere_is_found(url: str, verdict: str, settings: Settings) -> None:
    settings.SITE_URL, settings.ALLOWED_HOSTS = url, ["d.example"]
    assert one(of_the_site.site_url())[0] == verdict


@pytest.mark.parametrize(("free", "verdict"), [(5 * 10**9, "ok"), (5 * 10**8, "warning"), (5 * 10**7, "wrong")])
def test_a_disk_that_is_nearly_full_is_found(
    free: int, verdict: str, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LOCAL_DIR = tmp_path
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    assert one(of_the_site.disk())[0] == verdict


def test_machine_without_stored_files_needs_no_disk(settings: Settings, tmp_path: Path) -> None:
    settings.LOCAL_DIR = tmp_path / "nowhere"
    assert one(of_the_site.disk()) == ("ok", "nothing is kept on this machine")


# -- database, cache, queue


@pytest.mark.django_db
def test_healthy_database_is_reported_as_such() -> None:
    found = list(of_the_site.database())
    assert [finding.verdict for finding in found] == ["ok", "ok"]
    assert database_in_words() in found[0].text


@pytest.mark.parametrize(
    ("vendor", "text", "words"),
    [
        ("sqlite", {"NAME": "/srv/x.sqlite3"}, "the embedded database /srv/x.sqlite3 (DATABASE_URL is not set)"),
        (
            "postgresql",
            {"NAME": "dig", "HOST": "db.example", "PORT": 5433, "PASSWORD": "open-sesame"},
            "the database dig at db.example:5433 (DATABASE_URL)",
        ),
    ],
)
def test_command_names_the_database_it_works_on(
    vendor: str, text: dict[str, Any], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("saboteur_site.database.connection", SimpleNamespace(vendor=vendor, settings_dict=text))
    assert database_in_words() == words


@pytest.mark.django_db
@pytest.mark.parametrize("command", [["repair", "none", "recount"], ["prepare"]])
def test_command_by_hand_names_its_database(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with suppress(CommandError, SystemExit):
        call_command(*command)
    said = capsys.readouterr()
    assert database_in_words() in said.out + said.err


@pytest.mark.django_db
def test_a_migration_that_is_missing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = SimpleNamespace(app_label="games", name="0042_more")
    monkeypatch.setattr(MigrationExecutor, "migration_plan", lambda *_: [(missing, False)])
    assert one(of_the_site.database()) == ("wrong", "1 migrations are not applied: games 0042_more")


@pytest.mark.django_db
@pytest.mark.parametrize(("apart", "verdict"), [(0.4, "ok"), (-90.0, "warning"), (90.0, "warning")])
def test_clocks_that_differ_are_found(apart: float, verdict: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ahead = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: ahead() - timedelta(seconds=apart))
    found = list(of_the_site.database())[1]
    # The embedded database goes by this machine's clock itself.
    assert found.verdict == ("ok" if connection.vendor == "sqlite" else verdict)


def test_unreachable_database_is_reported_without_its_password(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATABASE_URL = "postgresql://saboteur:open-sesame@db.example/s"

    def refuse() -> None:
        raise DatabaseError("no way in for saboteur with open-sesame\nDETAIL: the rest")

    monkeypatch.setattr(connection, "ensure_connection", refuse)
    assert one(of_the_site.database()) == ("wrong", "DatabaseError: no way in for saboteur with ***")


def test_a_cache_that_forgets_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert one(of_the_site.cached())[0] == "ok"
    monkeypatch.setattr(cache, "get", lambda _: None)
    assert one(of_the_site.cached())[0] == "wrong"


def test_unreachable_queue_and_unread_queue_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    assert one(of_the_site.broker()) == ("ok", "answers; 0 tasks wait")
    monkeypatch.setattr(of_the_site, "LONGEST_QUEUE", -1)
    assert one(of_the_site.broker())[0] == "warning"
    away = SiteCelery("away", broker=f"redis://:open-sesame@127.0.0.1:{free_port()}/0")
    monkeypatch.setattr(of_the_site, "app", away)
    found, text = one(of_the_site.broker())
    assert found == "wrong"
    assert "open-sesame" not in text


# -- mail


def test_doctor_greets_present_missing_and_unknown_mail_servers(settings: Settings) -> None:
    settings.DATABASE_URL, settings.DEFAULT_FROM_EMAIL = "", "Dwarves <dwarves@d.example>"
    with post_office(settings) as office:
        assert one(of_the_site.post()) == ("ok", "127.0.0.1 greets")
        assert office.mails == []
    no_post_office(settings)
    assert one(of_the_site.post())[0] == "wrong"
    settings.EMAIL_BACKEND = "saboteur_site.outgoing.mailfolder.EmailBackend"
    assert one(of_the_site.post())[0] == "ok"
    settings.DATABASE_URL = "postgresql://u:p@db.example/s"
    assert one(of_the_site.post())[0] == "warning"


def test_mails_from_localhost_are_found(settings: Settings) -> None:
    with post_office(settings):
        settings.DATABASE_URL, settings.DEFAULT_FROM_EMAIL = "postgresql://u:p@db.example/s", "saboteur@localhost"
        assert one(of_the_site.post()) == ("warning", "mails come from an address at localhost")


def test_test_mail_goes_to_its_address_and_a_refusal_is_reported(settings: Settings) -> None:
    with post_office(settings) as office:
        found = list(of_the_site.post("ann@mail.example"))
        assert (found[-1].part, found[-1].verdict) == ("test mail", "ok")
        assert office.to == ["ann@mail.example"]
        office.recipients["bo@mail.example"] = "550 5.1.1 no such user"
        assert one(of_the_site.post("bo@mail.example"))[0] == "wrong"
    assert mail.outbox == []


# -- the front door


@pytest.fixture
def visited(settings: Settings, live_server: LiveServer) -> Settings:
    """A site that people reach at SITE_URL, without a proxy."""
    settings.SITE_URL, settings.ALLOWED_HOSTS = live_server.url, ["localhost", "127.0.0.1"]
    return settings


@pytest.mark.django_db(transaction=True)
def test_reachable_site_and_extra_proxy_are_reported(visited: Settings) -> None:
    assert one(of_the_site.site_address()) == ("ok", "0 counted, 0 seen")
    visited.TRUSTED_PROXY_COUNT = 1
    assert one(of_the_site.site_address())[0] == "wrong"


@pytest.mark.django_db(transaction=True)
def test_a_name_that_the_site_does_not_know_is_found(visited: Settings) -> None:
    visited.ALLOWED_HOSTS = ["d.example"]
    verdict, text = one(of_the_site.site_address())
    assert verdict == "wrong"
    assert text.endswith("answers 400")


@pytest.mark.django_db(transaction=True)
def test_another_site_at_that_address_is_found(visited: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.views.health.what_arrives", lambda _: None)
    assert one(of_the_site.site_address()) == ("wrong", "another program answers there")


def test_unreachable_address_is_reported(settings: Settings) -> None:
    settings.SITE_URL = f"http://127.0.0.1:{free_port()}"
    assert one(of_the_site.site_address())[0] == "wrong"


PROXIES: list[tuple[str, int, bool, str]] = [
    # What arrives in X-Forwarded-For, how many proxies are counted, whether https arrives, what follows.
    ("192.0.2.7", 0, True, "ok"),
    ("192.0.2.7, 203.0.113.1", 1, True, "ok"),
    ("203.0.113.1", 1, True, "ok"),
    ("203.0.113.1, 10.0.0.1", 2, True, "ok"),
    ("192.0.2.7, 203.0.113.1", 1, False, "wrong"),
    ("192.0.2.7", 1, True, "wrong"),
    ("192.0.2.7, 203.0.113.1, 10.0.0.1", 1, True, "wrong"),
]


@pytest.mark.parametrize(("forwarded", "counted", "secure", "verdict"), PROXIES)
def test_proxies_that_are_counted_wrong_are_found(
    forwarded: str, counted: int, secure: bool, verdict: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SITE_URL, settings.TRUSTED_PROXY_COUNT = "https://d.example", counted
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    monkeypatch.setattr(of_the_site, "build_opener", lambda _: SimpleNamespace(open=through(forwarded, secure)))
    assert one(of_the_site.site_address())[0] == verdict


def through(forwarded: str, secure: bool) -> Callable[..., Any]:
    """Proxies that pass a request on to the site with such headers."""

    def ask(request: Any, timeout: float) -> Any:
        headers = {"X-Forwarded-For": forwarded, "X-Forwarded-Proto": "https" if secure else "http"}
        arrived = RequestFactory().get(request.full_url, headers=headers)
        return nullcontext(BytesIO(json.dumps(of_the_site.what_arrives(arrived)).encode()))

    return ask


def test_only_the_doctor_reads_its_echo(client: Client) -> None:
    assert client.get("/healthz?doctor=").content == b"ok\n"
    assert client.get("/healthz?doctor=abc:def:ghi", headers={"X-Forwarded-For": "10.0.0.1"}).content == b"ok\n"


# -- games


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("age", "gaps", "verdict"),
    [
        (None, "", "wrong"),
        (30, "", "ok"),
        (200, "30 30 30", "warning"),
        (400, "30 30 30", "wrong"),
        (400, "600 600 600", "ok"),
        (1600, "600 600 600", "warning"),
        (3100, "600 600 600", "wrong"),
    ],
)
def test_a_clock_that_stands_still_for_its_own_rhythm_is_found(age: int | None, gaps: str, verdict: str) -> None:
    if age is not None:
        Heartbeat.objects.create(name="tick", at=clock.now() - timedelta(seconds=age), gaps=gaps)
    assert one(doctor.ticks())[0] == verdict


@pytest.mark.django_db
def test_slow_rhythm_and_repeated_outages_are_reported() -> None:
    Heartbeat.objects.create(name="tick", at=clock.now(), gaps="300 300 300")
    assert one(doctor.ticks()) == ("ok", "ticked 0 s ago, as a rule every 5 min")
    for hour in (2, 4, 30):
        Outage.objects.create(began_at=clock.now() - timedelta(hours=hour), ended_at=clock.now() - timedelta(hours=1))
    assert one(doctor.ticks())[0] == "ok"
    Outage.objects.create(began_at=clock.now() - timedelta(hours=6), ended_at=clock.now() - timedelta(hours=5))
    verdict, text = one(doctor.ticks())
    assert verdict == "warning"
    assert text.startswith("stood still 3 times within a day")


@pytest.mark.django_db
def test_a_table_whose_clock_fails_is_found() -> None:
    game = running_game(3)
    assert one(doctor.games())[0] == "ok"
    game.stuck_at = clock.now()
    game.save()
    assert one(doctor.games()) == ("wrong", "the clock of 1 fails")


@pytest.mark.django_db
def test_notices_that_do_not_leave_are_found() -> None:
    running_game(3)
    notice = Notice.objects.latest("pk")
    assert one(doctor.notices())[0] == "ok"
    notice.outcome, notice.done_at = Notice.Outcome.DEAD, clock.now()
    notice.save()
    assert one(doctor.notices())[0] == "warning"
    notice.outcome, notice.done_at, notice.due_at = "", None, clock.now() - timedelta(minutes=11)
    notice.save()
    assert one(doctor.notices()) == ("wrong", "1 are more than ten minutes late")


@pytest.mark.django_db
def test_letters_that_wait_for_a_mail_server_that_is_away_are_found() -> None:
    running_game(3)
    ChannelBreaker.objects.create(channel="email", since=clock.now() - timedelta(hours=20), open_until=clock.now())
    verdict, text = one(doctor.notices())
    assert verdict == "wrong"
    assert re.fullmatch(r"email is away since [-0-9]{10} [0-9]{2}:[0-9]{2} UTC; 1 notices wait", text)


def answer(task: str, arguments: list[str], *, queue: str, listens: tuple[str, ...] = tuple(SWEEPS)) -> None:
    """Workers that listen to these queues."""
    assert (task, arguments) == ("games.tasks.answer_doctor", [queue])
    if queue in listens:
        answer_doctor(queue)


@pytest.mark.django_db
@pytest.mark.parametrize(("days", "verdict"), [(None, "ok"), (1, "ok"), (3, "warning")])
def test_a_site_that_removes_nothing_is_found(days: int | None, verdict: str) -> None:
    if days is not None:
        Heartbeat.objects.create(name=retention.NAME, at=clock.now() - timedelta(days=days))
    assert one(doctor.tidied())[0] == verdict


@pytest.mark.django_db
def test_doctor_tells_workers_and_queues_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "send_task", answer)
    assert one(doctor.workers(10.0))[0] == "ok"
    monkeypatch.setattr(app, "send_task", partial(answer, listens=("clock", "bots", "chores")))
    assert one(doctor.workers(0.2)) == ("wrong", "none has answered within 0 s for post")
    monkeypatch.setattr(app, "send_task", lambda *_, **__: None)
    assert one(doctor.workers(0.2)) == ("wrong", "none has answered within 0 s for clock, bots, post, chores")
    monkeypatch.setattr(doctor, "app", SiteCelery("away", broker=f"redis://127.0.0.1:{free_port()}/0"))
    verdict, text = one(doctor.workers(0.2))
    assert verdict == "wrong"
    assert text.startswith("cannot be asked")


@pytest.mark.django_db
@pytest.mark.postgres
def test_a_worker_whose_clock_is_wrong_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def answer_by_a_clock_ahead(task: str, arguments: list[str], *, queue: str) -> None:
        with time_machine.travel(datetime.now(UTC) + timedelta(seconds=90 if queue == "bots" else 0)):
            answer(task, arguments, queue=queue)

    monkeypatch.setattr(app, "send_task", answer_by_a_clock_ahead)
    found = [(finding.verdict, finding.text) for finding in doctor.workers(10.0)]
    assert [verdict for verdict, _told in found] == ["ok", "wrong"]
    assert found[1][1] == "the database's clock is -90 s from that of the worker bots"


@pytest.mark.django_db
def test_quiet_table_is_not_late_at_its_next_move(monkeypatch: pytest.MonkeyPatch) -> None:
    game = running_game(3)
    TableChatFactory.create(game=game, by=game.host, due_at=clock.now() - timedelta(days=3), seq=game.seq)
    play_on(game, 1)
    assert one(doctor.table_chats())[0] == "ok"
    monkeypatch.setattr(clock, "offset", timedelta(minutes=11))
    assert one(doctor.table_chats())[0] == "wrong"


@pytest.mark.django_db
def test_the_command_tells_all_and_ends_with_one_when_something_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "send_task", answer)
    said = StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("doctor", patience=1.0, stdout=said)
    assert end.value.code == 1
    assert "wrong    clock       has never ticked\n" in said.getvalue()

    call_command("tick")
    said = StringIO()
    call_command("doctor", patience=1.0, stdout=said)
    parts = {line[9:].split("  ")[0] for line in said.getvalue().splitlines() if line[:1] != " "}
    assert {"database", "cache", "queue", "mail", "clock", "workers"} <= parts
    assert said.getvalue().splitlines()[-1].startswith("0 wrong, ")
