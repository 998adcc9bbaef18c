"""Letters go to all chats of their receiver: one that takes it is enough, and one that does not holds up nobody."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.channels import Letter, NotSentError, Trouble, chat, reach, registry
from accounts.channels.rests import RestsError
from accounts.models import Event, Resting, Target, User
from games.mail import outbox
from games.models import Delivery, Game, Notice
from saboteur_site import outward
from tests import sinks
from tests.factories import TargetFactory
from tests.games.post import became, delivery, give_addresses
from tests.games.tables import browser_of, do, in_position
from tests.services import free_port
from tests.sinks import Sink, says, sink

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long in tests."""
    monkeypatch.setattr(chat, "PATIENCE", 0.5)


@pytest.fixture
def server(settings: Settings) -> Iterator[Sink]:
    """A program of somebody's own."""
    with sink() as found:
        settings.OUTWARD_HTTP_HOSTS = ["127.0.0.1"]
        yield found


@pytest.fixture
def other(settings: Settings) -> Iterator[Sink]:
    """Another one."""
    with sink() as found:
        settings.OUTWARD_HTTP_HOSTS = ["127.0.0.1"]
        yield found


def letter(user: User, number: int = 1) -> Letter:
    return Letter(
        user, (Event.TURN,), "Your turn: x", "text", "html", f"turn.{number}", "", "It is your turn.", "http://x/"
    )


def target(user: User, server: Sink, **more: Any) -> Target:
    return TargetFactory.create(user=user, url=server.url, **more)


def failure(user: User) -> NotSentError:
    """Why a letter was not sent."""
    with pytest.raises(NotSentError) as found:
        chat.send(letter(user))
    return found.value


def rest(user: User) -> RestsError:
    """That a letter waits."""
    with pytest.raises(RestsError) as found:
        chat.send(letter(user))
    return found.value


def wake() -> None:
    """Let the rests of all be over."""
    Target.objects.filter(rests_until__isnull=False).update(rests_until=timezone.now() - timedelta(seconds=1))


# -- to all of them


def test_each_chat_of_a_person_is_posted_the_letter_and_nobody_else_s(
    ann: User, bo: User, server: Sink, other: Sink
) -> None:
    target(ann, server)
    target(ann, server, kind="webhook")
    target(bo, other)
    chat.send(letter(ann))
    assert [heard.headers["webhook-id"] for heard in server.heard] == ["turn.1", "turn.1"]
    assert other.heard == []


def test_a_letter_that_is_sent_again_has_the_same_id(ann: User, server: Sink) -> None:
    target(ann, server)
    server.scripted = [says(503)]
    failure(ann)
    wake()
    chat.send(letter(ann))
    assert {heard.headers["webhook-id"] for heard in server.heard} == {"turn.1"}
    assert server.calls == 2


@pytest.mark.parametrize("answers", [says(404), says(503), sinks.hangs, sinks.hangs_up, sinks.trickles])
def test_one_that_takes_it_is_enough(ann: User, server: Sink, other: Sink, answers: sinks.Answers) -> None:
    bad, good = target(ann, server), target(ann, other)
    server.answers = answers
    chat.send(letter(ann))
    bad.refresh_from_db()
    good.refresh_from_db()
    assert len(other.heard) == 1
    assert bad.last_trouble != ""
    assert (good.last_trouble, good.failures, good.vain) == ("", 0, 0)


def test_ten_that_hang_take_no_longer_than_one(ann: User, server: Sink) -> None:
    server.answers = sinks.hangs
    for _ in range(10):
        target(ann, server)
    begun = time.monotonic()
    failure(ann)
    assert time.monotonic() - begun < 3
    assert server.calls == 10


@pytest.mark.parametrize(
    ("answers", "trouble", "reply", "lasting"),
    [
        (says(400), Trouble.REFUSED, "400", True),
        (says(401), Trouble.REFUSED, "401", True),
        (says(404), Trouble.REFUSED, "404", True),
        (says(410), Trouble.REFUSED, "410", True),
        (says(308, "Location: https://hooks.example.org/"), Trouble.REFUSED, "308", True),
        (says(429), Trouble.BUSY, "429", False),
        (says(408), Trouble.AWAY, "408", False),
        (says(500), Trouble.AWAY, "500", False),
        (says(503), Trouble.AWAY, "503", False),
        (sinks.hangs, Trouble.AWAY, "", False),
        (sinks.hangs_up, Trouble.AWAY, "", False),
        (sinks.trickles, Trouble.AWAY, "", False),
    ],
)
def test_what_an_answer_means_for_the_letter(
    ann: User, server: Sink, answers: sinks.Answers, trouble: Trouble, reply: str, lasting: bool
) -> None:
    target(ann, server)
    server.answers = answers
    found = failure(ann)
    assert (found.trouble, found.reply, found.lasting) == (trouble, reply, lasting)
    assert (found.away, found.heard) == (False, True)


