"""Chats that refuse are paused, and chats that are away rest: by themselves, or with all others on their server."""

from contextlib import suppress
from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.channels import NotSentError, chat
from accounts.models import Target, User
from tests import sinks
from tests.accounts.letters import failure, letter, rest, target, wake
from tests.factories import TargetFactory
from tests.services import free_port
from tests.sinks import Sink, says

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite(soak=True), pytest.mark.usefixtures("quick")]


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
    assert (found.failures, found.failed_tries, found.paused_at) == (0, 7, None)


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
        assert found.open_until is not None
        rests.append(round((found.open_until - timezone.now()).total_seconds() / 10) * 10)
        wake()
    assert rests == [30, 60, 120, 240, 300, 300]


def test_target_that_asks_for_more_time_gets_it(ann: User, server: Sink) -> None:
    found = target(ann, server)
    server.answers = says(429, "Retry-After: 1000")
    failure(ann)
    found.refresh_from_db()
    assert found.open_until is not None
    assert 990 < (found.open_until - timezone.now()).total_seconds() <= 1000


def test_a_chat_that_rests_is_not_called_and_that_is_no_try(ann: User, server: Sink) -> None:
    found = target(ann, server)
    server.answers = says(503)
    failure(ann)
    found.refresh_from_db()
    assert rest(ann).until == found.open_until
    assert server.calls == 1
    wake()
    server.answers = says(204)
    chat.send(letter(ann))
    assert Target.objects.values_list("failed_tries", "open_until").get() == (0, None)


def test_after_a_rest_one_tries_and_the_others_wait(ann: User, bo: User, server: Sink) -> None:
    past = timezone.now() - timedelta(seconds=1)
    target(ann, server, failed_tries=3, open_until=past)
    found = target(bo, server, failed_tries=3, open_until=past)
    assert chat.is_ready(found, timezone.now())
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
    assert mine.open_until == theirs.open_until != None  # noqa: E711 (it rests)
    assert (mine.last_trouble, theirs.last_trouble) == ("away", "")
    chat.send(letter(bo))
    elsewhere.refresh_from_db()
    assert len(server.heard) == 1
    assert elsewhere.open_until is None


def test_one_chat_that_hangs_does_not_rest_for_others_on_its_server(ann: User, bo: User, server: Sink) -> None:
    target(ann, server)
    theirs = target(bo, server)
    server.scripted = [sinks.hangs]
    failure(ann)
    theirs.refresh_from_db()
    assert (theirs.failed_tries, theirs.open_until) == (0, None)
    chat.send(letter(bo))


def test_a_clock_that_was_ahead_makes_no_rest_longer(ann: User, server: Sink) -> None:
    target(ann, server, failed_tries=1, open_until=timezone.now() + timedelta(days=2))
    chat.send(letter(ann))


def test_a_refusal_ends_a_rest(ann: User, server: Sink) -> None:
    found = target(ann, server, failed_tries=3, open_until=timezone.now() - timedelta(seconds=1))
    server.answers = says(404)
    assert failure(ann).lasting
    found.refresh_from_db()
    assert (found.failed_tries, found.open_until, found.failures) == (0, None, 1)


def test_owner_of_an_unreachable_chat_sees_it_after_an_hour(ann: User, settings: Settings) -> None:
    settings.OUTWARD_HTTP_HOSTS = ["127.0.0.1"]
    TargetFactory.create(user=ann, url=f"http://127.0.0.1:{free_port()}/")
    for number in range(chat.REPORTED_AFTER):
        assert User.objects.get(pk=ann.pk).troubles == {}, number
        rest(ann)
        wake()
    assert User.objects.get(pk=ann.pk).troubles == {"chat": "away"}


@pytest.mark.parametrize("number", range(3))
def test_letters_arrive_in_every_server_mood_and_twice_only_if_unsure(
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
    assert (found.failures, found.failed_tries, found.last_trouble) == (0, 0, "")
