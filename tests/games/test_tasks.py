"""Bots move by themselves: through the queue, by the tick where the queue failed, and with real workers."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.core.cache.backends.locmem import LocMemCache
from django.core.management import call_command
from kombu.exceptions import OperationalError

from accounts.models import User
from games import clock, tasks
from games.models import Game, Heartbeat, Move, Status
from games.rows import bot_people, nudge, pulse
from games.rules.notation import letter, parse
from games.rules.table import Ruleset
from games.services import bot_turns, moves
from saboteur_site import celery as queue
from saboteur_site.outgoing.breaker import CircuitBreaker
from tests.breakers import ask_again
from tests.factories import UserFactory
from tests.games import tables
from tests.games.post import give_addresses, receivers
from tests.games.tables import in_position, loaded, running_game
from tests.services import free_port

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite, pytest.mark.usefixtures("mail_alone")]

HANDS = {"A": ["EW", "NS", "map"], "B": ["NESW", "EW"], "C": ["NESW", "map"]}
Hooks = Callable[..., AbstractContextManager[Any]]


def at_the_table(*names: str) -> list[User]:
    """People and, by their names, bots."""
    return [UserFactory.create(username=name, is_bot=name.startswith("Bot")) for name in names]


@pytest.fixture
def game() -> Game:
    """Ann on turn, then two bots."""
    return in_position(at_the_table("Ann", "Bot Flint", "Bot Onyx"), hands=HANDS)


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """The words to the queue, which no worker takes."""
    words: list[tuple[Any, ...]] = []
    monkeypatch.setattr(nudge, "tell_worker", lambda *word: words.append(word))
    return words


def lay(game: Game) -> str:
    """What becomes of Ann's tunnel."""
    ann = User.objects.get(username="Ann")
    return moves.submit(code=game.code, user=ann, seq=game.seq, key="k1", command=parse("lay EW 1,0")).result


def awaited(game: Game) -> str:
    """Who is awaited first."""
    return tables.awaited(game).user.username


# -- words to the queue