def test_one_that_answers_at_length_has_taken_it(ann: User, server: Sink) -> None:
    target(ann, server)
    server.answers = sinks.talks
    chat.send(letter(ann))


def test_an_address_that_leads_inside_refuses_for_good(
    ann: User, server: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outward, "resolve", lambda _host, _port: ["127.0.0.1"])
    TargetFactory.create(user=ann, url=f"https://hooks.example.org:{outward.PORTS[1]}/")
    found = failure(ann)
    assert (found.trouble, found.reply, found.lasting) == (Trouble.REFUSED, "private", True)


def test_what_is_kept_and_cannot_be_read_is_a_fault_that_tells_no_key(
    ann: User, caplog: pytest.LogCaptureFixture
) -> None:
    TargetFactory.create(user=ann, fields={"key": "geheim"})
    TargetFactory.create(user=ann, kind="gone", fields={"url": "geheim"}, server="x")
    assert failure(ann).trouble == Trouble.FAULT
    assert "cannot be written to: KeyError" in caplog.text
    assert "geheim" not in caplog.text


# -- refusals


def test_five_refusals_in_a_row_pause_a_chat(ann: User, server: Sink) -> None:
    found = target(ann, server)
    server.answers = says(404)
    for number in range(1, 6):
        assert found.paused_at is None
        failure(ann)
        found.refresh_from_db()
        assert found.failures == number
    assert found.paused_at is not None
    assert (found.last_trouble, found.reply) == ("refused", "404")
    assert (failure(ann).reply, server.calls) == ("paused", 5)


def test_a_message_that_is_taken_ends_the_row(ann: User, server: Sink) -> None:
    found = target(ann, server)
    server.scripted = [*[says(404)] * 4, says(204), *[says(404)] * 4, says(204)]
    for number in range(10):
        if number in (4, 9):
            chat.send(letter(ann))
        else:
            failure(ann)
    found.refresh_from_db()
    assert (found.failures, found.paused_at, found.last_trouble, found.failing_since) == (0, None, "", None)


def test_being_away_is_no_refusal(ann: User, server: Sink) -> None:
    found = target(ann, server)
    server.answers = says(503)
    for _ in range(7):
        failure(ann)
        wake()
    found.refresh_from_db()
    assert (found.failures, found.vain, found.paused_at) == (0, 7, None)


def test_a_chat_that_is_away_for_days_is_paused(ann: User, server: Sink) -> None:
    found = target(ann, server, failing_since=timezone.now() - chat.SILENT - timedelta(minutes=1))
    server.answers = says(503)
    failure(ann)
    found.refresh_from_db()
    assert found.paused_at is not None


# -- rests


def test_rests_grow_from_half_a_minute_to_five(ann: User, server: Sink) -> None:
    found = target(ann, server)
    server.answers = says(503)
    rests = []
    for _ in range(6):
        failure(ann)
        found.refresh_from_db()
        assert found.rests_until is not None
        rests.append(round((found.rests_until - timezone.now()).total_seconds() / 10) * 10)
        wake()
    assert rests == [30, 60, 120, 240, 300, 300]


def test_whoever_asks_for_more_time_gets_it(ann: User, server: Sink) -> None:
    found = target(ann, server)
    server.answers = says(429, "Retry-After: 1000")
    failure(ann)
    found.refresh_from_db()
    assert found.rests_until is not None
    assert 990 < (found.rests_until - timezone.now()).total_seconds() <= 1000


def test_a_chat_that_rests_is_not_called_and_that_is_no_try(ann: User, server: Sink) -> None:
    found = target(ann, server)
    server.answers = says(503)
    failure(ann)
    found.refresh_from_db()
    assert rest(ann).until == found.rests_until
    assert server.calls == 1
    wake()
    server.answers = says(204)
    chat.send(letter(ann))
    assert Target.objects.values_list("vain", "rests_until").get() == (0, None)


def test_after_a_rest_one_tries_and_the_others_wait(ann: User, bo: User, server: Sink) -> None:
    past = timezone.now() - timedelta(seconds=1)
    target(ann, server, vain=3, rests_until=past)
    found = target(bo, server, vain=3, rests_until=past)
    assert chat._is_ready(found, timezone.now())
    assert rest(ann).until > timezone.now()
    assert server.calls == 0


