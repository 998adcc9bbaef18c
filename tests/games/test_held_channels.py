"""A locked row delays the messages about it, and no other message of the run (ADR 62)."""

import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection
from pytest_django.fixtures import Settings

from accounts.channels import sendings
from accounts.channels.sendings import Crew, Pause, Sending, Work
from accounts.models import ChannelBreaker, Event, Target, User
from games import clock, tasks
from games.mail import outbox
from games.mail.letters import LetterContent, LetterEntry
from games.models import Delivery, Game, Heartbeat, Notice
from tests import sinks
from tests.factories import TargetFactory, UserFactory
from tests.games.holding import held
from tests.games.tables import running_game
from tests.sinks import Sink, sink

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.postgres,
    pytest.mark.xdist_group("many connections"),
]
NEWS = LetterContent(
    "Your turn", [LetterEntry("It’s your turn.", "http://localhost:8000/", "Go")], events=(Event.TURN,), id="turn.1"
)
PAST = timedelta(minutes=1)


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A table of which people are told all the same thing."""
    monkeypatch.setattr("games.mail.entries.news_of", lambda _notice, _channel: NEWS)
    game = running_game(3, 8)
    Notice.objects.all().delete()
    return game


@pytest.fixture
def program(settings: Settings) -> Iterator[Sink]:
    """A program that takes what is posted."""
    with sink() as found:
        settings.OUTWARD_HTTP_HOSTS = ["127.0.0.1"]
        yield found


@pytest.fixture
def waits() -> Iterator[list[str]]:
    """The statements that had to wait for a lock."""
    found = list[str]()

    def execute(run: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
        try:
            return run(sql, params, many, context)
        except OperationalError:
            found.append(str(sql))
            raise

    with connection.execute_wrapper(execute):
        yield found


def notify(game: Game, user: User) -> None:
    Notice.objects.create(user=user, game=game, kind=Event.TURN, dedupe=f"turn of {user.pk}")


def notice_of(user: User) -> str:
    return Notice.objects.get(user=user).outcome


def test_held_greetings_stop_no_message(game: Game) -> None:
    tasks.send_notices()
    names = list(Heartbeat.objects.filter(name__endswith=" asked").values_list("name", flat=True))
    Heartbeat.objects.filter(name__in=names).update(at=clock.now() - timedelta(hours=1))
    person = UserFactory.create(email="eve@mail.example")
    notify(game, person)
    with held("games_heartbeat", *names, column="name"):
        tasks.send_notices()
    assert notice_of(person) == "sent"
    assert len(names) > 1


def test_held_rest_of_a_channel_makes_no_message_wait_for_a_lock(game: Game, program: Sink, waits: list[str]) -> None:
    people = [UserFactory.create(email=f"eve{number}@mail.example") for number in range(3)]
    by_chat = TargetFactory.create(user=UserFactory.create(), url=program.url).user
    for person in (*people, by_chat):
        notify(game, person)
    past = clock.now() - PAST
    ChannelBreaker.objects.create(channel="email", since=past, open_until=past, failed_tries=1)
    with held("accounts_resting", "email", column="channel"):
        outbox.send_due()
    assert waits == []
    assert [notice_of(person) for person in (*people, by_chat)] == ["", "", "", "sent"]
    assert set(Delivery.objects.filter(channel="email").values_list("tries", "trouble")) == {(0, "")}


@pytest.mark.parametrize("answers", [sinks.says(503), sinks.says(400), sinks.says(204), None])
def test_held_chats_make_no_message_wait_for_a_lock(
    game: Game, program: Sink, waits: list[str], answers: sinks.Answers | None
) -> None:
    program.answers = answers or program.answers
    url = program.url if answers else "http://127.0.0.1:9/nothing-listens"
    chats = [TargetFactory.create(user=UserFactory.create(), url=url) for _ in range(4)]
    Target.objects.update(open_until=clock.now() - PAST, failed_tries=1)
    for chat in chats:
        notify(game, chat.user)
    with held("accounts_target", *(chat.pk for chat in chats[:2])):
        outbox.send_due()
    assert waits == []
    is_rest_over = Target.objects.filter(open_until__lt=clock.now() - PAST / 2)
    assert {chat.pk for chat in is_rest_over} == {chat.pk for chat in chats[:2]}


def test_held_notice_delays_no_other_mail(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "WAITS", (5.0,))
    first, *others = [UserFactory.create(email=f"eve{number}@mail.example") for number in range(3)]
    for person in (first, *others):
        notify(game, person)
    Notice.objects.filter(user=first).update(due_at=clock.now() - PAST)
    outbox._hand_out()
    with held("games_notice", Notice.objects.get(user=first).pk):
        # What became of the first one cannot be written down to the end: it is looked at again when its lease is over.
        box = outbox.Outbox()
        with pytest.raises(OperationalError):
            sendings.work([box], patience=2.0)
    assert [notice_of(person) for person in others] == ["sent", "sent"]
    assert notice_of(first) == ""


def test_pause_takes_no_room_in_a_lane() -> None:
    crew = Crew()

    def paused() -> Sending:
        yield [Pause(0.2)]

    def waits_for_a_server() -> Sending:
        yield [lambda: time.sleep(0.2)]

    crew.start(Work("email", 1, paused()))
    assert (crew.room("email", 1), crew.keys("email"), crew.is_busy) == (True, [1], True)
    crew.start(Work("email", 2, waits_for_a_server()))
    assert not crew.room("email", 1)
    while crew.is_busy:
        crew.wait(0.1)
    assert crew.room("email", 1)
