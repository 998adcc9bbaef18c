"""When bots move: however long they think, at a moment that follows from nothing secret (R95)."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction

from accounts.models import User
from games import bots, clock, tasks
from games.models import Game, Move, Seat, Word
from games.rows import nudge
from games.rules.announcements import PauseEnded
from games.rules.notation import write
from games.rules.table import Ruleset
from games.rules.view import PlayerView
from games.services import bot_turns
from games.services import moves as play_moves
from tests.factories import UserFactory
from tests.games import tables

pytestmark = pytest.mark.django_db

HANDS = {"A": ["EW", "NS", "map"], "B": ["NESW", "EW"], "C": ["NESW", "map"]}
WINDOW = Ruleset(modules=("veto",), veto_window=12)
Hooks = Callable[..., AbstractContextManager[Any]]


class Worker:
    """A worker that takes the words to the queue in order, while its own time passes and that of the database."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, hooks: Hooks) -> None:
        self.words: list[tuple[str, tuple[Any, ...], float]] = []
        self.passed, self.thinks, self.sleeps = 0.0, 0.0, list[float]()
        self.asked_at = list[float]()
        """When the queue was told of a moment at which bots play, by the worker's time."""
        self._hooks = hooks
        monkeypatch.setattr(nudge, "tell_worker", self._hear)
        monkeypatch.setattr(bot_turns, "monotonic", lambda: self.passed)
        monkeypatch.setattr(bot_turns, "sleep", self._sleep)
        real, tell = bots.choose, nudge.chosen

        def choose(*given: Any) -> Any:
            self.passed += self.thinks
            return real(*given)

        def chosen(*about: Any) -> None:
            self.asked_at.append(self.passed)
            tell(*about)

        monkeypatch.setattr(bots, "choose", choose)
        monkeypatch.setattr(nudge, "chosen", chosen)

    def _hear(self, task: str, *arguments: Any, after: float = 0.0) -> None:
        self.words.append((task.removeprefix("games.tasks."), arguments, round(after, 3)))

    def _sleep(self, seconds: float) -> None:
        self.sleeps.append(round(seconds, 3))
        self.passed += seconds

    @contextmanager
    def commits(self) -> Iterator[None]:
        """What is done in here is through at its end."""
        with self._hooks(execute=True):
            yield

    def heard(self) -> list[tuple[str, tuple[Any, ...], float]]:
        """The words since the last time."""
        words, self.words = self.words, []
        return words


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Hooks) -> Worker:
    return Worker(monkeypatch, django_capture_on_commit_callbacks)


def table(people: str = "Ann", *, ruleset: Ruleset | None = None, **script: Any) -> Game:
    """Ann and two bots, unless others are people too; the first seat is on turn."""
    seats = [user_named(name if name in people else f"Bot {name}") for name in ("Ann", "Bo", "Cy")]
    return tables.in_position(seats, ruleset=ruleset, **{"hands": HANDS, **script})


def user_named(name: str) -> User:
    """A person or, by the name, a bot; the same each time."""
    there = User.objects.filter(username=name).first()
    return there or UserFactory.create(username=name, is_bot=name.startswith("Bot"))


def lay(game: Game) -> None:
    """Ann's tunnel, after which Bo, a bot, is on turn."""
    tables.do(game, "A lay EW 1,0")


def awaited_ago(game: Game, seconds: float) -> None:
    """The game has waited so long."""
    since = clock.now() - timedelta(seconds=seconds)
    Seat.objects.filter(game=game, awaited_since__isnull=False).update(awaited_since=since)


@contextmanager
def standing_clock(game: Game, seconds: float) -> Iterator[None]:
    """In here the game has waited so long to the last digit, however slow the machine is."""
    since = max(seat.awaited_since for seat in Seat.objects.filter(game=game) if seat.awaited_since)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "turned", lambda _moment: since + timedelta(seconds=seconds))
        yield


def moves(game: Game) -> list[str]:
    """The lines of the log."""
    return list(Move.objects.filter(game=game).order_by("seq").values_list("command", flat=True))


# -- through the queue


