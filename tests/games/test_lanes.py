"""Messages under way: a target that hangs delays what goes to it, and an error of the database costs no message."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from django.core import mail
from django.db import OperationalError
from pytest_django.fixtures import Settings

from accounts.channels import NotSentError, Trouble, breakers, chat, email, sendings, troubles
from accounts.channels.sendings import Crew, Sending, Work
from accounts.models import AccountMail, ChannelBreaker, Event, Target, User
from accounts.services import mails
from games import tasks
from games.mail import outbox
from games.mail.letters import LetterContent, LetterEntry
from games.models import Delivery, Game, Notice
from tests import sinks
from tests.factories import TargetFactory, UserFactory
from tests.games.post import closed_office
from tests.games.tables import running_game
from tests.sinks import Sink, sink

pytestmark = pytest.mark.django_db
NEWS = LetterContent(
    "Your turn", [LetterEntry("It’s your turn.", "http://localhost:8000/", "Go")], events=(Event.TURN,), id="turn.1"
)


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A table of which people are told all the same thing, and nothing but what a test asks for."""
    monkeypatch.setattr("games.mail.entries.news_of", lambda _notice, _channel: NEWS)
    game = running_game(3, 8)
    Notice.objects.all().delete()
    return game


@pytest.fixture
def other(settings: Settings) -> Iterator[Sink]:
    """A program that takes nothing: it says nothing at all."""
    with sink() as found:
        found.answers = sinks.hangs
        settings.OUTWARD_HTTP_HOSTS = ["127.0.0.1"]
        yield found


def notify(game: Game, user: User) -> Notice:
    """A notice that waits."""
    return Notice.objects.create(user=user, game=game, kind=Event.TURN, dedupe=f"turn of {user.pk}")


def outcome_of(user: User) -> str:
    """The outcome of a user's only notice."""
    return Notice.objects.get(user=user).outcome


# -- a sick target delays itself


@pytest.mark.soak
def test_hanging_chats_of_forty_users_delay_no_other(
    game: Game, chat_server: Sink, other: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat, "PATIENCE", 1.0)
    for number in range(40):
        notify(game, TargetFactory.create(user=UserFactory.create(username=f"Sick {number}"), url=other.url).user)
    well = [TargetFactory.create(user=UserFactory.create(), url=chat_server.url).user for _person in range(3)]
    well.append(UserFactory.create(email="fay@mail.example"))
    for person in well:
        notify(game, person)
    begun = time.monotonic()
    outbox.send_due()
    took = time.monotonic() - begun
    assert [outcome_of(person) for person in well] == ["sent"] * 4
    assert len(chat_server.heard) == 3
    assert [message.to for message in mail.outbox] == [["fay@mail.example"]]
    assert other.calls == 40
    assert took < 40 * chat.PATIENCE / 4


@pytest.mark.soak
def test_chats_that_failed_before_leave_room_for_the_others(game: Game, chat_server: Sink, other: Sink) -> None:
    for number in range(2 * outbox.MUCH_ROOM):
        sick = TargetFactory.create(user=UserFactory.create(username=f"Sick {number}"), url=other.url)
        Notice.objects.filter(pk=notify(game, sick.user).pk).update(created_at="2020-01-01T00:00Z")
    outbox.send_due()
    assert set(Target.objects.values_list("failed_tries", flat=True)) == {1}
    Delivery.objects.update(due_at="2020-01-01T00:00Z")  # they rest, and are looked at without a call
    well = TargetFactory.create(user=UserFactory.create(), url=chat_server.url).user
    notify(game, well)
    calls = other.calls
    outbox.send_due()
    assert (outcome_of(well), other.calls) == ("sent", calls)


def test_a_mail_server_that_trickles_delays_no_chat(game: Game, chat_server: Sink, settings: Settings) -> None:
    cut_off = UserFactory.create(email="eve@mail.example")
    notify(game, cut_off)
    well = TargetFactory.create(user=UserFactory.create(), url=chat_server.url).user
    notify(game, well)
    UserFactory.create(email="gil@mail.example")
    mails.ask_for_reset("gil@mail.example")
    done = list[str]()
    chat_server.answers = lambda caller, closed: (done.append("chat"), sinks.says(204)(caller, closed))[-1]  # type: ignore[func-returns-value]
    with closed_office(settings, trickles=0.05, patience=0.3):
        tasks.send_notices()
        done.append("run")
    assert done == ["chat", "run"]
    assert (outcome_of(well), outcome_of(cut_off)) == ("sent", "")
    assert AccountMail.objects.count() == 1
    assert ChannelBreaker.objects.get().channel == "email"


