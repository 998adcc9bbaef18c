"""Letters go to all chats of their recipient: one that takes it is enough, and one that does not delays no other."""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.channels import NotSentError, Trouble, chat, reach, registry
from accounts.models import ChannelBreaker, Event, User
from games.mail import outbox
from games.mail.letters import LetterContent, LetterEntry
from games.models import Delivery, Game, Notice
from saboteur_site.outgoing import outward
from tests import sinks
from tests.accounts.letters import failure, letter, target, wake
from tests.factories import TargetFactory
from tests.games.post import became, delivery, give_addresses
from tests.games.tables import browser_of, do, in_position
from tests.sinks import Sink, says

NEWS = LetterContent(
    "Your turn", [LetterEntry("It’s your turn.", "http://localhost:8000/", "Go")], events=(Event.TURN,), id="turn.1"
)

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite(soak=True), pytest.mark.usefixtures("quick")]


# -- to all of them


def test_each_chat_of_a_recipient_gets_their_letter_alone(ann: User, bo: User, server: Sink, other: Sink) -> None:
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
    assert (good.last_trouble, good.failures, good.failed_tries) == ("", 0, 0)


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
def test_webhook_status_decides_the_delivery(
    ann: User, server: Sink, answers: sinks.Answers, trouble: Trouble, reply: str, lasting: bool
) -> None:
    target(ann, server)
    server.answers = answers
    found = failure(ann)
    assert (found.trouble, found.reply, found.lasting) == (trouble, reply, lasting)
    assert (found.away, found.received) == (False, True)


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


def test_unreadable_stored_target_is_a_fault_without_its_key(ann: User, caplog: pytest.LogCaptureFixture) -> None:
    TargetFactory.create(user=ann, fields={"key": "geheim"})
    TargetFactory.create(user=ann, kind="gone", fields={"url": "geheim"}, server="x")
    assert failure(ann).trouble == Trouble.FAULT
    assert "cannot be written to: KeyError" in caplog.text
    assert "geheim" not in caplog.text


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


def test_player_with_only_a_chat_is_notified_of_their_turn(game: Game, server: Sink) -> None:
    outbox.send_due()
    (heard,) = server.heard
    assert "It’s your turn at the table".encode() in heard.body
    assert f"http://localhost:8000/t/{game.code}/".encode() in heard.body
    assert (became(), delivery(channel="chat").outcome) == ("sent", "sent")
    outbox.send_due()
    assert server.calls == 1


def test_event_unwanted_in_chats_is_not_posted(game: Game, server: Sink) -> None:
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
    assert not ChannelBreaker.objects.exists()


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


def test_refusing_chat_is_shown_to_its_owner_alone(game: Game, server: Sink) -> None:
    server.answers = says(404)
    outbox.send_due()
    assert (delivery(channel="chat").outcome, delivery(channel="chat").reply) == ("dead", "404")
    words = "Our messages don’t reach your chat: it refuses our messages."
    assert words in browser_of("Bo").get("/").content.decode()
    assert words not in browser_of("Ann").get("/").content.decode()


def test_reach_of_a_chat_does_not_depend_on_letters(ann: User, bo: User) -> None:
    TargetFactory.create(user=ann, paused_at=timezone.now(), failures=5)
    notified = User.objects.annotate(notified=reach.is_notified(Event.TURN)).values_list("username", "notified")
    assert dict(notified) == {"Ann": True, "Bo": False}
    assert [chat.reaches(person) for person in (ann, bo)] == [True, False]
    assert [User.objects.filter(chat.reachable(""), pk=person.pk).exists() for person in (ann, bo)] == [True, False]


def test_reachability_check_costs_few_statements(ann: User) -> None:
    ann.email = "ann@mail.example"
    ann.save()
    with CaptureQueriesContext(connection) as queries:
        assert registry.notifies(ann, Event.TURN)
    assert len(queries) <= 3


@pytest.mark.parametrize("kind", ["discord", "slack", "matrix", "ntfy"])
def test_every_kind_can_be_posted_for_real(ann: User, server: Sink, kind: str) -> None:
    fields = {"url": server.url, "server": f"http://{server.host}", "topic": "t", "token": "k", "room": "!r:x"}
    TargetFactory.create(user=ann, url=server.url, kind=kind, fields=fields)
    chat.send(letter(ann))
    assert "It’s your turn.".encode() in server.heard[0].body


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
    notified = "".join(line for line in caplog.messages if "INSERT" not in line and "UPDATE" not in line)
    assert "geheim" not in notified
    assert found.fields["secret"] not in notified
    assert "geheim" not in str(found) + repr(found)
