"""A user's chats: added, tried out, removed, and never shown to another user."""

import re
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.channels import chat, sendings
from accounts.channels.formats import Fields, NotSoError, all_kinds
from accounts.models import Target, User
from accounts.models.trials import SHOWN_FOR, SOON
from accounts.services import chats, trials
from accounts.services.farewell import delete_account
from accounts.services.trials import Trials
from saboteur_site.web import rates
from saboteur_site.web.declined import DeclinedError
from saboteur_site.web.rates import Rate
from tests.accounts.conftest import signed_in_as
from tests.factories import TargetFactory, UserFactory
from tests.games.crowd import crowd
from tests.sinks import says, sink

PAGE, DEED = reverse("accounts:chats"), reverse("accounts:chat-deed")

GOOD: dict[str, dict[str, str]] = {
    "discord": {"url": "https://discord.com/api/webhooks/123456789012345678/aB3-_" + "x" * 60},
    "slack": {"url": "https://hooks.slack.com/services/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"},
    "telegram": {"token": "123456789:AAE" + "x" * 32, "chat": "-1001234567890"},
    "matrix": {"server": "https://matrix.example.org/", "room": "!abc:matrix.example.org", "token": "syt_geheim"},
    "ntfy": {"server": "https://ntfy.sh", "topic": "my-topic_7", "token": ""},
    "webhook": {"url": "https://hooks.example.org/take?from=saboteur"},
}


def page_of(client: Client, address: str = PAGE) -> str:
    return client.get(address).content.decode()


def added(client: Client, kind: str = "webhook", **more: str) -> Target:
    """A chat that was added on the page."""
    answer = client.post(PAGE, {"kind": kind, **GOOD[kind], **more})
    assert answer.status_code == 302, answer.content.decode()
    return Target.objects.latest("pk")


def do(client: Client, deed: str, target: Target) -> str:
    """What the page says once a deed is done, and the worker has sent the test that was asked for, if any."""
    page = client.post(DEED, {"deed": deed, "chat": str(target.pk)}, follow=True).content.decode()
    if deed != "test":
        return page
    sendings.work([Trials()])
    return page_of(client)


# -- adding one


def test_the_page_offers_every_kind_and_asks_for_what_the_chosen_one_needs(as_ann: Client) -> None:
    assert list(all_kinds()) == sorted(GOOD)
    assert re.findall(r'href="\?kind=(\w+)#add"', page_of(as_ann)) == sorted(GOOD)
    for name, kind in all_kinds().items():
        page = page_of(as_ann, f"{PAGE}?kind={name}")
        fields = set(re.findall(r'<input type="text" name="(\w+)"', page))
        assert fields == {"called", *(field.name for field in kind.fields)}
        assert set(GOOD[name]) == {field.name for field in kind.fields}


@pytest.mark.parametrize("kind", GOOD)
def test_a_chat_is_added_and_what_was_given_is_not_shown_again(as_ann: Client, ann: User, kind: str) -> None:
    target = added(as_ann, kind, called="Friday mine")
    assert (target.user, target.kind, target.name) == (ann, kind, "Friday mine")
    page_of(as_ann)
    page = page_of(as_ann)
    assert "Friday mine" in page
    assert [value for value in target.fields.values() if value and value != "https://ntfy.sh" and value in page] == []


def test_the_server_of_a_chat_is_where_messages_go(as_ann: Client) -> None:
    servers = {kind: added(as_ann, kind).server for kind in GOOD}
    assert servers == {
        "discord": "discord.com:443",
        "slack": "hooks.slack.com:443",
        "telegram": "api.telegram.org:443",
        "matrix": "matrix.example.org:443",
        "ntfy": "ntfy.sh:443",
        "webhook": "hooks.example.org:443",
    }


