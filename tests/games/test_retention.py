"""Expired rows and files are removed in small batches; what a game needs never is."""

import os
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings as django_settings
from django.contrib.sessions.models import Session
from django.core.cache.backends.db import DatabaseCache
from django.core.management import call_command
from django.db import connection, models
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import Settings

from games import clock, tasks
from games.models import Delivery, Game, Heartbeat, Invitation, Joining, Move, Notice, Outage, Peek, Status
from games.rows import notices, retention
from games.services import peeks
from tests.factories import UserFactory
from tests.games import tables

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
LONG = 400 * DAY
PAGE = Path(__file__).parents[2] / "docs" / "operating.md"


def tidy(**options: Any) -> dict[str, int]:
    """Remove all that is kept no longer, without a pause between batches."""
    return retention.tidy(**{"rest": lambda _seconds: None, **options})


def ago(span: timedelta) -> datetime:
    """A moment in the past."""
    return clock.now() - span


def session(key: str, ran_out: timedelta) -> str:
    """A session that ran out so long ago."""
    return Session.objects.create(session_key=key, session_data="", expire_date=ago(ran_out)).session_key


def notice(name: str, settled: timedelta | None, **fields: Any) -> str:
    """A notice that was settled so long ago; None: it still waits."""
    user = fields.pop("user", None) or UserFactory.create()
    done = {"done_at": ago(settled), "outcome": Notice.Outcome.SENT} if settled else {}
    return Notice.objects.create(user=user, kind="turn", dedupe=name, created_at=ago(LONG), **done, **fields).dedupe


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """Advance the clock."""
    return lambda span: monkeypatch.setattr(clock, "offset", span)


@pytest.fixture
def on_commit(django_capture_on_commit_callbacks: Any) -> Any:
    """What is to be done once a transaction is through."""
    return django_capture_on_commit_callbacks


def left(model: type[models.Model], column: str) -> set[Any]:
    """The values of a column."""
    return set(model._default_manager.values_list(column, flat=True))


# -- what goes, and what stays


def test_expired_sessions_are_deleted_after_a_while() -> None:
    session("old", 15 * DAY)
    remaining = {session("just over", 13 * DAY), session("alive", -DAY)}
    assert tidy()["sessions"] == 1
    assert left(Session, "session_key") == remaining


def test_settled_notices_go_and_those_that_wait_stay() -> None:
    over = tables.finished_game(3)
    over.notices.all().delete()
    notice("old", 91 * DAY)
    notice("old of a game", 91 * DAY, game=over)
    remaining = {notice("settled of late", 89 * DAY), notice("waits for years", None)}
    for one in Notice.objects.all():
        one.deliveries.create(channel="email")
    assert tidy()["notices"] == 2
    assert left(Notice, "dedupe") == left(Delivery, "notice__dedupe") == remaining


def test_running_game_keeps_its_notices_for_the_clock() -> None:
    game = tables.running_game(3)
    seat = tables.awaited(game)
    settled = ago(100 * DAY)
    turn = Notice.objects.filter(game=game, user=seat.user, kind=notices.TURN)
    assert turn.update(done_at=settled, outcome=Notice.Outcome.SENT) == 1
    before = left(Notice, "dedupe")
    tidy()
    assert left(Notice, "dedupe") == before
    assert notices.notified_at(seat, clock.now()) == settled


def test_expired_invitations_go_unless_they_keep_a_player_out() -> None:
    games = {status: tables.open_game(2, status=status, joining=Joining.LINK) for status in Status}
    host = tables.seat_of(games[Status.OPEN], "Ann").user
    for status, game in games.items():
        rows: dict[str, dict[str, Any]] = {
            "link": {},
            "link taken back": {"revoked_at": ago(LONG)},
            "ran out": {"to": UserFactory.create()},
            "sent away": {"to": UserFactory.create(), "revoked_at": ago(LONG)},
            "fresh": {"to": UserFactory.create(), "expires_at": ago(-DAY)},
        }
        for what, fields in rows.items():
            common = {"expires_at": ago(91 * DAY), "game": game, "by": host, "token": f"{status} {what}"}
            Invitation.objects.create(**{**common, **fields})
    tidy()
    remaining = {f"{status} fresh" for status in Status} | {"open sent away", "running sent away"}
    assert left(Invitation, "token") == remaining


