"""Push notifications: the requests to push services, and their outcomes."""

import json
import logging
import re
import time

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.utils.translation import get_language
from pytest_django.fixtures import Settings

from accounts.channels import Item, NotSentError, Trouble, push, registry, troubles
from accounts.models import ChannelBreaker, Device, Event, User
from saboteur_site.outgoing import webpush
from tests.accounts.push_service import Browser, Service, plain, signature_of
from tests.accounts.pushes import LEAD, TABLE, browser_of, failure, letter_to

# -- what goes out


def test_only_the_device_can_read_the_text_and_the_link(service: Service, phone: Browser, ann: User) -> None:
    push.send(letter_to(ann))
    (came,) = service.received
    said = phone.read(came.body)
    assert (said["title"], said["body"], said["link"]) == ("Your turn: Klondike", LEAD, "/t/abc/")
    assert said["off"].startswith("/me/off/")
    assert said["stop"] == "Stop notifications like this"
    assert said["id"] == "turn.1"
    assert LEAD.encode() not in came.body
    with pytest.raises(Exception, match="Decryption error"):
        service.browser("another").read(came.body)


def test_no_two_messages_are_encrypted_alike(service: Service, phone: Browser, ann: User) -> None:
    push.send(letter_to(ann))
    push.send(letter_to(ann))
    first, second = service.received
    assert phone.read(first.body) == phone.read(second.body)
    assert first.body[:16] != second.body[:16]
    assert first.body[21:86] != second.body[21:86]


