"""Telling by notifications of the browser, on each device on which somebody asked for them (RFC 8030).

A letter becomes a few words and a link. Whoever is told on one device is told. A push service that takes no connection
rests (`Resting`, by its host), and holds up no device of another service. What it answers is about one device, for any
path at a host may be said to be one. So a bad answer, or none within the time, lets this device rest alone, in its row.
"""

import json
from base64 import urlsafe_b64encode
from datetime import datetime, timedelta
from email.utils import parseaddr
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.channels import Channel, Hint, Letter, NotSentError, Trouble, rests, troubles
from accounts.models import Device, Event, User
from saboteur_site import outward, webpush

NAME = "push"
LONGEST_TITLE, LONGEST_BODY = 120, 400
"""Signs of a message. Push services take 4 kB."""
NAMED = 2
"""How many of several things a device shows."""
DAY = 24 * 3600
WAITS = {Event.TURN: 2 * DAY, Event.REMINDER: 6 * 3600}
"""Seconds for which a push service keeps a message for a device that is off; a day for all others."""
URGENT = (Event.TURN, Event.REMINDER)
"""These may wake a device that saves its battery."""
GONE = (404, 410)
"""The subscription is over (RFC 8030, 7.3)."""
BUSY = 429

TROUBLES = {
    Trouble.REFUSED: gettext_lazy("their push service does not accept them"),
    Trouble.BUSY: gettext_lazy("their push service put them off again and again"),
    Trouble.AWAY: gettext_lazy("their push service could not be reached"),
    Trouble.FAULT: gettext_lazy("something went wrong here"),
}


class GoneError(Exception):
    """The device takes no messages any more."""


class Message(NamedTuple):
    """What a device shows. ``link`` and ``off`` are paths of this site; ``stop`` are the words for ``off``.

    A message takes the place of an older one of the same ``tag``. ``id`` stays the same when it is sent again.
    """

    title: str
    body: str
    link: str
    tag: str
    off: str = ""
    stop: str = ""
    id: str = ""


# -- whom


def whom(path: str) -> Q:
    """People who have a device."""
    return Q(Exists(Device.objects.filter(user=OuterRef(f"{path}pk"))))


def reaches(user: User) -> bool:
    """Whether somebody has a device; one query."""
    return Device.objects.filter(user=user).exists()


def missing(user: User) -> Hint | None:
    """What somebody without a device can do; None where they have one or the site has no key. One query at most."""
    if not webpush.offered() or reaches(user):
        return None
    words = _("Notifications: your phone or computer shows them, even while no page is open.")
    return Hint(words, reverse("accounts:devices"), _("Tell me on this device"))


def failing(reason: str) -> Hint:
    """What somebody is told if notifications do not reach their devices."""
    words = _("Our notifications do not reach your devices: %(reason)s.") % {"reason": reason}
    return Hint(words, reverse("accounts:devices"), _("Look at your devices"))


# -- sending


def send(letter: Letter) -> None:
    """Show a letter on all devices of its receiver. NotSentError if none takes it; RestsError if it has to wait.

    A device that is gone is dropped. When the last one goes, it is no trouble of anybody: nobody is reached by then.
    """
    if not webpush.offered():
        raise NotSentError(Trouble.AWAY, "no key", away=True, heard=False)
    taken, failures, resting = False, [], []
    for device in Device.objects.filter(user=letter.to).order_by("-pk"):
        try:
            deliver(device, message_of(letter), letter.events[0])
            taken = True
        except GoneError:
            drop(device)
        except NotSentError as error:
            failures.append(error)
        except rests.RestsError as rest:
            resting.append(rest)
    if taken:
        return
    if resting:
        raise min(resting, key=lambda rest: rest.until)
    # One that may pass is worth another try.
    raise min(failures, key=lambda error: error.lasting, default=NotSentError(Trouble.REFUSED, "gone"))