BAD = [
    ("discord", "url", "https://evil.example/api/webhooks/123/" + "x" * 60),
    ("discord", "url", "https://discord.com.evil.example/api/webhooks/123/" + "x" * 60),
    ("discord", "url", "https://discord.com/api/webhooks/123/" + "x" * 60 + "/../../users"),
    ("discord", "url", "http://discord.com/api/webhooks/123/" + "x" * 60),
    ("slack", "url", "https://hooks.slack.com/"),
    ("slack", "url", "https://hooks.slack.com@evil.example/services/T00000000/B00000000/X"),
    ("telegram", "token", "AAE"),
    ("telegram", "token", "123456789:AAE" + "x" * 32 + "/../"),
    ("telegram", "chat", "me"),
    ("telegram", "chat", "١٢٣"),
    ("matrix", "server", "http://matrix.example.org"),
    ("matrix", "server", "https://127.0.0.1"),
    ("matrix", "server", "https://matrix.example.org/_matrix"),
    ("matrix", "server", "https://matrix.example.org?x="),
    ("matrix", "room", "#abc:matrix.example.org"),
    ("matrix", "token", "a b"),
    ("matrix", "token", "a\r\nX-Evil: 1"),
    ("matrix", "token", "ä"),
    ("ntfy", "server", "https://localhost"),
    ("ntfy", "topic", "a/b"),
    ("ntfy", "topic", "x" * 65),
    ("ntfy", "token", "ключ"),
    ("webhook", "url", "https://user:key@hooks.example.org/"),
    ("webhook", "url", "file:///etc/passwd"),
    ("webhook", "url", "https://hooks.example.org:22/"),
    ("webhook", "url", "https://hooks.example.org/" + "x" * 2001),
]


@pytest.mark.examples(6)
@pytest.mark.parametrize(("kind", "field", "value"), BAD)
def test_invalid_target_gets_a_sentence_and_changes_nothing(as_ann: Client, kind: str, field: str, value: str) -> None:
    answer = as_ann.post(PAGE, {"kind": kind, **GOOD[kind], field: value})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert re.search(rf'name="{field}".*?<ul class="errorlist"', page, re.DOTALL)
    assert not Target.objects.exists()


@pytest.mark.parametrize("kind", ["", "pigeon", "__init__", "discord\x00"])
def test_a_kind_that_is_none_cannot_be_added(as_ann: Client, kind: str) -> None:
    assert as_ann.post(PAGE, {"kind": kind, "url": "https://hooks.example.org/"}).status_code == 404
    assert as_ann.get(PAGE, {"kind": kind}).status_code == 200
    assert not Target.objects.exists()


@pytest.mark.parametrize("kind", GOOD)
def test_no_kind_keeps_a_field_that_it_did_not_look_at(kind: str) -> None:
    """A field with a sign that no key has is either refused or not kept."""
    for field in all_kinds()[kind].fields:
        fields: Fields = {**GOOD[kind], field.name: "\x7f\n"}
        with pytest.raises(NotSoError) as wrong:
            all_kinds()[kind].read(fields)
        assert wrong.value.field == field.name


def test_user_has_at_most_ten_chats(as_ann: Client, ann: User, as_bo: Client) -> None:
    TargetFactory.create_batch(chats.MOST, user=ann)
    answer = as_ann.post(PAGE, {"kind": "webhook", **GOOD["webhook"]})
    assert answer.status_code == 422
    assert "Remove one first." in answer.content.decode()
    assert Target.objects.filter(user=ann).count() == chats.MOST
    with pytest.raises(DeclinedError):
        chats.add(user=ann, kind="webhook", name="", fields=GOOD["webhook"])
    added(as_bo)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.xdist_group("many connections")
def test_concurrent_additions_store_at_most_ten() -> None:
    ann = UserFactory.create(username="Ann")
    TargetFactory.create_batch(chats.MOST - 2, user=ann)
    add = partial(chats.add, user=ann, kind="webhook", name="", fields=GOOD["webhook"])
    with crowd(5) as people:
        answers = people.at_once([add] * 5)
    assert answers.count("DeclinedError") == 3
    assert Target.objects.filter(user=ann).count() == chats.MOST


def test_chat_creation_is_rate_limited(as_ann: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rates.RATES, "chats", Rate(1, 3600))
    added(as_ann)
    assert as_ann.post(PAGE, {"kind": "webhook", **GOOD["webhook"]}).status_code == 429
    assert Target.objects.count() == 1


# -- the secret of a program


def secrets_on(page: str) -> list[str]:
    return re.findall(r"<code>(whsec_[\w+/=]+)</code>", page)


def test_the_secret_of_a_program_is_shown_once(as_ann: Client) -> None:
    target = added(as_ann)
    as_ann.head(PAGE)
    assert secrets_on(page_of(as_ann)) == [target.fields["secret"]]
    assert secrets_on(page_of(as_ann)) == []


def test_another_secret_can_be_made_and_the_old_one_is_gone(as_ann: Client) -> None:
    target = added(as_ann)
    before = target.fields["secret"]
    (shown,) = secrets_on(do(as_ann, "secret", target))
    target.refresh_from_db()
    assert target.fields == {**GOOD["webhook"], "secret": shown}
    assert shown != before
    assert secrets_on(page_of(as_ann)) == []