def test_a_server_that_takes_no_connection_rests_for_all_who_post_there(
    ann: User, bo: User, server: Sink, settings: Settings
) -> None:
    url = f"http://127.0.0.1:{free_port()}/"
    mine, theirs = TargetFactory.create(user=ann, url=url), TargetFactory.create(user=bo, url=url)
    elsewhere = target(bo, server)
    rest(ann)
    mine.refresh_from_db()
    theirs.refresh_from_db()
    assert mine.rests_until == theirs.rests_until != None  # noqa: E711 (it rests)
    assert (mine.last_trouble, theirs.last_trouble) == ("away", "")
    chat.send(letter(bo))
    elsewhere.refresh_from_db()
    assert len(server.heard) == 1
    assert elsewhere.rests_until is None


def test_one_chat_that_hangs_does_not_rest_for_others_on_its_server(ann: User, bo: User, server: Sink) -> None:
    target(ann, server)
    theirs = target(bo, server)
    server.scripted = [sinks.hangs]
    failure(ann)
    theirs.refresh_from_db()
    assert (theirs.vain, theirs.rests_until) == (0, None)
    chat.send(letter(bo))


def test_a_clock_that_was_ahead_makes_no_rest_longer(ann: User, server: Sink) -> None:
    target(ann, server, vain=1, rests_until=timezone.now() + timedelta(days=2))
    chat.send(letter(ann))


def test_a_refusal_ends_a_rest(ann: User, server: Sink) -> None:
    found = target(ann, server, vain=3, rests_until=timezone.now() - timedelta(seconds=1))
    server.answers = says(404)
    assert failure(ann).lasting
    found.refresh_from_db()
    assert (found.vain, found.rests_until, found.failures) == (0, None, 1)


def test_whose_chats_nobody_answers_for_an_hour_is_told(ann: User, settings: Settings) -> None:
    settings.OUTWARD_HTTP_HOSTS = ["127.0.0.1"]
    TargetFactory.create(user=ann, url=f"http://127.0.0.1:{free_port()}/")
    for number in range(chat.TOLD_AFTER):
        assert User.objects.get(pk=ann.pk).troubles == {}, number
        rest(ann)
        wake()
    assert User.objects.get(pk=ann.pk).troubles == {"chat": "away"}


@pytest.mark.parametrize("number", range(3))
def test_whatever_moods_a_server_has_each_letter_is_taken_and_twice_only_when_nobody_could_tell(
    ann: User, server: Sink, chance: Random, number: int
) -> None:
    target(ann, server)
    moods = {"takes it": says(204), "is busy": says(429), "fails": says(503), "takes it and goes": sinks.hangs_up}
    answers: list[tuple[str, str]] = []
    for letters in range(20):
        is_sent = False
        while not is_sent:
            mood = chance.choice(list(moods))
            server.scripted = [moods[mood]]
            with suppress(NotSentError):
                chat.send(letter(ann, letters))
                is_sent = True
            answers.append((server.heard[-1].headers["webhook-id"], mood))
            assert (mood == "takes it") == is_sent
            wake()
    taken = [name for name, mood in answers if mood == "takes it"]
    assert taken == [f"turn.{letters}" for letters in range(20)]
    assert len(server.heard) == len(answers)
    found = Target.objects.get()
    assert (found.failures, found.vain, found.last_trouble) == (0, 0, "")


# -- on its way through the outbox


@pytest.fixture
def game(server: Sink) -> Game:
    """Ann has laid a tunnel, it is Bo's turn, and Bo has a chat."""
    game = in_position(3, hands={"A": ["EW", "NS", "map"], "B": ["NESW", "EW"], "C": ["NESW", "map"]})
    Notice.objects.all().delete()
    do(game, "A lay EW 1,0")
    target(bo_of(), server, kind="ntfy", fields={"server": f"http://{server.host}", "topic": "mine", "token": ""})
    return game


def bo_of() -> User:
    return User.objects.get(username="Bo")


def test_somebody_with_a_chat_alone_is_told_of_their_turn(game: Game, server: Sink) -> None:
    outbox.send_due()
    (heard,) = server.heard
    assert b"It is your turn at the table" in heard.body
    assert f"http://localhost:8000/t/{game.code}/".encode() in heard.body
    assert (became(), delivery(channel="chat").outcome) == ("sent", "sent")
    outbox.send_due()
    assert server.calls == 1


def test_what_is_not_wanted_in_chats_is_not_posted_there(game: Game, server: Sink) -> None:
    outbox.send_due()
    off = next(word for word in server.heard[0].body.decode().replace('"', " ").split() if "/me/off/" in word)
    browser_of("Bo").post(off.removeprefix("http://localhost:8000").partition("\\")[0])
    Delivery.objects.filter(channel="chat").update(done_at=None, outcome="", due_at=timezone.now())
    outbox.send_due()
    assert server.calls == 1
    assert delivery(channel="chat").outcome == "unwanted"


