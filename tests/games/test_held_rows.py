"""Workers wait for no lock: locked rows are left to the next sweep, and all else goes on (ADR 62)."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connection, connections, transaction

from accounts.models import User
from games import clock, tasks
from games.clocks import digests, reminders, ticking
from games.models import Game, Notice, Seat
from games.rows import nudge
from games.services import bot_turns, moves, plans
from saboteur_site.database import patience
from saboteur_site.database.postgresql.base import DatabaseWrapper
from tests.factories import UserFactory
from tests.games import tables
from tests.games.clocks import timed_game
from tests.games.holding import held

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.postgres,
    pytest.mark.xdist_group("many connections"),
]


def late_games(*codes: str) -> list[Game]:
    """Tables at which time has just run out."""
    games = []
    for code in codes:
        people = [UserFactory.create(username=f"{name} {code}") for name in ("Ann", "Bo", "Cy")]
        games.append(timed_game(people, code=code, bank_hours=240))
    past = clock.now() - timedelta(days=2)
    Seat.objects.exclude(awaited_for="").update(due_at=past, awaited_since=past, forgiven=True)
    Game.objects.update(deadline=past)
    Notice.objects.update(done_at=past, outcome="sent")
    return games


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What the queue is told."""
    queued: list[tuple[Any, ...]] = []
    monkeypatch.setattr(nudge, "tell_worker", lambda *about, **more: queued.append((*about, more)))
    return queued


@pytest.mark.parametrize("what", ["table", "player"])
def test_a_tick_times_out_all_tables_but_the_one_that_is_held(what: str) -> None:
    holds, goes_on = late_games("held", "free")
    before = {game.pk: game.seq for game in Game.objects.all()}
    people = list(User.objects.filter(seats__game=holds).values_list("pk", flat=True))
    rows = ("games_game", holds.pk) if what == "table" else ("accounts_user", *people)
    with held(*rows):  # type: ignore[arg-type]
        tasks.tick()
    after = {game.pk: game.seq for game in Game.objects.all()}
    assert after[goes_on.pk] > before[goes_on.pk]
    assert after[holds.pk] == before[holds.pk] or what == "player"
    assert not Game.objects.exclude(stuck_at=None).exists()
    tasks.tick()
    assert Game.objects.get(pk=holds.pk).seq > before[holds.pk]


def test_a_bot_at_a_held_table_waits_and_those_elsewhere_play(words: list[tuple[Any, ...]]) -> None:
    games = [tables.running_game(_with_bots(number), number, code=f"bots{number}") for number in range(2)]
    for game in games:
        Seat.objects.filter(game=game).exclude(awaited_for="").update(awaited_since=clock.now() - timedelta(minutes=1))
    holds, goes_on = games
    with held("games_game", holds.pk):
        tasks.play_awaited_bots()
    assert Game.objects.get(pk=goes_on.pk).seq > goes_on.seq
    assert Game.objects.get(pk=holds.pk).seq == holds.seq
    assert not Game.objects.exclude(stuck_at=None).exists()
    tasks.play_awaited_bots()
    assert Game.objects.get(pk=holds.pk).seq > holds.seq


def _with_bots(number: int) -> list[User]:
    bots = [UserFactory.create(username=f"Bot {number} {letter}", is_bot=True) for letter in "AB"]
    return [*bots, UserFactory.create()]


def test_bot_choice_is_retried_a_step_later_and_not_forever(words: list[tuple[Any, ...]]) -> None:
    game = tables.running_game(_with_bots(0), 0)
    with held("games_game", game.pk):
        tasks.play_chosen(game.pk, game.seq)
        tasks.play_chosen(game.pk, game.seq, bot_turns.TRIES)
        tasks.play_chosen(game.pk, game.seq + 1)
    again = ("games.tasks.play_chosen", game.pk, game.seq, 1, {"after": bot_turns.THINK})
    assert [word for word in words if word[0] == "games.tasks.play_chosen"] == [again]


def test_plan_at_a_locked_table_is_retried(words: list[tuple[Any, ...]]) -> None:
    game = tables.running_game(3)
    on_turn = Seat.objects.filter(game=game).exclude(awaited_for="")
    on_turn.update(plan="pass NS", plan_minutes=5)
    with held("games_game", game.pk):
        plans.play(game.pk)
    assert on_turn.get().plan == "pass NS"
    assert [word[:2] for word in words if word[0] == "games.tasks.play_plan"] == [("games.tasks.play_plan", game.pk)]


