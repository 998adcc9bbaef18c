"""A channel that is away rests for all processes at once. The pauses grow. After each pause one process tries it.

What is known of it is a row of the database. So all processes share it, even without a cache.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from accounts.channels import NotSentError
from accounts.channels.sendings import Sending
from accounts.models import Resting
from saboteur_site.database import storage

log = logging.getLogger(__name__)
FIRST, LONGEST = 3, 30
"""The first and the longest pause, in times of `EMAIL_TIMEOUT`. Each pause is twice the one before."""


class RestsError(Exception):
    """The channel is away and is left alone ``until`` a moment. ``error``: what a try has met just now, if any."""

    def __init__(self, until: datetime, error: NotSentError | None = None) -> None:
        super().__init__(until)
        self.until, self.error = until, error


class Leave(NamedTuple):
    """The leave to try a channel. ``vain`` counts the tries in vain before."""

    channel: str
    vain: int


def through(channel: str, now: Callable[[], datetime], send: Callable[[], Sending | None]) -> Sending:
    """Send something through a channel. NotSentError if it is not taken; RestsError if the channel is away.

    With RestsError it was no try of what is to be sent.
    """
    leave = leave_for(channel, now())
    try:
        sending = send()
        if sending is not None:
            yield from sending
    except NotSentError as error:
        failed(leave, error, now())
        raise
    worked(leave)


def failed(leave: Leave, error: NotSentError, now: datetime) -> None:
    """Take note that something was not taken; RestsError if that says that the channel is away."""
    if error.away:
        until = in_vain(leave, now)
        if not error.heard:
            raise RestsError(until, error) from error


def leave_for(channel: str, now: datetime) -> Leave:
    """The leave to try a channel; RestsError while it is left alone. After a pause, only the first to ask gets it."""
    row = Resting.objects.filter(channel=channel).first()
    if row is None:
        return Leave(channel, 0)
    # A clock that was ahead makes no pause longer.
    if now < row.until <= now + pause(row.vain):
        raise RestsError(row.until)
    soon = now + pause(1)
    if not changed(Resting.objects.filter(channel=channel, until=row.until), until=soon):
        raise RestsError(soon)
    return Leave(channel, row.vain)


def in_vain(leave: Leave, now: datetime) -> datetime:
    """Take note that a channel was tried in vain. Gives the moment until which all leave it alone."""
    vain = leave.vain + 1
    until = now + pause(vain)
    with storage.if_writable():
        if leave.vain:
            changed(Resting.objects.filter(channel=leave.channel, vain=leave.vain), vain=vain, until=until)
            return until
        _row, is_new = Resting.objects.get_or_create(channel=leave.channel, defaults={"since": now, "until": until})
        if is_new:
            log.warning("%s is away; what it is to carry waits", leave.channel)
    return until


def worked(leave: Leave) -> None:
    """Take note that a channel works. That this cannot be written down makes nothing unsent."""
    with storage.if_writable():
        _forget(leave)


def _forget(leave: Leave) -> None:
    if leave.vain and Resting.objects.filter(channel=leave.channel).delete()[0]:
        log.warning("%s is back", leave.channel)


@transaction.atomic
def changed(rows: QuerySet[Any], **columns: Any) -> int:
    """Change those of some rows that nobody else has locked; how many. A run waits for no lock here, for all messages
    would wait with it (docs/adr/0062)."""
    # SQLite ignores the lock; there the transaction itself is one.
    keys = list(rows.select_for_update(skip_locked=True, no_key=True).values_list("pk", flat=True))
    return rows.model._default_manager.filter(pk__in=keys).update(**columns) if keys else 0


def pause(vain: int) -> timedelta:
    """How long what is away is left alone after so many tries in vain."""
    return timedelta(seconds=settings.EMAIL_TIMEOUT * min(FIRST * 2 ** min(vain - 1, 10), LONGEST))