@pytest.mark.parametrize("thinks", [0.0, 0.01, 0.5])
def test_however_long_a_bot_thinks_it_answers_as_late(worker: Worker, thinks: float) -> None:
    game, worker.thinks = table(), thinks
    with worker.commits():
        lay(game)
    assert worker.heard() == [("play_bots", (game.pk,), 0.0)]
    with worker.commits(), standing_clock(game, 0.0):
        tasks.play_bots(game.pk)
    assert worker.heard() == [("play_chosen", (game.pk, game.seq), bot_turns.ANSWER)]
    assert worker.asked_at == [0.0]  # before it began to think
    assert moves(game)[-1] == "A lay EW 1,0"
    with worker.commits():
        tasks.play_chosen(game.pk, game.seq)
    assert moves(game)[-1].startswith("B ")
    assert worker.heard() == [("play_bots", (game.pk,), 0.0)]


def test_a_worker_that_comes_late_gives_every_bot_as_long_to_think(worker: Worker) -> None:
    waits = []
    for ago in (0.15, 0.5, 5.0, 5000.0):
        game = tables.in_position(3, hands=HANDS)
        tables.do(game, "A lay EW 1,0", "= bot B")
        with worker.commits(), standing_clock(game, ago):
            tasks.play_bots(game.pk)
        waits.append(worker.heard()[-1][2])
    assert waits == [pytest.approx(bot_turns.ANSWER - 0.15), *[bot_turns.THINK] * 3]


def test_a_clock_that_was_put_back_makes_no_bot_wait_for_hours(worker: Worker) -> None:
    game = table()
    lay(game)
    awaited_ago(game, -7200)
    with worker.commits():
        tasks.play_bots(game.pk)
    assert worker.heard()[-1][2] == bot_turns.ANSWER


def test_a_choice_that_took_too_long_is_played_a_step_later(worker: Worker) -> None:
    game, worker.thinks = table(), 1.0
    lay(game)
    awaited_ago(game, 60)
    with worker.commits():
        tasks.play_bots(game.pk)
        tasks.play_chosen(game.pk, game.seq)
    words = worker.heard()
    assert [(task, wait) for task, _about, wait in words[:2]] == [("play_chosen", 0.7), ("play_chosen", 0.4)]
    first, second = (wait for _task, _about, wait in words[:2])
    assert worker.thinks + second == pytest.approx(first + bot_turns.THINK)


def test_a_bot_that_said_something_moves_more_than_a_second_later(worker: Worker) -> None:
    game = table(before={"B": ["break:cart"]})
    lay(game)
    with worker.commits(), standing_clock(game, 0.0):
        tasks.play_bots(game.pk)
        tasks.play_bots(game.pk)
    assert Word.objects.get(game=game).text == "tool cart mend"
    assert [wait for task, _about, wait in worker.heard() if task == "play_chosen"] == [
        pytest.approx(bot_turns.ANSWER + bot_turns.SPEAKS),
        bot_turns.ANSWER,
    ]
    assert bot_turns.SPEAKS > 1


def test_the_words_to_the_queue_are_the_same_whatever_a_bot_holds(worker: Worker) -> None:
    heard = []
    for hand in (["NESW", "EW"], ["map", "map"], ["break:cart", "rockfall"]):
        game = table(hands={**HANDS, "B": hand})
        with worker.commits():
            lay(game)
            tasks.play_bots(game.pk)
        heard.append([(task, about[1:], wait > 0) for task, about, wait in worker.heard()])
    assert heard[0] == heard[1] == heard[2]


def test_stale_choice_plays_nothing_after_another_event(worker: Worker) -> None:
    game = table()
    lay(game)
    tasks.play_bots(game.pk)
    before, seq = moves(game), game.seq
    with transaction.atomic():
        play_moves.announce(play_moves.locked(pk=game.pk), PauseEnded())
    tasks.play_chosen(game.pk, seq)
    assert moves(game) == [*before, ""]
    worker.heard()
    with worker.commits(), transaction.atomic():
        play_moves.announce(play_moves.locked(pk=game.pk), PauseEnded())
    assert worker.heard() == [("play_bots", (game.pk,), 0.0)]
    for seq in (game.seq, game.seq + 1, game.seq + 2):
        tasks.play_chosen(game.pk, seq)
    assert moves(game) == [*before, "", ""]
    tasks.play_bots(game.pk)
    tasks.play_chosen(game.pk, game.seq + 2)
    assert moves(game)[-1].startswith("B ")


def test_tasks_that_come_twice_move_a_bot_once(worker: Worker) -> None:
    game = table()
    lay(game)
    seq = game.seq
    for _twice in range(2):
        tasks.play_bots(game.pk)
    for _twice in range(2):
        tasks.play_chosen(game.pk, seq)
    assert [line[0] for line in moves(game)[-2:]] == ["A", "B"]


