"""Who is told of the end of a round and of a game, of invitations and of asks, and when that is no news."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.core import mail
from django.db import transaction

from accounts.services import friends
from games import clock
from games.mail import outbox
from games.models import Game, Notice
from games.rows import nudge
from games.rules.table import Ruleset
from games.services import lobby
from tests.factories import FriendshipFactory
from tests.games import tables
from tests.games.post import became, give_addresses, receivers
from tests.games.tables import open_game, running_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_alone")]
Hooks = Callable[..., AbstractContextManager[Any]]


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Turns the clock on."""

    def turn(**ahead: float) -> None:
        monkeypatch.setattr(clock, "offset", clock.offset + timedelta(**ahead))

    return turn


def test_end_of_a_round_notifies_each_player_once() -> None:
    game = running_game(3, ruleset=Ruleset(rounds=2))
    give_addresses()
    while not Notice.objects.filter(kind="round").exists():
        assert tables.play_on(game, 1) == 1
    outbox.send_due()

    on_turn = tables.awaited(game).user.username.lower()
    assert sorted(receivers()) == ["ann", "bo", "cy"]
    assert {message.recipients()[0].partition("@")[0]: str(message.subject) for message in mail.outbox} == {
        name: "Your turn: Friday dwarves" if name == on_turn else "A round is over: Friday dwarves"
        for name in ("ann", "bo", "cy")
    }


def test_end_of_a_game_is_the_last_notification_of_all() -> None:
    tables.play_to_the_end(running_game(3, ruleset=Ruleset(rounds=2)))
    give_addresses()
    outbox.send_due()

    assert sorted(receivers()) == ["ann", "bo", "cy"]
    assert {str(message.subject) for message in mail.outbox} == {"The game is over: Friday dwarves"}


@pytest.fixture
def invited() -> Game:
    """Bo is invited by Ann to a table, and has an address."""
    ann, bo = tables.people(2)
    FriendshipFactory.create(asked_by=ann, other=bo)
    give_addresses("Bo")
    game = open_game([ann], wanted=3)
    lobby.invite(by=ann, code=game.code, user=bo)
    return game


@pytest.mark.parametrize("has_address", [True, False])
def test_invitation_wakes_the_outbox_if_it_can_be_delivered(
    has_address: bool, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Hooks
) -> None:
    words: list[str] = []
    monkeypatch.setattr(nudge, "tell_worker", words.append)
    ann, bo = tables.people(2)
    FriendshipFactory.create(asked_by=ann, other=bo)
    if has_address:
        give_addresses("Bo")
        bo.refresh_from_db()
    game = open_game([ann], wanted=3)
    with django_capture_on_commit_callbacks(execute=True):
        lobby.invite(by=ann, code=game.code, user=bo)
    assert words == ["games.tasks.send_notices"] * has_address


def test_invitation_notifies_once_a_day(invited: Game) -> None:
    ann, bo = tables.people(2)
    lobby.decline(user=bo, code=invited.code)
    lobby.invite(by=ann, code=invited.code, user=bo)
    outbox.send_due()

    assert [message.subject for message in mail.outbox] == ["Ann invites you: Friday dwarves"]


@pytest.mark.parametrize("answer", ["join", "decline", "block", "call off"])
def test_an_invitation_that_leads_nowhere_any_more_is_no_news(invited: Game, answer: str) -> None:
    ann, bo = tables.people(2)
    if answer == "join":
        lobby.join(user=bo, code=invited.code)
    elif answer == "decline":
        lobby.decline(user=bo, code=invited.code)
    elif answer == "block":
        friends.block(blocker=bo, other=ann)
    else:
        lobby.leave(user=ann, code=invited.code)
    outbox.send_due()

    assert (became("invitation"), mail.outbox) == ("obsolete", [])


def test_friend_request_is_notified_once_a_day(later: Callable[..., None]) -> None:
    ann, bo = tables.people(2)
    give_addresses("Bo")
    for _ in range(2):
        friends.ask(asker=ann, other=bo)
        outbox.send_due()
        friends.remove(user=ann, other=bo)
    assert [message.subject for message in mail.outbox] == ["Ann would like to be your friend"]

    later(days=1)
    friends.ask(asker=ann, other=bo)
    outbox.send_due()
    assert len(mail.outbox) == 2


def test_friend_request_of_a_blocked_player_is_not_notified() -> None:
    ann, bo = tables.people(2)
    give_addresses("Bo")
    friends.block(blocker=bo, other=ann)
    friends.ask(asker=ann, other=bo)
    outbox.send_due()

    assert (became("friend"), mail.outbox) == ("obsolete", [])


@pytest.mark.parametrize(
    "word",
    [
        nudge.tidy,
        nudge.mails,
        nudge.notices,
        partial(nudge.bots, 1),
        partial(nudge.chosen, 1, 1, 0.5),
        partial(nudge.plan, 1, timedelta(1)),
    ],
)
@pytest.mark.django_db(transaction=True)
def test_a_word_to_the_worker_that_fails_fails_nothing_else(
    word: Callable[[], None], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError("no broker")

    monkeypatch.setattr(nudge, "tell_worker", fail)
    with transaction.atomic():
        word()
    assert "no broker" in caplog.text
