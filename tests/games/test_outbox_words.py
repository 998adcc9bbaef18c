"""When the outbox is sent: what the queue is told, and what a sweep does of which it was not told."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest

from accounts.models import User
from games import tasks
from games.mail import outbox
from games.models import Game, Notice
from games.rows import nudge
from games.rules.notation import parse
from games.services import moves
from tests.factories import UserFactory
from tests.games.post import (
    give_addresses,
    receivers,
)
from tests.games.tables import do, in_position, play_bot

pytestmark = pytest.mark.django_db

HANDS = {"A": ["EW", "NS", "map"], "B": ["NESW", "EW"], "C": ["NESW", "map"]}
Hooks = Callable[..., AbstractContextManager[Any]]


@pytest.fixture
def game() -> Game:
    """Ann has laid a tunnel, it is Bo's turn, all have addresses; what was to be told before is forgotten."""
    game = in_position(3, hands=HANDS)
    give_addresses()
    Notice.objects.all().delete()
    do(game, "A lay EW 1,0")
    return game


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    words: list[tuple[Any, ...]] = []
    monkeypatch.setattr(nudge, "tell_worker", lambda *word: words.append(word))
    return words


def lay(game: Game) -> None:
    ann = User.objects.get(username="Ann")
    assert moves.submit(code=game.code, user=ann, seq=game.seq, key="k", command=parse("lay EW 1,0")).result == "done"


def test_move_wakes_the_queue_once_if_a_player_can_be_notified(
    queued: list[Any], django_capture_on_commit_callbacks: Hooks
) -> None:
    game = in_position(3, hands=HANDS)
    give_addresses("Bo")
    with django_capture_on_commit_callbacks(execute=True):
        lay(game)
    assert queued == [("games.tasks.send_notices",)]


def test_last_bot_of_a_row_wakes_the_queue(queued: list[Any], django_capture_on_commit_callbacks: Hooks) -> None:
    people = [UserFactory.create(username=name, is_bot=name != "Ann") for name in ("Ann", "Bot Flint", "Bot Onyx")]
    game = in_position(people, hands=HANDS)
    give_addresses("Ann")
    with django_capture_on_commit_callbacks(execute=True):
        lay(game)
    assert queued == [("games.tasks.play_bots", game.pk)]
    with django_capture_on_commit_callbacks(execute=True):
        while play_bot(game.pk):
            pass
    assert queued[1:] == [("games.tasks.play_bots", game.pk), ("games.tasks.send_notices",)]
    assert receivers() == []


def test_sweep_sends_notices_without_a_queued_task(game: Game) -> None:
    tasks.tick()
    tasks.play_awaited_bots()
    assert receivers() == []
    tasks.send_notices()
    tasks.send_notices()

    assert receivers() == ["bo"]


def test_a_long_run_is_handed_to_the_next_task(
    game: Game, queued: list[Any], monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Hooks
) -> None:
    monkeypatch.setattr(outbox, "MOST", 1)
    with django_capture_on_commit_callbacks(execute=True):
        assert tasks.send_notices() == 1
    assert queued == [("games.tasks.send_notices",)]