def test_an_outage_goes_when_every_clock_has_met_it_and_never_the_last() -> None:
    old = [Outage.objects.create(began_at=ago(LONG), ended_at=ago(LONG - DAY)).pk for _number in range(3)]
    game = tables.running_game(3, bank_hours=72, turn_hours=12)
    Game.objects.filter(pk=game.pk).update(outage_met=old[0])
    assert tidy()["outages"] == 1
    assert left(Outage, "pk") == set(old[1:])
    Game.objects.filter(pk=game.pk).update(outage_met=old[2])
    assert tidy()["outages"] == 1
    assert left(Outage, "pk") == {old[2]}
    Outage.objects.create(began_at=ago(2 * DAY), ended_at=ago(DAY))
    assert tidy()["outages"] == 1


def test_old_heartbeats_are_removed_except_that_of_the_clock() -> None:
    for name in ("tick", "worker", "of long ago"):
        Heartbeat.objects.create(name=name, at=ago(91 * DAY))
    tidy()
    assert left(Heartbeat, "name") == {"tick", retention.NAME}


def test_old_games_lose_no_rows(later: Any) -> None:
    game = tables.running_game(3)
    tables.play_on(game, 10)
    tables.do(game, "A order veto any any")
    host = UserFactory.create(is_staff=True, is_superuser=True)
    peeks.open_table(game_id=game.pk, by=host, reason="Bo says that a card is missing")
    tables.play_to_the_end(game)
    of_games = [model for model in apps.get_models() if model not in (Notice, Session, Heartbeat)]
    before = {model: list(model._default_manager.order_by("pk").values()) for model in of_games}
    assert len(before[Peek]) == 1
    assert len(before[Move]) > 50
    Notice.objects.update(done_at=clock.now())
    later(5 * LONG)
    assert tidy()["notices"] > 0
    assert {model: list(model._default_manager.order_by("pk").values()) for model in of_games} == before


def test_rows_of_the_cache_go_when_they_have_run_out(monkeypatch: pytest.MonkeyPatch, later: Any) -> None:
    table = DatabaseCache("a_cache", {})
    call_command("createcachetable", "a_cache", verbosity=0)
    monkeypatch.setattr(retention, "caches", {**dict.fromkeys(django_settings.CACHES), "default": table})
    monkeypatch.setattr(retention, "BATCH", 2)
    for number in range(5):
        table.set(f"old-{number}", 1, timeout=60)
    table.set("fresh", 1, timeout=9 * 24 * 3600)
    later(2 * DAY)
    assert tidy()["rows of the cache"] == 5
    assert table.get("fresh") == 1


def test_files_of_queue_mail_and_cache_go_in_their_time(tmp_path: Path, settings: Settings) -> None:
    for folder, names in {
        "queue": ["old.msg", "old.msg.draft", "fresh.msg", "fresh.msg.draft"],
        "mail": ["1.eml", "2.eml", "old.draft", "fresh.draft"],
    }.items():
        (tmp_path / folder).mkdir()
        for name in names:
            (tmp_path / folder / name).touch()
            if name.startswith("old"):
                os.utime(tmp_path / folder / name, (0, 0))
    settings.CELERY_BROKER_TRANSPORT_OPTIONS = {"data_folder_in": str(tmp_path / "queue")}
    settings.EMAIL_FILE_PATH = str(tmp_path / "mail")
    gone = tidy()
    assert (gone["files of the queue"], gone["mails in the folder"]) == (2, 1)
    assert {path.name for path in (tmp_path / "queue").iterdir()} == {"fresh.msg", "fresh.msg.draft"}
    assert {path.name for path in (tmp_path / "mail").iterdir()} == {"1.eml", "2.eml", "fresh.draft"}


# -- how


def test_many_rows_are_removed_in_batches_with_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "BATCH", 3)
    monkeypatch.setattr(retention, "FIRST_BATCH", 3)
    for number in range(8):
        session(f"old {number}", LONG)
    rests: list[float] = []
    with CaptureQueriesContext(connection) as queries:
        assert retention.tidy(rest=rests.append)["sessions"] == 8
    removed = [query["sql"] for query in queries if query["sql"].startswith('DELETE FROM "django_session"')]
    assert len(removed) == 3
    assert rests == [retention.BREATH] * 2


def test_a_run_without_time_leaves_the_rest_to_the_next_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "BATCH", 3)
    monkeypatch.setattr(retention, "FIRST_BATCH", 3)
    for number in range(8):
        session(f"old {number}", LONG)
    seconds = iter([0.0, 0.0, 0.0, 1.0, 1.0, 9.0])
    gone = retention.tidy(patience=5.0, rest=lambda _seconds: None, seconds=lambda: next(seconds))
    assert gone == {"sessions": 6}
    assert Session.objects.count() == 2
    assert not Heartbeat.objects.filter(name=retention.NAME).exists()
    monkeypatch.undo()
    assert tidy()["sessions"] == 2
    assert Heartbeat.objects.filter(name=retention.NAME).exists()