def test_a_notice_written_during_a_run_is_handed_out_within_it(
    game: Game, chat_server: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (TargetFactory.create(user=UserFactory.create(), url=chat_server.url).user for _ in range(2))
    notify(game, first)
    real = chat.CHANNEL.send

    def written_meanwhile(letter: Any) -> Any:
        if letter.to == first:
            notify(game, second)
        return real(letter)

    monkeypatch.setattr(chat, "CHANNEL", chat.CHANNEL._replace(send=written_meanwhile))
    monkeypatch.setattr(outbox, "HANDS_OUT", 0.0)
    assert outbox.send_due() == 2
    assert outcome_of(second) == "sent"


@pytest.mark.parametrize(("each_second", "handed_out"), [(0.0, 1), (outbox.HANDS_OUT, 4)])
def test_run_hands_out_by_the_clock_it_is_given(
    game: Game, monkeypatch: pytest.MonkeyPatch, each_second: float, handed_out: int
) -> None:
    for number in range(3):
        notify(game, UserFactory.create(email=f"player{number}@mail.example"))
    times, real = list[float](), outbox._hand_out
    monkeypatch.setattr(outbox, "_hand_out", lambda: (times.append(0.0), real())[-1])  # type: ignore[func-returns-value]
    passed = [0.0]

    def job_over(job: Callable[[], None]) -> None:
        job()
        passed[0] += each_second

    sendings.work([outbox.Outbox()], runtime=sendings.Runtime(clock=lambda: passed[0], start=job_over))
    assert (len(mail.outbox), len(times)) == (3, handed_out)


def test_run_begins_nothing_more_once_its_time_is_over_by_its_clock() -> None:
    begun, passed = list[int](), [0.0]

    def nothing() -> Sending:
        yield from ()

    def source(_crew: Crew) -> Work | None:
        begun.append(len(begun))
        passed[0] += sendings.PATIENCE / 2
        return Work("email", len(begun), nothing())

    sendings.work([source], runtime=sendings.Runtime(clock=lambda: passed[0]))
    assert begun == [0, 1]


def test_a_job_that_never_ends_is_given_up_and_frees_its_lane(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sendings, "LAST", 0.2)
    monkeypatch.setattr(sendings, "ASKS", 0.1)
    met = list[Exception]()

    def stuck() -> Sending:
        try:
            yield [lambda: time.sleep(5)]
        except NotSentError as error:
            met.append(error)

    sources = iter([Work("email", 1, stuck())])
    begun = time.monotonic()
    sendings.work([lambda _crew: next(sources, None)])
    assert [error.trouble for error in met if isinstance(error, NotSentError)] == [Trouble.AWAY]
    assert time.monotonic() - begun < 4


def test_a_person_gets_one_letter_at_a_time_by_a_channel(
    game: Game, chat_server: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "JOINED", 1)
    person = TargetFactory.create(user=UserFactory.create(), url=chat_server.url).user
    for number in range(4):
        Notice.objects.create(user=person, game=game, kind=Event.TURN, dedupe=f"turn {number}")
    under_way, most = list[int](), list[int]()

    def counted(letter: Any) -> Sending:
        under_way.append(1)
        most.append(len(under_way))
        yield [lambda: time.sleep(0.02)]
        under_way.pop()

    monkeypatch.setattr(chat, "CHANNEL", chat.CHANNEL._replace(send=counted))
    outbox.send_due()
    assert most == [1, 1, 1, 1]


# -- the database fails while it is written down what became of a message


def failing(times: int, real: Callable[..., Any]) -> Callable[..., Any]:
    """Something that the database does not do the first few times."""
    error = OperationalError("away")
    error.__cause__ = psycopg.OperationalError("away")
    left = [error] * times

    def fail(*given: Any, **named: Any) -> Any:
        if left:
            raise left.pop()
        return real(*given, **named)

    return fail


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be written down is tried again at once."""
    monkeypatch.setattr(outbox, "WAITS", (0.0,) * 3)


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("times", [1, 9])
def test_a_failure_that_cannot_be_written_down_costs_no_message(
    game: Game, chat_server: Sink, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    sick, well = (TargetFactory.create(user=UserFactory.create(), url=chat_server.url).user for _ in range(2))
    notify(game, sick)
    notify(game, well)
    chat_server.scripted = [sinks.says(503)]
    monkeypatch.setattr(outbox, "_put_off", failing(times, outbox._put_off))
    outbox.send_due()
    assert sorted(Notice.objects.values_list("outcome", flat=True)) == ["", "sent"]
    monkeypatch.undo()
    monkeypatch.setattr("games.mail.entries.news_of", lambda _notice, _channel: NEWS)
    Target.objects.update(open_until=None)
    Delivery.objects.filter(done_at=None).update(due_at="2020-01-01T00:00Z")
    outbox.send_due()
    assert set(Notice.objects.values_list("outcome", flat=True)) == {"sent"}


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("place", [(breakers, "_close"), (troubles, "forget"), (chat, "_note")])
def test_a_message_that_was_taken_stays_sent_whatever_fails_afterwards(
    game: Game, chat_server: Sink, monkeypatch: pytest.MonkeyPatch, place: tuple[Any, str]
) -> None:
    people = [TargetFactory.create(user=UserFactory.create(), url=chat_server.url).user for _ in range(3)]
    for person in people:
        notify(game, person)
    module, name = place
    monkeypatch.setattr(module, name, failing(1, getattr(module, name)))
    outbox.send_due()
    outbox.send_due()
    assert {outcome_of(person) for person in people} == {"sent"}
    assert len(chat_server.heard) == 3


def test_a_database_that_fails_before_a_letter_is_written_is_no_try_of_it(
    game: Game, chat_server: Sink, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    person = TargetFactory.create(user=UserFactory.create(), url=chat_server.url).user
    notify(game, person)
    monkeypatch.setattr("games.mail.entries.news_of", failing(1, lambda *_about: NEWS))
    outbox.send_due()
    delivery = Delivery.objects.get()
    assert (delivery.tries, delivery.trouble, delivery.outcome) == (0, "", "")
    assert "cannot be sent" not in caplog.text


def test_account_mail_stays_if_its_failure_cannot_be_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    UserFactory.create(username="Ann", email="ann@mail.example")
    mails.ask_for_reset("ann@mail.example")

    def refuses(*_mails: Any) -> Sending:
        yield [lambda: (_ for _ in ()).throw(NotSentError(Trouble.BUSY))]

    monkeypatch.setattr(email, "handing_over", refuses)
    monkeypatch.setattr(mails, "_failed", failing(1, mails._failed))
    assert mails.send_due() == 1
    assert AccountMail.objects.count() == 1


def test_a_source_that_fails_ends_no_other(game: Game, chat_server: Sink) -> None:
    person = TargetFactory.create(user=UserFactory.create(), url=chat_server.url).user
    notify(game, person)

    def broken(_crew: Crew) -> Work | None:
        raise OperationalError("away")

    with pytest.raises(OperationalError):
        sendings.work([broken, outbox.Outbox()])
    assert outcome_of(person) == "sent"


# -- rows for the channels that a user uses


def test_only_the_channels_that_reach_a_person_get_deliveries(game: Game, chat_server: Sink) -> None:
    by_chat = TargetFactory.create(user=UserFactory.create(), url=chat_server.url).user
    by_mail, by_none = UserFactory.create(email="eve@mail.example"), UserFactory.create()
    for person in (by_chat, by_mail, by_none):
        notify(game, person)
    outbox.send_due()
    ways = set(Delivery.objects.values_list("notice__user", "channel"))
    assert ways == {(by_chat.pk, "chat"), (by_mail.pk, "email")}
    assert [outcome_of(person) for person in (by_chat, by_mail, by_none)] == ["sent", "sent", "no-channel"]
    assert Notice.objects.get(user=by_none).done_at is not None