def deliver(device: Device, message: Message, event: Event) -> None:
    """Show a message on one device. GoneError, NotSentError; RestsError while it or its push service is left alone."""
    _look_whether_it_rests(device, timezone.now())
    service = f"{NAME} {webpush.host_of(device.endpoint)}"[:100]
    answers: list[outward.Reply | None] = []
    rests.through(service, timezone.now, lambda: answers.append(_hand_over(device, message, event)))
    (answer,) = answers
    row = Device.objects.filter(pk=device.pk)
    try:
        _look_at(answer)
    except NotSentError as error:
        if error.trouble in (Trouble.AWAY, Trouble.BUSY):
            vain = min(device.vain + 1, 1000)
            wait = timedelta(seconds=(answer and answer.retry_after) or 0)
            row.update(vain=vain, rests_until=timezone.now() + max(rests.pause(vain), wait))
        raise
    row.update(last_at=timezone.now(), vain=0, rests_until=None)


def _look_whether_it_rests(device: Device, now: datetime) -> None:
    """RestsError while a device is left alone. After a rest, only the first to ask tries it."""
    until = device.rests_until
    if until is None:
        return
    # A clock that was ahead makes no rest longer.
    if now < until <= now + timedelta(seconds=outward.LONGEST_WAIT):
        raise rests.RestsError(until)
    soon = now + rests.pause(1)
    if not Device.objects.filter(pk=device.pk, rests_until=until).update(rests_until=soon):
        raise rests.RestsError(soon)


def _hand_over(device: Device, message: Message, event: Event) -> outward.Reply | None:
    """What a push service answers, None if it took the connection and said nothing; NotSentError if it is away."""
    now = timezone.now()
    try:
        return webpush.push(
            device.subscription,
            json.dumps(message._asdict(), ensure_ascii=False, separators=(",", ":")).encode(),
            topic=urlsafe_b64encode(sha256(message.tag.encode()).digest()).decode()[:32],
            seconds=WAITS.get(event, DAY),
            urgency="high" if event in URGENT else "normal",
            now=now.timestamp(),
            contact=f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}",
        )
    except webpush.NoKeyError:
        raise NotSentError(Trouble.FAULT, "old key") from None
    except webpush.UnansweredError as error:
        if error.heard:
            return None
        if error.retry_after is not None:  # it is we who have sent too much
            raise rests.RestsError(now + timedelta(seconds=error.retry_after)) from None
        raise NotSentError(Trouble.AWAY, away=True, heard=False) from None


def _look_at(answer: outward.Reply | None) -> None:
    """GoneError or NotSentError if a push service did not take a message."""
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
    """Forget a device. Without any, there is nothing left that could be in trouble."""
    device.delete()
    if not reaches(device.user):
        troubles.forget(device.user_id, NAME)


def message_of(letter: Letter) -> Message:
    """What a device shows of a letter, in the language of its receiver."""
    with translation.override(letter.to.language or settings.LANGUAGE_CODE):
        stop = _("Stop notifications like this")
    said = letter.lead, letter.until, *(part.lead for part in letter.parts[:NAMED])
    return Message(
        title=_short(letter.subject, LONGEST_TITLE),
        body=_short(" ".join(filter(None, said)), LONGEST_BODY),
        link=_path(letter.link),
        tag=letter.thread or str(letter.events[0]),
        off=_path(letter.off),
        stop=stop,
        id=letter.id,
    )


def _short(text: str, most: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"


def _path(link: str) -> str:
    """An address of this site without the site; that of the first page for any other."""
    parts = urlsplit(link)
    ours = link.startswith((settings.SITE_URL + "/", "/")) and not link.startswith("//")
    return parts._replace(scheme="", netloc="").geturl() if ours else "/"


def greet() -> None:
    """Nobody is asked: push services have no greeting. NotSentError if there are devices and no key for them."""
    if not webpush.offered() and Device.objects.exists():
        raise NotSentError(Trouble.AWAY, "no key", away=True, heard=False)


CHANNEL = Channel(
    name=NAME,
    short=gettext_lazy("Devices"),
    reaches=reaches,
    whom=whom,
    send=send,
    missing=missing,
    troubles=TROUBLES,
    failing=failing,
    greet=greet,
    may_reach=lambda user: not user.is_guest and not user.is_bot,
    page="accounts:devices",
    is_extra=True,
)