def test_a_chat_that_hangs_holds_up_neither_mail_nor_anybody_else(
    game: Game, server: Sink, other: Sink, mailoutbox: list[Any]
) -> None:
    give_addresses()
    server.answers = sinks.hangs
    do(game, "B pass NESW")
    target(User.objects.get(username="Cy"), other)
    outbox.send_due()
    assert len(other.heard) == 1
    assert "Cy" in [User.objects.get(email=mail.to[0]).username for mail in mailoutbox]
    assert not Resting.objects.exists()


def test_a_chat_that_is_away_is_tried_again_and_then_takes_it(
    game: Game, server: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.scripted = [says(503), says(204)]
    outbox.send_due()
    first = delivery(channel="chat")
    assert (first.outcome, first.tries, first.reply, became()) == ("", 1, "503", "")
    Delivery.objects.filter(channel="chat").update(due_at=timezone.now())
    outbox.send_due()
    second = delivery(channel="chat")
    assert (second.outcome, second.tries, server.calls) == ("", 1, 1)  # it rests, and that was no try
    wake()
    Delivery.objects.filter(channel="chat").update(due_at=timezone.now())
    outbox.send_due()
    assert (delivery(channel="chat").outcome, became(), server.calls) == ("sent", "sent", 2)


def test_a_chat_that_refuses_is_told_of_on_the_pages_of_its_owner_alone(game: Game, server: Sink) -> None:
    server.answers = says(404)
    outbox.send_due()
    assert (delivery(channel="chat").outcome, delivery(channel="chat").reply) == ("dead", "404")
    words = "Our messages do not reach your chat: it refuses our messages."
    assert words in browser_of("Bo").get("/").content.decode()
    assert words not in browser_of("Ann").get("/").content.decode()


def test_whom_a_chat_reaches_does_not_depend_on_letters(ann: User, bo: User) -> None:
    TargetFactory.create(user=ann, paused_at=timezone.now(), failures=5)
    told = User.objects.annotate(told=reach.is_told(Event.TURN)).values_list("username", "told")
    assert dict(told) == {"Ann": True, "Bo": False}
    assert [chat.reaches(person) for person in (ann, bo)] == [True, False]
    assert [User.objects.filter(chat.whom(""), pk=person.pk).exists() for person in (ann, bo)] == [True, False]


def test_asking_whether_somebody_is_told_costs_few_statements(ann: User) -> None:
    ann.email = "ann@mail.example"
    ann.save()
    with CaptureQueriesContext(connection) as queries:
        assert registry.tells(ann, Event.TURN)
    assert len(queries) <= 3


@pytest.mark.parametrize("kind", ["discord", "slack", "matrix", "ntfy"])
def test_every_kind_can_be_posted_for_real(ann: User, server: Sink, kind: str) -> None:
    fields = {"url": server.url, "server": f"http://{server.host}", "topic": "t", "token": "k", "room": "!r:x"}
    TargetFactory.create(user=ann, url=server.url, kind=kind, fields=fields)
    chat.send(letter(ann))
    assert b"It is your turn." in server.heard[0].body


def test_telegram_can_be_posted_for_real(ann: User, server: Sink, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.channels.formats.telegram.API", f"http://{server.host}")
    TargetFactory.create(user=ann, url=server.url, kind="telegram", fields={"token": "1:a", "chat": "7"})
    chat.send(letter(ann))
    assert server.heard[0].asked == "POST /bot1:a/sendMessage HTTP/1.1"


ENDS: list[tuple[str, Callable[[Sink], None]]] = [
    ("taken", lambda _server: None),
    ("refused", lambda server: setattr(server, "answers", says(404))),
    ("away", lambda server: setattr(server, "answers", sinks.hangs_up)),
]


@pytest.mark.parametrize(("end", "prepare"), ENDS)
def test_no_line_of_the_log_tells_an_address_or_a_key(
    ann: User, server: Sink, end: str, prepare: Callable[[Sink], None], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    prepare(server)
    found = TargetFactory.create(user=ann, url=f"{server.url}&key=geheim")
    with suppress(NotSentError):
        chat.send(letter(ann))
    told = "".join(line for line in caplog.messages if "INSERT" not in line and "UPDATE" not in line)
    assert "geheim" not in told
    assert found.fields["secret"] not in told
    assert "geheim" not in str(found) + repr(found)
