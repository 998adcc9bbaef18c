"""Web push notifications, on each device on which a user enabled them (RFC 8030).

A letter becomes a short form and a link. It is sent when one device has received it. If a push service takes no
connection, its breaker opens (`ChannelBreaker`, by its host); devices of other services are not affected. A response
concerns one device only, because clients can register any path at a host. So an error, or no response in time, opens
the breaker of this device, in its row.
"""

import json
from base64 import urlsafe_b64encode
from collections.abc import Generator, Sequence
from datetime import datetime, timedelta
from email.utils import parseaddr
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.channels import Channel, Hint, Letter, NotSentError, Trouble, breakers, troubles
from accounts.channels.sendings import Job, Sending, run
from accounts.models import Device, Event, User
from saboteur_site.database import clock, storage
from saboteur_site.outgoing import outward, webpush

NAME = "push"
LONGEST_TITLE, LONGEST_BODY = 120, 400
"""Characters of a message. Push services take 4 kB."""
NAMED = 2
"""The most events of a digest that a device shows."""
DAY = 24 * 3600
WAITS = {Event.TURN: 2 * DAY, Event.REMINDER: 6 * 3600}
"""Seconds for which a push service stores a message for a device that is offline; a day for all other events."""
URGENT = (Event.TURN, Event.REMINDER)
"""These may wake a device that saves its battery."""
GONE = (404, 410)
"""The subscription is over (RFC 8030, 7.3)."""
GONE_FOR_GOOD = "gone"
"""The stored reply of a test whose subscription is over."""
BUSY = 429

TROUBLES = {
    Trouble.REFUSED: gettext_lazy("their push service doesn’t accept them"),
    Trouble.BUSY: gettext_lazy("their push service kept putting them off"),
    Trouble.AWAY: gettext_lazy("their push service could not be reached"),
    Trouble.FAULT: gettext_lazy("something went wrong on our side"),
}


class GoneError(Exception):
    """The subscription of the device is over."""


class PushMessage(NamedTuple):
    """What a device shows. ``link`` and ``off`` are paths of this site; ``stop`` is the label of ``off``.

    A message replaces an older one with the same ``tag``. ``id`` stays the same in a retry. Messages that link to one
    of the tables in ``done`` are closed.
    """

    title: str
    body: str
    link: str
    tag: str
    off: str = ""
    stop: str = ""
    id: str = ""
    done: tuple[str, ...] = ()


# -- reachable users


def reachable(path: str) -> Q:
    """Return the condition for users with a device."""
    return Q(Exists(Device.objects.filter(user=OuterRef(f"{path}pk"))))


def reaches(user: User) -> bool:
    """Whether a user has a device; one query."""
    return Device.objects.filter(user=user).exists()


def missing(user: User) -> Hint | None:
    """Return the hint for a user without a device; None if they have one or the site has no key. One query at most."""
    if not webpush.offered() or reaches(user):
        return None
    words = _("Notifications: your phone or computer shows them, even when no page is open.")
    return Hint(words, reverse("accounts:devices"), _("Notify me on this device"))


def failing(reason: str) -> Hint:
    """Return the hint for a user whose devices no notification reaches."""
    words = _("Our notifications don’t reach your devices: %(reason)s.") % {"reason": reason}
    return Hint(words, reverse("accounts:devices"), _("Look at your devices"))


def reason_of_test(device: Device) -> str:
    """Return the text for the owner about a failed test; "" if it succeeded."""
    if not device.test_trouble:
        return ""
    if device.test_reply == GONE_FOR_GOOD:
        return _("this browser no longer takes notifications, so remove it from your list")
    return str(TROUBLES[Trouble(device.test_trouble)])


# -- sending


def send(letter: Letter) -> None:
    """Send a letter to the recipient's devices and wait; raises as `sending`."""
    run(sending(letter))


def sending(letter: Letter) -> Sending:
    """Send a letter to all devices of its recipient. Raise NotSentError if none accepts it, CircuitOpenError if it
    has to wait.

    All push services are requested at the same time. A device whose subscription is over is deleted. When the last
    one is deleted, that is no trouble: the channel does not reach the user any more.
    """
    if not webpush.offered():
        raise NotSentError(Trouble.AWAY, "no key", away=True, received=False)
    devices = list(Device.objects.filter(user=letter.to).order_by("-pk"))
    results = yield from delivering(devices, message_of(letter), letter.events[0])
    for device, error in zip(devices, results, strict=True):
        if isinstance(error, GoneError):
            drop(device)
    if None in results:
        return
    away = [error for error in results if isinstance(error, breakers.CircuitOpenError)]
    if away:
        raise min(away, key=lambda error: error.until)
    # If one failure is temporary, a retry makes sense.
    failures = [error for error in results if isinstance(error, NotSentError)]
    raise min(failures, key=lambda error: error.lasting, default=NotSentError(Trouble.REFUSED, "gone"))


Failure = GoneError | NotSentError | breakers.CircuitOpenError
"""Why a device did not receive a message."""


def delivering(
    devices: Sequence[Device], message: PushMessage, event: Event
) -> Generator[Sequence[Job], list[Any], list[Failure | None]]:
    """Send a message to some devices at the same time; return their failures in this order, None for a success.

    If a service was away, only the first of its devices gets a trial.
    """
    found: list[Failure | _Try] = [_begun(device, message, event) for device in devices]
    tries = [one for one in found if isinstance(one, _Try)]
    came = iter((yield [one.job for one in tries]) if tries else ())
    return [_over(one, next(came)) if isinstance(one, _Try) else one for one in found]


class _Try(NamedTuple):
    """A delivery to a device that has begun."""

    device: Device
    trial: breakers.Trial
    job: Job


