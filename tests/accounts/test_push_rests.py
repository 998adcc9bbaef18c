"""Notifications on devices: what is left alone, and for how long, while a push service takes nothing."""

import time
from datetime import timedelta
from itertools import pairwise

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.channels import NotSentError, Trouble, breakers, push
from accounts.models import ChannelBreaker, Device, Event, User
from saboteur_site.outgoing import outward, webpush
from saboteur_site.web import rates
from tests.accounts.push_service import Browser, Service, push_service
from tests.accounts.pushes import browser_of, failure, letter_to


@pytest.mark.parametrize("status", [500, 503, 429, 0])
def test_failing_device_rests_and_delays_no_other_of_its_service(
    service: Service, ann: User, bo: User, status: int
) -> None:
    bad, good, his = (
        browser_of(who, service.browser(name)) for who, name in ((ann, "bad"), (ann, "good"), (bo, "his"))
    )
    service.answer(bad, status)
    for who in (ann, ann, bo):
        push.send(letter_to(who))
    assert [len(service.to(browser)) for browser in (bad, good, his)] == [1, 2, 1]
    assert not ChannelBreaker.objects.exists()
    service.answer(bad, 201)
    Device.objects.exclude(open_until=None).update(open_until=timezone.now())
    push.send(letter_to(ann))
    assert len(service.to(bad)) == 2
    assert set(Device.objects.values_list("failed_tries", "open_until")) == {(0, None)}


def test_a_device_rests_longer_each_time_and_as_long_as_its_service_asks(
    service: Service, phone: Browser, ann: User
) -> None:
    def rest() -> float:
        """Seconds that the device is left alone after one more try."""
        Device.objects.update(open_until=None)
        failure(ann)
        until = Device.objects.get().open_until
        assert until is not None
        return (until - timezone.now()).total_seconds()

    service.answer(phone, 503)
    pauses = [rest() for _try in range(3)]
    assert [round(later / sooner) for sooner, later in pairwise(pauses)] == [2, 2]
    service.retry_after = "7200"
    assert 7190 < rest() <= 7200
    service.retry_after = "9" * 9
    assert rest() <= outward.LONGEST_WAIT


def test_after_a_rest_one_letter_alone_tries_a_device(service: Service, phone: Browser, ann: User) -> None:
    before = Device.objects.get()
    Device.objects.update(failed_tries=1, open_until=timezone.now())
    before.refresh_from_db()
    said, event = push.message_of(letter_to(ann)), Event.TURN
    service.answer(phone, 503)
    with pytest.raises(NotSentError):
        push.deliver(before, said, event)
    with pytest.raises(breakers.CircuitOpenError):
        push.deliver(before, said, event)
    assert len(service.received) == 1


def test_rest_set_by_a_wrong_clock_delays_no_delivery(service: Service, phone: Browser, ann: User) -> None:
    Device.objects.update(failed_tries=1, open_until=timezone.now() + timedelta(days=2))
    push.send(letter_to(ann))
    assert len(service.received) == 1


def test_unreachable_push_service_rests_and_delays_no_other(
    service: Service, phone: Browser, ann: User, bo: User, settings: Settings
) -> None:
    with push_service(settings, "localhost") as other:
        browser_of(ann, other.browser("away"))
        browser_of(bo, other.browser("his"))
    push.send(letter_to(ann))
    assert len(service.to(phone)) == 1
    assert list(ChannelBreaker.objects.values_list("channel", flat=True)) == ["push localhost"]
    with pytest.raises(breakers.CircuitOpenError):
        push.send(letter_to(bo))
    assert ChannelBreaker.objects.get().failed_tries == 1


def test_any_answer_says_that_a_service_is_there_again(service: Service, phone: Browser, ann: User) -> None:
    past = timezone.now() - timedelta(hours=1)
    ChannelBreaker.objects.create(channel="push 127.0.0.1", since=past, open_until=past, failed_tries=1)
    service.answer(phone, 503)
    failure(ann)
    assert not ChannelBreaker.objects.exists()


def test_a_service_to_which_we_have_sent_too_much_is_not_away(
    service: Service, phone: Browser, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(rates.RATES, "outward", rates.Rate(1, 60))
    push.send(letter_to(ann))
    with pytest.raises(breakers.CircuitOpenError):
        push.send(letter_to(ann))
    assert not ChannelBreaker.objects.exists()
    assert set(Device.objects.values_list("failed_tries", "open_until")) == {(0, None)}


def test_while_all_devices_rest_a_letter_waits_and_that_is_no_try(service: Service, phone: Browser, ann: User) -> None:
    service.answer(phone, 503)
    assert failure(ann).away is False
    with pytest.raises(breakers.CircuitOpenError):
        push.send(letter_to(ann))
    assert len(service.received) == 1


def test_hanging_service_delays_a_request_only_briefly(service: Service, phone: Browser, ann: User) -> None:
    service.answer(phone, 0)
    begun = time.monotonic()
    assert failure(ann).trouble == Trouble.AWAY
    assert time.monotonic() - begun < 1.4


def test_missing_push_service_received_no_letter(ann: User, settings: Settings) -> None:
    settings.VAPID_KEY = webpush.new_key()
    with push_service(settings) as gone:
        browser_of(ann, gone.browser("phone"))
    with pytest.raises(breakers.CircuitOpenError):
        push.send(letter_to(ann))
