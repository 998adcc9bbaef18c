"""Plans that are played: when, what is tried, and what becomes of those that fail (R92, R95)."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any

import pytest

from games import clock, tasks
from games.clocks import planned
from games.models import Game, Heartbeat, Move, Seat
from games.rows import nudge, store
from games.services import plans
from tests.games import tables
from tests.games.clocks import HOUR, be_away, pass_by, tick
from tests.games.planning import MINUTE, dropped, laid, plan, planned_by, table

SECOND = timedelta(seconds=1)
pytestmark = pytest.mark.django_db


# -- when it is played


@pytest.mark.parametrize("minutes", [10, 60, 240])
def test_waiting_plan_is_played_by_the_clock_after_its_delay(minutes: int) -> None:
    game = table()
    plan(game, "Bo", "lay EW 1,0", "pass NS", minutes=minutes)
    tables.do(game, "A map 8,0")
    tick()
    assert tables.awaited(game).user.username == "Bo"
    pass_by(0.69 * minutes * MINUTE)
    tick()
    assert not laid(game)
    pass_by(0.62 * minutes * MINUTE + plans.LATE)
    tick()
    assert laid(game) == {"1,0": "EW"}
    assert tables.awaited(game).user.username == "Cy"
    move = Move.objects.get(game=game, seq=Game.objects.get(pk=game.pk).seq)
    assert (move.seat, move.user, move.command) == (1, tables.seat_of(game, "Bo").user, "B lay EW 1,0")
    assert planned_by(game, "Bo") == [""]
    assert not dropped(game, "Bo")


Words = list[tuple[int, int]]
Hooks = Callable[..., AbstractContextManager[Any]]


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> Words:
    """For which games the queue was told to play a plan, and in how many seconds; no worker takes it."""
    words: Words = []

    def record_task(task: str, game_id: int = 0, *, after: float = 0.0) -> None:
        if task == "games.tasks.play_plan":
            words.append((game_id, round(after)))

    monkeypatch.setattr(nudge, "tell_worker", record_task)
    return words


def bo_is_about_to(*, minutes: int = 10, ahead: timedelta = 0 * MINUTE) -> Game:
    """A game in which Bo has a plan that is due so much later."""
    game = table()
    plan(game, "Bo", "lay EW 1,0", "pass NS", minutes=minutes)
    tables.do(game, "A map 8,0")
    due = planned.due_at(tables.seat_of(game, "Bo"))
    assert due is not None
    pass_by(due - ahead - clock.now())
    return game


def test_r95_tick_queues_a_plan_that_is_played_at_its_own_second(
    queued: Words, django_capture_on_commit_callbacks: Hooks
) -> None:
    game = bo_is_about_to(ahead=130 * SECOND)
    for ahead, words in [(130, []), (70, [(game.pk, 70)]), (10, [(game.pk, 10)]), (-50, [(game.pk, 0)])]:
        queued.clear()
        with django_capture_on_commit_callbacks(execute=True):
            tick()
        assert (ahead, queued) == (ahead, words)
        pass_by(MINUTE if ahead > 0 else 0 * MINUTE)
    assert not laid(game)
    tasks.play_plan(game.pk)
    assert laid(game) == {"1,0": "EW"}
    tasks.play_plan(game.pk)
    assert Game.objects.get(pk=game.pk).seq == 2


def test_plan_without_a_queued_task_is_played_by_the_tick() -> None:
    game = bo_is_about_to()
    pass_by(plans.LATE - 5 * SECOND)
    tick()
    assert not laid(game)
    pass_by(6 * SECOND)
    tick()
    assert laid(game) == {"1,0": "EW"}


def test_early_task_plays_nothing_and_is_queued_once_more(
    queued: Words, django_capture_on_commit_callbacks: Hooks
) -> None:
    game = bo_is_about_to(ahead=9 * SECOND)
    with django_capture_on_commit_callbacks(execute=True):
        tasks.play_plan(game.pk)
    assert (laid(game), queued) == ({}, [(game.pk, 9)])


def test_plan_due_by_a_shorter_delay_is_played_without_a_tick(
    queued: Words, django_capture_on_commit_callbacks: Hooks
) -> None:
    game = bo_is_about_to(minutes=240, ahead=30 * MINUTE)
    with django_capture_on_commit_callbacks(execute=True):
        plans.put_off(code=game.code, user=tables.seat_of(game, "Bo").user, minutes=10)
    assert queued == [(game.pk, 0)]


def test_a_plan_for_a_turn_to_come_tells_the_queue_nothing(
    queued: Words, django_capture_on_commit_callbacks: Hooks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        plan(table(), "Bo", "lay EW 1,0", minutes=10)
        tick()
    assert queued == []


def test_a_task_without_a_plan_or_a_game_does_nothing(
    queued: Words, django_capture_on_commit_callbacks: Hooks, caplog: pytest.LogCaptureFixture
) -> None:
    game = table()
    pass_by(-MINUTE)  # the clock of the next server is behind
    before = Game.objects.values().get(pk=game.pk)
    with django_capture_on_commit_callbacks(execute=True):
        tasks.play_plan(game.pk)
        tasks.play_plan(game.pk + 1)
    assert Game.objects.values().get(pk=game.pk) == before
    assert (queued, caplog.records) == ([], [])


def test_the_wait_is_another_each_turn_and_depends_on_nothing_but_the_turn() -> None:
    game = table()
    seat = tables.seat_of(game, "Bo")
    seat.plan, seat.plan_minutes, seat.awaited_for = "pass NS", 100, "turn"
    waits = set()
    for number in range(40):
        seat.awaited_since = clock.now() + number * MINUTE
        due = planned.due_at(seat)
        assert due is not None
        waits.add(round((due - seat.awaited_since) / MINUTE))
        assert 70 <= (due - seat.awaited_since) / MINUTE <= 130
        seat.plan, seat.hand = f"pass {number}", ""
        assert planned.due_at(seat) == due
    assert len(waits) > 20


def test_the_next_thing_is_tried_when_the_first_cannot_be_done() -> None:
    game = table()
    plan(game, "Bo", "lay EW 1,0", "lay NS 0,1", "pass NS", minutes=10)
    tables.do(game, "A lay EW 1,0")
    pass_by(HOUR)
    tick()
    assert laid(game) == {"1,0": "EW", "0,1": "NS"}


def test_impossible_plan_is_dropped_at_turn_start_with_a_notice() -> None:
    game = table()
    plan(game, "Bo", "lay EW 1,0", minutes=240)
    tables.do(game, "A lay EW 1,0")
    tick()
    assert planned_by(game, "Bo") == [""]
    assert dropped(game, "Bo") == 1
    assert tables.awaited(game).user.username == "Bo"


def test_where_ticks_come_rarely_the_next_one_drops_it() -> None:
    game = table()
    Heartbeat.objects.update(gaps="1200 1200 1200")
    plan(game, "Bo", "lay EW 1,0", minutes=240)
    tables.do(game, "A lay EW 1,0")
    pass_by(19 * MINUTE)
    tick()
    assert planned_by(game, "Bo") == [""]


def test_the_same_holds_for_a_plan_at_once() -> None:
    game = table()
    plan(game, "Bo", "lay EW 1,0")
    tables.do(game, "A lay EW 1,0")
    assert dropped(game, "Bo") == 1
    assert tables.awaited(game).user.username == "Bo"


def test_r92_waiting_plan_is_tried_first_at_a_time_out() -> None:
    game = table()
    Seat.objects.filter(game=game).update(spent=72 * 3600)
    Game.objects.filter(pk=game.pk).update(turn_hours=1)
    plan(game, "Bo", "lay EW 1,0", minutes=240)
    tables.do(game, "A map 8,0")
    pass_by(HOUR + MINUTE)
    tick()
    assert laid(game) == {"1,0": "EW"}
    seat = tables.seat_of(game, "Bo")
    assert (seat.missed, seat.forgiven) == (0, False)


def test_an_outage_plays_it_when_the_site_is_back() -> None:
    game = table()
    plan(game, "Bo", "lay EW 1,0", minutes=10)
    tables.do(game, "A map 8,0")
    be_away(30 * HOUR)
    tick()
    assert laid(game) == {"1,0": "EW"}


@pytest.mark.parametrize("by", ["tick", "task"])
def test_a_plan_that_fails_hinders_no_other_and_is_forgotten(
    by: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    games = [table(), table()]
    for game in games:
        plan(game, "Bo", "lay EW 1,0", minutes=10)
        tables.do(game, "A map 8,0")
    try_now = plans.try_now

    def fails(loaded: store.Loaded, seat: Seat) -> store.Loaded | None:
        if loaded.game.pk == games[0].pk:
            raise RuntimeError
        return try_now(loaded, seat)

    monkeypatch.setattr(plans, "try_now", fails)
    pass_by(HOUR)
    if by == "task":
        tasks.play_plan(games[0].pk)
    tick()
    assert laid(games[1]) == {"1,0": "EW"}
    assert tables.seat_of(games[0], "Bo").plan == ""
    assert [entry.getMessage() for entry in caplog.records if entry.levelname == "ERROR"] == [
        f"game {games[0].pk}: a plan cannot be played"
    ]


def test_unreadable_plan_is_dropped_and_delays_no_other() -> None:
    game = table()
    Seat.objects.filter(game=game, number=1).update(plan="lay nonsense", plan_minutes=10)
    tables.do(game, "A map 8,0")
    tick()
    assert dropped(game, "Bo") == 1
    assert tables.seat_of(game, "Bo").plan == ""