def test_a_message_is_encrypted_as_in_the_example_of_rfc_8291(monkeypatch: pytest.MonkeyPatch) -> None:
    number = int.from_bytes(plain("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    sender = ec.derive_private_key(number, ec.SECP256R1())
    monkeypatch.setattr("saboteur_site.outgoing.webpush.ec.generate_private_key", lambda _curve: sender)
    monkeypatch.setattr(
        "saboteur_site.outgoing.webpush.secrets.token_bytes", lambda _count: plain("DGv6ra1nlYgDCS1FRnbzlw")
    )
    browser = webpush.Subscription(
        "https://push.example.net/x",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        "",
    )
    expected = (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7"
        "A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    message = b"When I grow up, I want to be a watermelon"
    assert webpush.encrypted(message, browser) == plain(expected)


def test_the_site_signs_for_this_service_and_for_half_a_day(service: Service, phone: Browser, ann: User) -> None:
    push.send(letter_to(ann))
    claims, key = signature_of(service.received[0])
    assert key == webpush.offered() == phone.subscription.key
    assert claims["aud"] == service.address
    assert claims["sub"].startswith("mailto:")
    assert time.time() + 11 * 3600 < claims["exp"] < time.time() + 24 * 3600


def test_a_newer_message_about_a_table_takes_the_place_of_the_older_one(
    service: Service, phone: Browser, ann: User
) -> None:
    push.send(letter_to(ann))
    push.send(letter_to(ann, Event.REMINDER))
    push.send(letter_to(ann)._replace(thread="table.2"))
    topics = [came.headers["Topic"] for came in service.received]
    tags = [phone.read(came.body)["tag"] for came in service.received]
    assert topics[0] == topics[1] != topics[2]
    assert tags == ["table.1", "table.1", "table.2"]
    assert all(re.fullmatch(r"[\w-]{32}", topic) for topic in topics)


def test_a_turn_is_urgent_and_the_end_of_a_game_is_not(service: Service, phone: Browser, ann: User) -> None:
    push.send(letter_to(ann))
    push.send(letter_to(ann, Event.OVER))
    assert [came.headers["Urgency"] for came in service.received] == ["high", "normal"]
    assert all(0 < int(came.headers["TTL"]) <= 2 * 24 * 3600 for came in service.received)


def test_a_message_is_never_too_long(service: Service, phone: Browser, ann: User) -> None:
    push.send(letter_to(ann, subject="🪙" * 2000)._replace(lead="я" * 9000))
    (came,) = service.received
    assert len(came.body) <= 3072
    assert phone.read(came.body)["body"].endswith("…")


def test_message_about_several_events_names_the_first_two(service: Service, phone: Browser, ann: User) -> None:
    parts = tuple(Item(f"It’s your turn at the table “{name}”.", TABLE) for name in ("One", "Two", "Three"))
    push.send(letter_to(ann)._replace(lead="3 things are waiting for you.", parts=parts))
    said = phone.read(service.received[0].body)["body"]
    assert said == (
        "3 things are waiting for you. It’s your turn at the table “One”. It’s your turn at the table “Two”."
    )


@pytest.mark.parametrize(
    "link", ["https://evil.example/t/abc/", "//evil.example/", "http://localhost:8000.evil.example/"]
)
def test_a_link_to_another_site_leads_to_the_first_page(service: Service, phone: Browser, ann: User, link: str) -> None:
    push.send(letter_to(ann)._replace(link=link))
    assert phone.read(service.received[0].body)["link"] == "/"


def test_text_is_in_the_language_of_the_recipient(
    service: Service, phone: Browser, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(push, "_", lambda words: f"{get_language()} {words}")
    for language, spoken in (("es", "es"), ("", "en")):
        ann.language = language
        push.send(letter_to(ann))
        assert phone.read(service.received[-1].body)["stop"].startswith(f"{spoken} Stop")


# -- what becomes of it


def test_all_devices_of_the_recipient_are_notified_and_no_others(service: Service, ann: User, bo: User) -> None:
    hers = [browser_of(ann, service.browser(name)) for name in ("phone", "desk")]
    his = browser_of(bo, service.browser("his"))
    push.send(letter_to(ann))
    assert [len(service.to(browser)) for browser in (*hers, his)] == [1, 1, 0]
    assert set(Device.objects.filter(last_at=None).values_list("user__username", flat=True)) == {"Bo"}


@pytest.mark.parametrize("status", [404, 410])
def test_of_three_devices_the_one_that_is_gone_is_dropped(service: Service, ann: User, status: int) -> None:
    browsers = [browser_of(ann, service.browser(name)) for name in ("phone", "desk", "old")]
    service.answer(browsers[1], status)
    push.send(letter_to(ann))
    assert [len(service.to(browser)) for browser in browsers] == [1, 1, 1]
    left = set(Device.objects.values_list("endpoint", flat=True))
    assert left == {browsers[0].subscription.endpoint, browsers[2].subscription.endpoint}


def test_user_without_devices_is_unreachable_and_has_no_trouble(service: Service, phone: Browser, ann: User) -> None:
    troubles.note(ann.pk, push.NAME, Trouble.BUSY)
    service.answer(phone, 410)
    found = failure(ann)
    assert (found.lasting, found.away) == (False, False)
    assert not push.reaches(ann)
    assert User.objects.get(pk=ann.pk).troubles == {}


@pytest.mark.parametrize(
    ("status", "trouble", "lasting"),
    [
        (400, Trouble.REFUSED, True),
        (403, Trouble.REFUSED, True),
        (413, Trouble.REFUSED, True),
        (429, Trouble.BUSY, False),
        (307, Trouble.REFUSED, True),
    ],
)
def test_push_service_answer_is_reported_by_its_status_alone(
    service: Service, phone: Browser, ann: User, status: int, trouble: Trouble, lasting: bool
) -> None:
    service.answer(phone, status)
    found = failure(ann)
    assert (found.trouble, found.reply, found.lasting, found.away) == (trouble, str(status), lasting, False)
    assert Device.objects.count() == 1
    assert not ChannelBreaker.objects.exists()


def test_no_redirect_is_followed(service: Service, phone: Browser, ann: User) -> None:
    service.location = f"{service.address}/elsewhere"
    service.answer(phone, 302)
    failure(ann)
    assert [came.path for came in service.received] == ["/push/phone"]


# -- keys


def test_older_devices_are_notified_with_their_own_key(service: Service, ann: User, settings: Settings) -> None:
    old = browser_of(ann, service.browser("old"))
    settings.VAPID_KEY = f"{webpush.new_key()}, {settings.VAPID_KEY}"
    new = browser_of(ann, service.browser("new"))
    push.send(letter_to(ann))
    assert old.subscription.key != new.subscription.key
    for browser in (old, new):
        assert signature_of(service.to(browser)[0])[1] == browser.subscription.key


def test_device_with_a_lost_key_stays_stored_and_gets_nothing(
    service: Service, phone: Browser, ann: User, settings: Settings
) -> None:
    settings.VAPID_KEY = webpush.new_key()
    found = failure(ann)
    assert (found.trouble, found.lasting) == (Trouble.FAULT, False)
    assert Device.objects.count() == 1
    assert not service.received


def test_site_without_a_key_fails_the_whole_channel(
    service: Service, phone: Browser, ann: User, settings: Settings
) -> None:
    settings.VAPID_KEY = ""
    found = failure(ann)
    assert (found.away, found.received) == (True, False)
    with pytest.raises(NotSentError):
        push.greet()
    Device.objects.all().delete()
    push.greet()


# -- recipients


@pytest.mark.sqlite(soak=True)
def test_user_with_a_device_is_reachable(ann: User, bo: User) -> None:
    key = {"p256dh": "", "auth": "", "key": ""}
    Device.objects.create(user=ann, endpoint="https://fcm.googleapis.com/1", name="Chrome", **key)
    assert [push.reaches(ann), push.reaches(bo)] == [True, False]
    assert list(User.objects.filter(push.reachable(""))) == [ann]
    assert list(Device.objects.filter(push.reachable("user__"))) == list(ann.devices.all())


def test_push_is_offered_to_unreachable_users(ann: User, settings: Settings) -> None:
    settings.VAPID_KEY = webpush.new_key()
    assert len(registry.missing(ann)) == 2
    ann.email = "ann@mail.example"
    ann.save()
    assert registry.missing(ann) == []


def test_a_site_without_a_key_offers_nothing(ann: User, settings: Settings) -> None:
    settings.VAPID_KEY = ""
    assert [hint.words.split(":")[0] for hint in registry.missing(ann)] == ["E-mail"]


# -- where to


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/x",
        "https://updates.push.services.mozilla.com/wpush/v2/x",
        "https://web.push.apple.com/x",
        "https://wns2-am3p.notify.windows.com/w/?token=x",
    ],
)
def test_the_services_of_the_usual_browsers_are_written_to(endpoint: str) -> None:
    assert webpush.is_service(endpoint)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://evil.example/fcm.googleapis.com",
        "https://fcm.googleapis.com@evil.example/x",
        "https://evil.example#@fcm.googleapis.com/x",
        "https://evil.example\\@fcm.googleapis.com/x",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com:x/",
        "https://notify.windows.com.example/x",
        "https://evilpush.apple.com/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://2130706433/x",
        "https://localhost/x",
        "file:///etc/passwd",
        "gopher://fcm.googleapis.com/x",
        "https://fcm.googleapis.com/x y",
        "https://fcm.googleapis.com/x\r\nHost: evil.example",
        "https://fcm.googleapis.com/é",
        "//fcm.googleapis.com/x",
        "",
        "https://fcm.googleapis.com/" + "x" * 1000,
    ],
)
def test_other_hosts_get_no_request(endpoint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def connect(*_arguments: object, **_named: object) -> None:
        raise AssertionError

    monkeypatch.setattr("socket.create_connection", connect)
    assert not webpush.is_service(endpoint)
    with pytest.raises(webpush.UnansweredError):
        webpush._post(endpoint, b"", {})


def test_no_secret_gets_into_the_log(
    service: Service, phone: Browser, ann: User, caplog: pytest.LogCaptureFixture, settings: Settings
) -> None:
    caplog.set_level(logging.DEBUG)
    push.send(letter_to(ann))
    for status in (302, 403, 429, 503, 410):
        Device.objects.update(open_until=None)
        service.answer(phone, status)
        assert phone.subscription.endpoint not in repr(failure(ann))
    assert len(service.received) == 6
    secrets = (*phone.subscription, settings.VAPID_KEY, "/push/phone", "vapid t=")
    assert not [secret for secret in secrets if secret in caplog.text]


def test_push_payload_is_json_that_the_service_worker_knows(ann: User) -> None:
    known = {"title", "body", "link", "tag", "off", "stop", "id", "done"}
    assert set(json.loads(json.dumps(push.message_of(letter_to(ann))._asdict()))) == known