def _begun(device: Device, message: PushMessage, event: Event) -> _Try | Failure:
    """Return the trial for a device with the job that sends the message; or why it cannot be sent now."""
    now = clock.now()
    try:
        one = Device.objects.filter(pk=device.pk)
        longest = timedelta(seconds=outward.LONGEST_WAIT)
        breakers.acquire(device, one, now, back_off=breakers.back_off(), longest=longest)
        trial = breakers.acquire_trial(f"{NAME} {webpush.host_of(device.endpoint)}"[:100], now)
        webpush.permit(device.subscription)
    except breakers.CircuitOpenError as is_open:
        return is_open
    except webpush.UnansweredError as error:
        if error.retry_after is None:
            return NotSentError(Trouble.AWAY, away=True, received=False)
        # the limit of this site, not a fault of the service
        return breakers.CircuitOpenError(now + timedelta(seconds=error.retry_after))
    return _Try(device, trial, partial(_hand_over, device.subscription, message, event, now))


def _over(one: _Try, answer: "outward.Reply | NotSentError | None") -> Failure | None:
    """Store the response of a push service for a device; return the failure, if any."""
    now = clock.now()
    if isinstance(answer, NotSentError):
        try:
            breakers.record_error(one.trial, answer, now)
        except breakers.CircuitOpenError as is_open:
            return is_open
        return answer
    breakers.record_success(one.trial)
    row = Device.objects.filter(pk=one.device.pk)
    try:
        _look_at(answer)
    except GoneError as gone:
        return gone
    except NotSentError as error:
        if error.trouble in (Trouble.AWAY, Trouble.BUSY):
            failures, wait = one.device.failed_tries, answer.retry_after if answer else None
            with storage.if_writable():
                away = breakers.opened(failures, now, back_off=breakers.back_off(), retry_after=wait)
                breakers.update_unlocked(row, **away)
        return error
    with storage.if_writable():
        breakers.update_unlocked(row, last_at=now, **breakers.CLOSED)
    return None


def deliver(device: Device, message: PushMessage, event: Event) -> None:
    """Send a message to one device and wait. Raise GoneError, NotSentError, or CircuitOpenError while the breaker of
    the device or its push service is open."""

    def alone() -> Sending:
        (error,) = yield from delivering([device], message, event)
        if error is not None:
            raise error

    run(alone())


def _hand_over(
    to: webpush.Subscription, message: PushMessage, event: Event, now: datetime
) -> outward.Reply | NotSentError | None:
    """Return the response of a push service, None if it took the connection and did not respond, NotSentError if it is
    away. Does not use the database."""
    try:
        return webpush.push(
            to,
            json.dumps(message._asdict(), ensure_ascii=False, separators=(",", ":")).encode(),
            topic=urlsafe_b64encode(sha256(message.tag.encode()).digest()).decode()[:32],
            seconds=WAITS.get(event, DAY),
            urgency="high" if event in URGENT else "normal",
            now=now.timestamp(),
            contact=f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}",
        )
    except webpush.NoKeyError:
        return NotSentError(Trouble.FAULT, "old key")
    except webpush.UnansweredError as error:
        return None if error.received else NotSentError(Trouble.AWAY, away=True, received=False)


def _look_at(answer: outward.Reply | None) -> None:
    """Raise GoneError or NotSentError if a push service did not accept a message."""
    if answer is None:
        raise NotSentError(Trouble.AWAY)
    if answer.status in GONE:
        raise GoneError
    if answer.status == BUSY:
        raise NotSentError(Trouble.BUSY, str(answer.status))
    if answer.status >= 500:
        raise NotSentError(Trouble.AWAY, str(answer.status))
    if answer.status >= 300:
        raise NotSentError(Trouble.REFUSED, str(answer.status), lasting=True)


def drop(device: Device) -> None:
    """Delete a device; with the last one, the trouble of the channel too."""
    device.delete()
    if not reaches(device.user):
        troubles.forget(device.user_id, NAME)


def message_of(letter: Letter) -> PushMessage:
    """Return the push message for a letter, in the language of its recipient."""
    with translation.override(letter.to.language or settings.LANGUAGE_CODE):
        stop = _("Stop notifications like this")
    said = letter.lead, letter.until, *(part.lead for part in letter.parts[:NAMED])
    return PushMessage(
        title=_short(letter.subject, LONGEST_TITLE),
        body=_short(" ".join(filter(None, said)), LONGEST_BODY),
        link=_path(letter.link),
        tag=letter.thread or str(letter.events[0]),
        off=_path(letter.off),
        stop=stop,
        id=letter.id,
        done=letter.done,
    )


def _short(text: str, most: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"


def _path(link: str) -> str:
    """Return the path of a URL of this site; that of the first page for any other."""
    parts = urlsplit(link)
    ours = link.startswith((settings.SITE_URL + "/", "/")) and not link.startswith("//")
    return parts._replace(scheme="", netloc="").geturl() if ours else "/"


def greet() -> None:
    """Send no request: push services have no greeting. Raise NotSentError if there are devices and no key for them."""
    if not webpush.offered() and Device.objects.exists():
        raise NotSentError(Trouble.AWAY, "no key", away=True, received=False)


CHANNEL = Channel(
    name=NAME,
    short=gettext_lazy("Devices"),
    reaches=reaches,
    reachable=reachable,
    send=sending,
    missing=missing,
    troubles=TROUBLES,
    failing=failing,
    greet=greet,
    may_reach=lambda user: user.is_person,
    page="accounts:devices",
    for_guests=True,
    is_extra=True,
    stays_on_screen=True,
)