def test_a_chat_without_a_secret_gets_none(as_ann: Client) -> None:
    target = added(as_ann, "ntfy")
    assert secrets_on(do(as_ann, "secret", target)) == []
    target.refresh_from_db()
    assert set(target.fields) == {"server", "topic", "token"}


# -- whose they are


@pytest.mark.parametrize("deed", ["test", "go-on", "remove", "secret"])
def test_chat_of_another_user_is_a_404(as_bo: Client, ann: User, deed: str) -> None:
    target = TargetFactory.create(user=ann, paused_at=timezone.now())
    before = Target.objects.values().get()
    assert as_bo.post(DEED, {"deed": deed, "chat": str(target.pk)}).status_code == 404
    assert Target.objects.values().get() == before
    assert "Your chats" not in page_of(as_bo)


@pytest.mark.parametrize("form", [{}, {"deed": "test"}, {"deed": "x", "chat": "1"}, {"deed": "test", "chat": "٣"}])
def test_deeds_that_are_none_find_nothing(as_ann: Client, form: dict[str, str]) -> None:
    assert as_ann.post(DEED, form).status_code == 404
    assert as_ann.post(DEED, {"deed": "test", "chat": "9" * 31}).status_code == 404


def test_guests_and_strangers_have_none(stranger: Client, db: None) -> None:
    guest = UserFactory.create(username="Gus", is_guest=True)
    assert signed_in_as(guest).get(PAGE).status_code == signed_in_as(guest).post(DEED).status_code == 403
    assert "/login/" in stranger.get(PAGE)["Location"]
    assert not chat.reaches(guest)


def test_they_go_with_the_account(ann: User, bo: User) -> None:
    TargetFactory.create(user=ann)
    stored = TargetFactory.create(user=bo)
    delete_account(ann)
    assert list(Target.objects.all()) == [stored]


def test_one_that_is_removed_is_written_to_no_more(as_ann: Client, ann: User) -> None:
    target = TargetFactory.create(user=ann, name="Friday mine")
    assert chat.reaches(ann)
    assert "We won’t write to Friday mine any more." in do(as_ann, "remove", target)
    assert not Target.objects.exists()
    assert not chat.reaches(ann)
    assert as_ann.post(DEED, {"deed": "remove", "chat": str(target.pk)}).status_code == 404


# -- trying one out


def test_a_test_says_in_the_language_of_the_page_that_it_works(as_ann: Client, ann: User, settings: Settings) -> None:
    with sink() as server:
        settings.OUTWARD_HTTP_HOSTS = [server.host]
        target = added(as_ann, url=server.url, called="Friday mine")
        User.objects.filter(pk=ann.pk).update(language="es")
        page = do(as_ann, "test", target)
    (heard,) = server.heard
    assert b'"types": ["test"]' in heard.body
    assert "Friday mine" in page
    assert "Funciona." in heard.body.decode()
    assert "Last failure" not in page


def test_unsent_test_is_shown_as_pending(as_ann: Client, ann: User) -> None:
    target = TargetFactory.create(user=ann)
    page = as_ann.post(DEED, {"deed": "test", "chat": str(target.pk)}, follow=True).content.decode()
    assert "A test is on its way." in page
    assert f'hx-get="{PAGE}" hx-trigger="every 2s" hx-select="#test-{target.pk}"' in page
    Target.objects.update(test_asked_at=timezone.now() - SOON)
    assert "every 2s" not in page_of(as_ann)
    assert "A test is on its way." in page_of(as_ann)


def test_the_result_of_a_test_is_shown_for_an_hour(as_ann: Client, ann: User, settings: Settings) -> None:
    with sink() as server:
        settings.OUTWARD_HTTP_HOSTS = [server.host]
        target = TargetFactory.create(user=ann, url=server.url)
        assert re.search(r"The test at [^<]+ got through\.", do(as_ann, "test", target))
    Target.objects.update(test_done_at=timezone.now() - SHOWN_FOR)
    assert "got through" not in page_of(as_ann)


def test_a_test_in_the_hands_of_a_worker_that_died_is_sent_by_the_next(ann: User, settings: Settings) -> None:
    with sink() as server:
        settings.OUTWARD_HTTP_HOSTS = [server.host]
        chats.try_out(TargetFactory.create(user=ann, url=server.url), by=ann.pk)
        assert trials._lease(Target) is not None
        sendings.work([Trials()])
        assert server.calls == 0
        Target.objects.update(test_due_at=timezone.now())
        sendings.work([Trials()])
        assert server.calls == 1