def test_a_move_after_which_a_bot_is_awaited_tells_the_queue_once(
    game: Game, queued: list[Any], django_capture_on_commit_callbacks: Hooks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        assert lay(game) == "done"
    assert queued == [("games.tasks.play_bots", game.pk)]


@pytest.mark.usefixtures("mail_alone")
def test_a_move_after_which_a_person_is_awaited_tells_the_queue_nothing(
    queued: list[Any], django_capture_on_commit_callbacks: Hooks
) -> None:
    game = in_position(3, hands=HANDS)
    with django_capture_on_commit_callbacks(execute=True):
        assert lay(game) == "done"
    assert queued == []


@pytest.mark.usefixtures("mail_alone")
def test_a_deal_and_a_seat_that_a_bot_takes_tell_the_queue(
    queued: list[Any], django_capture_on_commit_callbacks: Hooks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        dealt = running_game(at_the_table("Bot Flint", "Bot Onyx", "Bot Slate"))
    with django_capture_on_commit_callbacks(execute=True):
        taken = in_position(3, hands=HANDS)
        tables.do(taken, "= bot A")
    assert queued == [("games.tasks.play_bots", dealt.pk), ("games.tasks.play_bots", taken.pk)]


# -- sweeps


@pytest.fixture
def lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """An awaited bot counts as forgotten at once."""
    monkeypatch.setattr(bot_turns, "LOST", timedelta())


def test_bots_without_a_queued_task_move_with_the_next_sweep(game: Game, lost: None) -> None:
    lay(game)
    assert awaited(game) == "Bot Flint"
    tasks.tick()
    assert awaited(game) == "Bot Flint"
    tasks.play_awaited_bots()
    assert awaited(game) == "Ann"


def test_all_that_is_due_can_be_done_without_any_worker(game: Game, lost: None) -> None:
    lay(game)
    call_command("tick", "clock")
    assert Heartbeat.objects.get(name="tick").at >= Move.objects.get(game=game, command="A lay EW 1,0").at
    assert awaited(game) == "Bot Flint"
    give_addresses("Ann")
    call_command("tick")

    assert awaited(game) == "Ann"
    assert receivers() == ["ann"]


def test_a_sweep_leaves_alone_what_waits_for_people_or_has_no_game() -> None:
    waiting, over = running_game(3), tables.finished_game(3)
    open_table = tables.open_game(3)
    before = list(Game.objects.order_by("pk").values())
    call_command("tick")

    assert {waiting.pk, over.pk, open_table.pk} == {row["id"] for row in before}
    assert list(Game.objects.order_by("pk").values()) == before


def test_unplayable_game_delays_no_other_and_alarms_once_per_fault(
    caplog: pytest.LogCaptureFixture, lost: None
) -> None:
    bots = at_the_table("Bot Flint", "Bot Onyx", "Bot Slate")
    games = [running_game(bots, seed, ruleset=Ruleset(rounds=1)) for seed in (1, 2, 3)]
    whole, broken = games[1].public, Game.objects.filter(pk=games[1].pk)
    broken.update(public="{")
    for _sweep in range(3):
        tasks.play_awaited_bots()

    assert [Game.objects.get(pk=game.pk).status for game in games] == [Status.OVER, Status.RUNNING, Status.OVER]
    assert alarms(caplog) == [f"game {games[1].pk}: its bots cannot move"]
    assert broken.get().stuck_at is not None

    broken.update(public=whole)
    tables.play_bot(games[1].pk)
    assert broken.get().stuck_at is None
    broken.update(public="{")
    tasks.play_awaited_bots()
    assert alarms(caplog) == [f"game {games[1].pk}: its bots cannot move"] * 2


def alarms(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was said to be wrong."""
    return [
        entry.getMessage()
        for entry in caplog.records
        if entry.levelname == "ERROR" and entry.name != "games.rows.corrupt"
    ]


def test_tables_waiting_for_bots_are_found_once_longest_first() -> None:
    bots, people = at_the_table("Bot Flint", "Bot Onyx", "Bot Slate"), at_the_table("Ann", "Bo", "Cy")
    waiting = [running_game(bots, seed) for seed in range(7)]
    left = [running_game(people, seed) for seed in range(3)]
    for game in left[:2]:
        tables.do(game, f"= bot {letter(tables.awaited(game).number)}")
    found = bot_people.awaited_bots(9, clock.now())

    by_bot = [[game.pk for game in waiting if tables.awaited(game).user == bot] for bot in bots]
    assert max(map(len, by_bot)) > 2
    for games in by_bot:
        assert [pk for pk in found if pk in games] == games
    assert sorted(found) == [game.pk for game in [*waiting, *left[:2]]]
    assert bot_people.awaited_bots(1, clock.now()) == [*(games[0] for games in by_bot if games), left[0].pk]


def test_sweeps_that_repeat_do_no_more_than_one(game: Game, lost: None) -> None:
    lay(game)
    call_command("tick")
    before = loaded(game).state
    call_command("tick")

    assert loaded(game).state == before


# -- when the queue or the cache is away


def test_a_move_is_done_though_the_broker_is_away(
    game: Game, lost: None, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Hooks
) -> None:
    nowhere = queue.SiteCelery("nowhere", broker=f"redis://127.0.0.1:{free_port()}/0")
    nowhere.conf.update(task_publish_retry=queue.app.conf.task_publish_retry)
    breaker = CircuitBreaker("The queue of tasks")
    monkeypatch.setattr(queue, "app", nowhere)
    monkeypatch.setattr(queue, "_breaker", breaker)
    with django_capture_on_commit_callbacks(execute=True):
        assert lay(game) == "done"

    assert breaker.is_open
    assert awaited(game) == "Bot Flint"
    tasks.play_awaited_bots()
    assert awaited(game) == "Ann"


def test_request_never_waits_for_a_lost_broker() -> None:
    options = queue.app.connection_for_write().transport_options or {}

    assert queue.app.conf.task_publish_retry is False
    assert options["max_retries"] == 0
    assert options["socket_connect_timeout"] < 1


def test_notices_of_one_second_wake_the_queue_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words: list[tuple[str, Any]] = []
    monkeypatch.setattr(queue.app, "send_task", lambda task, *, countdown, **_: words.append((task, countdown)))
    monkeypatch.setattr(queue, "_silent_until", {})
    for moment in (100.0, 100.3, 100.6, 101.0):
        seconds = partial(float, moment)
        queue.nudge("games.tasks.send_notices", seconds=seconds)
        queue.nudge("games.tasks.play_bots", 7, seconds=seconds)

    bots = ("games.tasks.play_bots", None)
    gathered = ("games.tasks.send_notices", 1.0)
    assert words == [gathered, bots, bots, bots, gathered, bots]


def test_early_yes_is_stored_and_good_for_ten_minutes_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    words: list[tuple[str, Any, Any]] = []

    def record_task(task: str, *, countdown: Any, expires: Any, **_: Any) -> None:
        words.append((task, countdown, expires))

    monkeypatch.setattr(queue.app, "send_task", record_task)
    queue.nudge("games.tasks.play_plan", 7, after=71.5)
    queue.nudge("games.tasks.play_plan", 7)

    assert words == [("games.tasks.play_plan", 71.5, 671.5), ("games.tasks.play_plan", None, 600)]


def test_lost_task_is_queued_again(monkeypatch: pytest.MonkeyPatch) -> None:
    words = []

    def fail(task: str, **_: Any) -> None:
        words.append(task)
        raise OperationalError

    monkeypatch.setattr(queue.app, "send_task", fail)
    monkeypatch.setattr(queue, "_silent_until", {})
    monkeypatch.setattr(queue, "_breaker", breaker := CircuitBreaker("the queue of a test"))
    for _ in range(2):
        queue.nudge("games.tasks.send_notices")
        ask_again(breaker)

    assert len(words) == 2


@pytest.mark.parametrize("broken", [(nudge, "tell_worker"), (cache, "set_many")])
def test_a_move_is_done_whatever_happens_to_the_words_after_it(
    broken: tuple[Any, str],
    game: Game,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Hooks,
) -> None:
    recorded = []

    def fail(*words: Any, **more: Any) -> None:
        recorded.append(words)
        raise RuntimeError

    monkeypatch.setattr(*broken, fail)
    with django_capture_on_commit_callbacks(execute=True):
        assert lay(game) == "done"
    assert recorded
    assert awaited(game) == "Bot Flint"


def test_an_old_version_that_came_last_is_believed_for_a_moment_only(
    game: Game, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Hooks
) -> None:
    monkeypatch.setattr(pulse, "cache", LocMemCache("pulse of a test", {}))
    token = tables.pulse_token(game, "Ann")
    with time_machine.travel(1_800_000_000, tick=False) as clock:
        lay(game)
        with django_capture_on_commit_callbacks(execute=True):
            pulse.publish(game, tables.seats_of(game))
        old = pulse.of(token)
        clock.shift(31)
        fresh = pulse.of(token)
    assert old is not None
    assert fresh is not None
    assert [old.version, fresh.version] == [game.version, game.version + 1]
