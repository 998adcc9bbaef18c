"""Test messages: a page requests one, a worker sends it, and the page shows the outcome.

A request opens no connection to a remote server (docs/adr/0061): it only stores that a test is requested.
"""

import secrets
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.channels import NotSentError, Trouble, breakers, chat, push, troubles
from accounts.channels.formats import Message
from accounts.channels.sendings import Crew, Sending, Work
from accounts.models import Chat, Device, Event, Target
from accounts.models.trials import Testable
from accounts.signals import tests_asked
from saboteur_site.database import clock, storage

LANE = "tests"
ROOM = 8
"""The most tests in progress at the same time."""
LEASE = timedelta(minutes=1)
"""The lease of a worker on a test; after that another worker sends it."""
KIND = "test"
"""The event name of test messages to chats."""


@transaction.atomic
def ask(row: Testable) -> None:
    """Queue a test message to a chat or a device, in the language of the page."""
    now = clock.now()
    language = translation.get_language() or settings.LANGUAGE_CODE
    asked = {"test_asked_at": now, "test_due_at": now, "test_done_at": None, "test_language": language}
    type(row)._default_manager.filter(pk=row.pk).update(**asked, test_trouble="", test_reply="")
    tests_asked.send(sender=type(row))


class Trials:
    """The due tests, as a source of a run: for chats and devices of users, and for chats of other owners."""

    def __init__(self, *others: tuple[type[Chat], Callable[[Any], str]]) -> None:
        """``others``: further models of chats, each with a function from a row to the URL in its message."""
        page = settings.SITE_URL + reverse(chat.PAGE)
        self._chats: dict[type[Chat], Callable[[Any], str]] = {Target: lambda _row: page, **dict(others)}

    def __call__(self, crew: Crew) -> Work | None:
        """Return the next due test."""
        if not crew.room(LANE, ROOM):
            return None
        models: list[type[Testable]] = [Device, *self._chats]
        for model in models:
            row = _lease(model)
            if row is not None:
                return Work(LANE, (model.__name__, row.pk), self._send(row))
        return None

    def _send(self, row: Any) -> Sending:
        with translation.override(row.test_language):
            sending = _to_device(row) if isinstance(row, Device) else _to_chat(row, self._chats[type(row)](row))
        yield from sending


def _lease(model: type[Testable]) -> Any:
    """Return the next due test of a model; no other worker gets it until its lease ends."""
    now = clock.now()
    rows = model._default_manager.filter(test_due_at__lte=now).order_by("test_due_at", "pk")
    if not rows.exists():
        return None
    with transaction.atomic():
        row = rows.select_for_update(skip_locked=True, no_key=True).first()
        if row is not None:
            model._default_manager.filter(pk=row.pk).update(test_due_at=now + LEASE)
    return row


def _to_chat(row: Any, link: str) -> Sending:
    """Return the sending of a test message to a chat. Its text is built at once."""
    site = {"site": settings.SITE_NAME}
    message = Message(
        id=f"test.{secrets.token_hex(12)}",
        events=(KIND,),
        language=row.test_language,
        subject=_("Test: %(site)s") % site,
        lead=_("It works. Messages from %(site)s will arrive here.") % site,
        link=link,
    )
    return _posted(row, message)


def _posted(row: Any, message: Message) -> Sending:
    (result,) = yield from chat.posting([(row, message)])
    chat.note(result, clock.now())
    _note(row, result.trouble, result.reply)
    if result.trouble is None and isinstance(row, Target):
        with storage.if_writable():
            troubles.forget(row.user_id, chat.NAME)


def _to_device(row: Device) -> Sending:
    """Return the sending of a test message to a device. Its text is built at once."""
    title = _("It works")
    body = _("This is how %(site)s will tell you it’s your turn.") % {"site": settings.SITE_NAME}
    return _shown(row, push.PushMessage(title=title, body=body, link=reverse("accounts:devices"), tag="test"))


def _shown(row: Device, message: push.PushMessage) -> Sending:
    (error,) = yield from push.delivering([row], message, Event.TURN)
    match error:
        case None:
            _note(row, None)
            with storage.if_writable():
                troubles.forget(row.user_id, push.NAME)
        case push.GoneError():
            _note(row, Trouble.REFUSED, push.GONE_FOR_GOOD)
        case NotSentError():
            _note(row, error.trouble, error.reply)
        case breakers.CircuitOpenError():
            _note(row, Trouble.AWAY)


def _note(row: Testable, trouble: Trouble | None, reply: str = "") -> None:
    """Store the outcome of a test. If that fails, the test is sent again when its lease ends."""
    met = {"test_trouble": trouble or "", "test_reply": reply[:10], "test_done_at": clock.now()}
    with storage.if_writable():
        # A test requested meanwhile is still sent.
        rows = type(row)._default_manager.filter(pk=row.pk, test_asked_at=row.test_asked_at)
        rows.update(**met, test_due_at=None)