def test_failing_rule_is_logged_and_stops_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_end: datetime, _most: int) -> int:
        raise OSError("no such folder")

    session("old", LONG)
    monkeypatch.setattr(retention, "RETENTIONS", (retention.Retention("broken", DAY, fail), *retention.RETENTIONS))
    assert tidy()["sessions"] == 1
    assert [entry.getMessage() for entry in caplog.records] == ["broken cannot be tidied up"]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_locked_deliveries_are_left_to_the_next_run() -> None:
    notice("held", LONG)
    notice("free", LONG)
    other = connection.copy()
    other.set_autocommit(False)
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT 1 FROM games_notice WHERE dedupe = 'held' FOR UPDATE")
            with connection.cursor() as mine:
                mine.execute("SET lock_timeout = '100ms'")
            assert tidy()["notices"] == 1
        assert left(Notice, "dedupe") == {"held"}
    finally:
        other.rollback()
        other.close()


@pytest.mark.examples(1)
@pytest.mark.postgres
@pytest.mark.parametrize(
    ("query", "index"),
    [
        (retention.sessions, "django_session_expire_date"),
        (retention.notices, "notices_settled"),
        (retention.invitations, "invitations_by_expiry"),
    ],
)
def test_expired_rows_are_found_by_an_index(query: Any, index: str) -> None:
    host, game = UserFactory.create(), tables.open_game(1)
    alive, done = ago(-DAY), ago(DAY)
    Session.objects.bulk_create(
        Session(session_key=f"{number}", session_data="", expire_date=alive) for number in range(3000)
    )
    Notice.objects.bulk_create(
        Notice(user=host, game=game, kind="turn", dedupe=f"{number}", done_at=done) for number in range(3000)
    )
    Invitation.objects.bulk_create(Invitation(game=game, by=host, expires_at=alive) for _number in range(3000))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    assert index in query(ago(90 * DAY))[: retention.BATCH].explain()


# -- when


MOMENTS = [
    ("2026-03-02 03:10", "2026-03-03 02:59", False),
    ("2026-03-02 03:10", "2026-03-03 03:00", True),
    ("2026-03-02 03:10", "2026-03-02 23:59", False),
    ("2026-03-02 23:50", "2026-03-03 03:00", True),
    ("2026-03-02 19:00", "2026-03-03 19:00", True),
    ("2026-03-02 03:10", "2026-03-04 00:00", True),
    ("2026-03-02 03:10", "2026-03-01 12:00", False),
]


@pytest.mark.parametrize(("last", "now", "due"), MOMENTS)
def test_it_is_time_once_a_day_from_a_quiet_hour_on(last: str, now: str, due: bool) -> None:
    then, moment = (datetime.fromisoformat(f"{one}+00:00") for one in (last, now))
    Heartbeat.objects.create(name=retention.NAME, at=then)
    assert retention.is_due(moment) is due


def test_a_site_that_begins_has_nothing_to_remove() -> None:
    assert not retention.is_due(clock.now())
    assert retention.is_due(clock.now() + 2 * DAY)


def test_the_sweep_of_chores_tidies_once_a_day_and_the_tick_does_not(later: Any) -> None:
    tasks.tidy()
    session("old", 2 * LONG)
    tasks.tick()
    tasks.tidy()
    assert left(Session, "session_key") == {"old"}
    later(2 * DAY)
    tasks.tick()
    assert left(Session, "session_key") == {"old"}
    tasks.tidy()
    assert left(Session, "session_key") == set()


def test_cron_tidies_up_with_its_ticks_and_by_a_command(later: Any) -> None:
    call_command("tick")
    session("old", 2 * LONG)
    call_command("tick")
    assert left(Session, "session_key") == {"old"}
    later(2 * DAY)
    call_command("tick")
    assert left(Session, "session_key") == set()
    session("old", 2 * LONG)
    said = StringIO()
    call_command("tidy", stdout=said)
    assert said.getvalue().splitlines()[0] == "sessions: 1"
    assert [line.partition(":")[0] for line in said.getvalue().splitlines()] == [
        keep.name for keep in retention.RETENTIONS
    ]


def test_operators_table_names_every_model_and_retention_rule() -> None:
    settled = PAGE.read_text(encoding="utf-8").split("## What is kept, and for how long")[1].split("\n## ")[0]
    named = set(re.findall(r"`(\w+)`", settled))
    assert {model.__name__ for model in apps.get_models()} <= named
    rows = [line.split("|")[1].split("(")[0].strip() for line in settled.splitlines() if line.startswith("| ")][1:]
    assert [keep.name for keep in retention.RETENTIONS] == rows[: len(retention.RETENTIONS)]