def test_a_plan_outlives_an_error_of_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    game = tables.running_game(3)
    on_turn = Seat.objects.filter(game=game).exclude(awaited_for="")
    on_turn.update(plan="pass NS", plan_minutes=5)

    def away(*_about: Any, **_more: Any) -> None:
        error = OperationalError("away")
        error.__cause__ = psycopg.errors.LockNotAvailable("held")
        raise error

    monkeypatch.setattr(moves, "locked", away)
    plans.play(game.pk)
    assert on_turn.get().plan == "pass NS"


@pytest.mark.parametrize("sweep", ["reminders", "summaries"])
def test_player_with_a_locked_row_is_notified_by_the_next_tick(sweep: str) -> None:
    game = timed_game(3, bank_hours=240)
    moment = clock.now()
    people = list(User.objects.filter(seats__game=game))
    User.objects.update(digest_at=moment - timedelta(minutes=1), digest="also")
    seats = Seat.objects.filter(game=game)
    seats.update(remind_at=moment - timedelta(minutes=1))
    send: Callable[[Any], int] = reminders.send_due if sweep == "reminders" else digests.write_due
    table, one = ("games_seat", seats.first()) if sweep == "reminders" else ("accounts_user", people[0])
    assert one is not None
    with held(table, one.pk):
        send(moment)
    left = seats.filter(remind_at__lt=moment) if sweep == "reminders" else User.objects.filter(digest_at__lt=moment)
    assert [row.pk for row in left] == [one.pk]
    send(moment)
    assert not left.all().exists()


def test_a_tick_that_finds_the_clock_held_leaves_it_to_the_other() -> None:
    (late,) = late_games("late")
    ticking.beat()
    with held("games_heartbeat", ticking.NAME, column="name"):
        tasks.tick()
    assert Game.objects.get(pk=late.pk).seq == late.seq


# -- what PostgreSQL is told


def shown(name: str) -> str:
    """A setting of a connection of its own."""
    other: Any = DatabaseWrapper(connection.settings_dict, "alone")
    try:
        with other.cursor() as cursor:
            cursor.execute(f"SHOW {name}")
            return str(cursor.fetchone()[0])
    finally:
        other.close()
        other.close_pool()


@pytest.fixture(params=["pool", "no pool"])
def pool(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Whether this process pools its connections."""
    options = {name: value for name, value in connection.settings_dict["OPTIONS"].items() if name != "pool"}
    if request.param == "pool":
        options["pool"] = {"min_size": 1, "max_size": 2}
    monkeypatch.setitem(connection.settings_dict, "OPTIONS", options)
    return str(request.param)


def test_every_connection_ends_transactions_that_stand_still(pool: str) -> None:
    assert shown("idle_in_transaction_session_timeout") == "30s"


@contextmanager
def another_connection() -> Iterator[DatabaseWrapper]:
    """Another connection as the settings of the moment have it."""
    connections["alone"] = other = DatabaseWrapper(connection.settings_dict, "alone")
    try:
        yield other
    finally:
        del connections["alone"]
        other.close()
        other.close_pool()


def test_a_worker_waits_two_seconds_for_a_lock_at_most(pool: str) -> None:
    game, before = tables.running_game(3), shown("lock_timeout")
    with (
        patience.limited(patience.limit_locks),
        held("games_game", game.pk),
        another_connection() as other,
        pytest.raises(OperationalError, match="lock timeout"),
        other.cursor() as cursor,
    ):
        cursor.execute("UPDATE games_game SET version = version WHERE id = %s", [game.pk])
    if pool == "pool":
        assert shown("lock_timeout") == before


@pytest.mark.parametrize("limit", [patience.limit_locks, patience.limit_statements])
def test_statement_of_a_new_connection_has_one_wrapper(pool: str, limit: Callable[[], None]) -> None:
    with patience.limited(limit), another_connection() as other:
        for _ in range(3):
            with other.cursor() as cursor:
                cursor.execute("SELECT 1")
            other.close()
        assert len(other.execute_wrappers) <= 1


@pytest.mark.parametrize(
    ("limit", "limits"), [(patience.limit_locks, patience.WORKER), (patience.limit_statements, patience.WEB)]
)
def test_transaction_has_the_limits_of_its_process(
    pool: str, limit: Callable[[], None], limits: Mapping[str, str]
) -> None:
    with (
        patience.limited(limit),
        another_connection() as other,
        transaction.atomic(using="alone"),
        other.cursor() as cursor,
    ):
        for name, value in limits.items():
            cursor.execute("SELECT current_setting(%s)", [name])
            assert cursor.fetchone() == (value,)