def test_a_seat_that_a_person_has_taken_back_is_not_moved(worker: Worker) -> None:
    game = tables.in_position(3, hands=HANDS)
    tables.do(game, "A lay EW 1,0", "= bot B")
    tasks.play_bots(game.pk)
    tables.do(game, "= wake B")
    tasks.play_chosen(game.pk, game.seq)
    tasks.play_chosen(game.pk, game.seq - 1)
    assert moves(game)[-1] == "= wake B"


def test_all_bots_that_a_window_asks_answer_it_together(worker: Worker) -> None:
    game = table(ruleset=WINDOW, hands={**HANDS, "B": ["veto", "EW"]})
    lay(game)
    assert Seat.objects.filter(game=game, awaited_for="veto").count() == 2
    with worker.commits():
        tasks.play_bots(game.pk)
    assert [task for task, _about, _wait in worker.heard()] == ["play_chosen"]
    tasks.play_chosen(game.pk, game.seq)
    assert not Seat.objects.filter(game=game, awaited_for="veto").exists()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_request_never_waits_for_a_thinking_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    game = table()
    lay(game)
    other, free = connection.copy(), []
    real = bots.choose

    def choose(*given: Any) -> Any:
        with other.cursor() as cursor:
            cursor.execute("SELECT seq FROM games_game WHERE id = %s FOR UPDATE NOWAIT", [game.pk])
            free.append(cursor.fetchone())
        return real(*given)

    monkeypatch.setattr(bots, "choose", choose)
    try:
        tasks.play_bots(game.pk)
    finally:
        other.close()
    assert free == [(game.seq,)]


# -- by the tick


def test_a_tick_moves_bots_at_the_end_of_a_step_that_all_tables_share(worker: Worker) -> None:
    games = [table(), table("Ann, Cy"), table()]
    for game in games[:2]:
        lay(game)
        awaited_ago(game, 60)
    worker.thinks = 0.25
    assert bot_turns.work_off([game.pk for game in games]) == 3
    # Two tables think for half a second; then one bot is left, who was awaited just now.
    assert worker.sleeps[0] == pytest.approx(bot_turns.THINK - 0.5)
    assert bot_turns.THINK - 0.25 <= worker.sleeps[1] <= bot_turns.ANSWER - 0.25
    assert len(worker.sleeps) == 2


def test_a_sweep_whose_bots_think_long_waits_for_the_end_of_a_whole_step(worker: Worker) -> None:
    game, worker.thinks = table("Ann, Cy"), 1.6
    lay(game)
    awaited_ago(game, 60)
    assert bot_turns.work_off([game.pk]) == 1
    assert worker.sleeps == [pytest.approx(3 * bot_turns.THINK - 1.6)]


def test_sweep_plays_only_bots_without_a_queued_task(worker: Worker) -> None:
    game = table()
    lay(game)
    tasks.play_awaited_bots()
    assert moves(game)[-1] == "A lay EW 1,0"
    awaited_ago(game, bot_turns.LOST.total_seconds() + 1)
    tasks.play_awaited_bots()
    assert [line[0] for line in moves(game)[-3:]] == ["A", "B", "C"]


def test_a_sweep_leaves_the_rest_of_a_long_row_of_bots_to_the_next_one(worker: Worker) -> None:
    game = table("")
    awaited_ago(game, 60)
    bot_turns.work_off([game.pk])
    assert worker.passed == pytest.approx(bot_turns.PATIENCE, abs=2)
    assert len(moves(game)) > 20


def test_a_bot_that_many_ask_at_once_chooses_from_its_own_view_alone(worker: Worker, monkeypatch: Any) -> None:
    game, seen = table(), list[PlayerView]()
    real = bots.choose

    def choose(view: PlayerView, *more: Any) -> Any:
        seen.append(view)
        return real(view, *more)

    monkeypatch.setattr(bots, "choose", choose)
    lay(game)
    tasks.play_bots(game.pk)
    assert [view.seat for view in seen] == [1]
    chosen = Seat.objects.get(game=game, number=1).choice
    assert chosen.startswith(f"{game.seq} B ")
    assert chosen.split(" ", 2)[2] in {write(command) for command in seen[0].menu}