def test_two_tests_are_two_messages(ann: User, settings: Settings) -> None:
    with sink() as server:
        settings.OUTWARD_HTTP_HOSTS = [server.host]
        target = TargetFactory.create(user=ann, url=server.url)
        for _test in range(2):
            chats.try_out(target, by=ann.pk)
            sendings.work([Trials()])
    assert len({heard.headers["webhook-id"] for heard in server.heard}) == 2


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (401, "it doesn’t accept the key"),
        (404, "the chat is gone"),
        (418, "it refuses our messages"),
        (302, "it refuses our messages"),
        (429, "it is too busy"),
        (503, "it could not be reached"),
    ],
)
def test_a_test_that_is_not_taken_says_why_and_the_page_goes_on_saying_it(
    as_ann: Client, ann: User, settings: Settings, status: int, words: str
) -> None:
    with sink(says(status)) as server:
        settings.OUTWARD_HTTP_HOSTS = [server.host]
        target = TargetFactory.create(user=ann, url=server.url, name="Friday mine")
        page = do(as_ann, "test", target)
    assert re.search(rf"The test at [^<]+ didn’t get through: {words}\.", page)
    assert re.search(rf"Last failure on [^<]+: {words}\.", page_of(as_ann))


def test_a_test_that_is_taken_ends_trouble_and_pause(as_ann: Client, ann: User, settings: Settings) -> None:
    now = timezone.now()
    with sink() as server:
        settings.OUTWARD_HTTP_HOSTS = [server.host]
        bad: dict[str, Any] = {"failures": 5, "paused_at": now, "failing_since": now, "failed_at": now}
        target = TargetFactory.create(user=ann, url=server.url, last_trouble="refused", reply="404", **bad)
        User.objects.filter(pk=ann.pk).update(troubles={"chat": "refused", "email": "busy"})
        page = do(as_ann, "test", target)
    target.refresh_from_db()
    assert (target.failures, target.paused_at, target.last_trouble) == (0, None, "")
    assert User.objects.get(pk=ann.pk).troubles == {"email": "busy"}
    assert "Paused" not in page


def test_five_refused_tests_pause_a_chat_until_its_owner_resumes_it(
    as_ann: Client, ann: User, settings: Settings
) -> None:
    with sink(says(410)) as server:
        settings.OUTWARD_HTTP_HOSTS = [server.host]
        target = TargetFactory.create(user=ann, url=server.url)
        for number in range(5):
            assert ("Paused." in do(as_ann, "test", target)) == (number == 4)
    page = do(as_ann, "go-on", target)
    target.refresh_from_db()
    assert (target.failures, target.paused_at, target.last_trouble) == (0, None, "")
    assert "Paused." not in page


def test_chat_tests_are_rate_limited(
    as_ann: Client, ann: User, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(rates.RATES, "chat-tests", Rate(1, 60))
    with sink() as server:
        settings.OUTWARD_HTTP_HOSTS = [server.host]
        target = TargetFactory.create(user=ann, url=server.url)
        do(as_ann, "test", target)
        assert as_ann.post(DEED, {"deed": "test", "chat": str(target.pk)}).status_code == 429
        assert server.calls == 1


def test_an_address_that_leads_inside_is_never_called(as_ann: Client, ann: User) -> None:
    with sink() as server:
        target = TargetFactory.create(user=ann, url=server.url, name="Inside")
        page = do(as_ann, "test", target)
        assert server.calls == 0
    assert "didn’t get through: it refuses our messages." in page


# -- where it is set up


def test_notifications_page_is_suggested_while_no_channel_reaches(as_ann: Client, ann: User) -> None:
    hint = "Chats: get notifications in Discord, Slack, Telegram, Matrix, ntfy"
    assert hint in page_of(as_ann, reverse("accounts:told"))
    User.objects.filter(pk=ann.pk).update(email="ann@mail.example")
    assert hint not in page_of(as_ann, reverse("accounts:notices"))
    User.objects.filter(pk=ann.pk).update(email="")
    TargetFactory.create(user=ann)
    assert hint not in page_of(as_ann, reverse("accounts:notices"))


def test_paused_chat_is_reported_even_to_users_with_an_address(as_ann: Client, ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(email="ann@mail.example")
    TargetFactory.create(user=ann, name="Friday mine", paused_at=timezone.now())
    assert "Chats: Friday mine is paused" in page_of(as_ann, reverse("accounts:notices"))
    assert "Paused. We won’t write there until you say so." in page_of(as_ann)
