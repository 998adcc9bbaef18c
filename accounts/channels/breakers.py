"""Circuit breakers of channels, push services, devices and chats: after failures nothing is sent for a growing time.

The state of a breaker is stored in a row (`BreakerState`): `ChannelBreaker` for a channel or a push service, else the
row of the device or chat. So all processes share it, even without a cache. While a breaker is open nothing is sent.
After that, one process gets a trial, and the others wait a little longer. A successful trial closes the breaker.
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
from accounts.models import BreakerState, ChannelBreaker
from saboteur_site.database import storage
from saboteur_site.outgoing.backoff import BackOff

log = logging.getLogger(__name__)
FIRST, LONGEST = 3, 30
"""The first and the longest back-off of a channel, in units of `EMAIL_TIMEOUT`."""
MOST_FAILURES = 1000
"""The highest count of failures in a row."""
CLOSED: dict[str, Any] = {"failed_tries": 0, "open_until": None}
"""Columns of a breaker that is closed."""


class CircuitOpenError(Exception):
    """The breaker is open ``until`` a time, so this was no attempt. ``error``: that of the last trial, if any."""

    def __init__(self, until: datetime, error: NotSentError | None = None) -> None:
        super().__init__(until)
        self.until, self.error = until, error


class Trial(NamedTuple):
    """The permission to send through a channel. ``failures``: the count of failures in a row before it."""

    channel: str
    failures: int


def back_off() -> BackOff:
    """The back-off of a channel or device after a failure."""
    return BackOff(
        timedelta(seconds=FIRST * settings.EMAIL_TIMEOUT), timedelta(seconds=LONGEST * settings.EMAIL_TIMEOUT)
    )


# -- the breaker in any row


def acquire(state: BreakerState, rows: QuerySet[Any], now: datetime, *, back_off: BackOff, longest: timedelta) -> None:
    """Get a trial for all ``rows``, of which ``state`` is one; raise CircuitOpenError if there is none now.

    ``longest``: the longest time for which a breaker may be open.
    """
    until = state.open_until
    if until is None:
        return
    if state.is_open(now, longest):
        raise CircuitOpenError(until)
    soon = now + back_off.first
    if not update_unlocked(rows.filter(open_until=until), open_until=soon):
        raise CircuitOpenError(soon)


def opened(failures: int, now: datetime, *, back_off: BackOff, retry_after: float | None = None) -> dict[str, Any]:
    """Return the columns of a breaker that opens after one more failure."""
    failures = min(failures + 1, MOST_FAILURES)
    return {"failed_tries": failures, "open_until": now + back_off.after(failures, retry_after)}


@transaction.atomic
def update_unlocked(rows: QuerySet[Any], **columns: Any) -> int:
    """Update the rows that are not locked; return how many. A run does not wait for locks here, because all messages
    would wait with it (docs/adr/0062)."""
    # SQLite ignores row locks; there the transaction locks the database.
    keys = list(rows.select_for_update(skip_locked=True, no_key=True).values_list("pk", flat=True))
    return rows.model._default_manager.filter(pk__in=keys).update(**columns) if keys else 0


# -- the breaker of a channel


def send_via(channel: str, now: Callable[[], datetime], send: Callable[[], Sending | None]) -> Sending:
    """Send a message through a channel. Raise NotSentError if it is rejected, CircuitOpenError if the breaker is open:
    this was no attempt of the message."""
    trial = acquire_trial(channel, now())
    try:
        sending = send()
        if sending is not None:
            yield from sending
    except NotSentError as error:
        record_error(trial, error, now())
        raise
    record_success(trial)


def acquire_trial(channel: str, now: datetime) -> Trial:
    """Return the permission to send through a channel; raise CircuitOpenError while its breaker is open."""
    rows = ChannelBreaker.objects.filter(channel=channel)
    row = rows.first()
    if row is None:
        return Trial(channel, 0)
    policy = back_off()
    acquire(row, rows, now, back_off=policy, longest=policy.after(row.failed_tries))
    return Trial(channel, row.failed_tries)


def record_error(trial: Trial, error: NotSentError, now: datetime) -> None:
    """Record a failure if an error concerns the channel; raise CircuitOpenError if the server was not involved."""
    if error.away:
        until = record_failure(trial, now)
        if not error.received:
            raise CircuitOpenError(until, error) from error


def record_failure(trial: Trial, now: datetime) -> datetime:
    """Open the breaker of a channel; return until when."""
    columns = opened(trial.failures, now, back_off=back_off())
    until: datetime = columns["open_until"]
    with storage.if_writable():
        rows = ChannelBreaker.objects.filter(channel=trial.channel)
        if trial.failures:
            update_unlocked(rows.filter(failed_tries=trial.failures), **columns)
            return until
        _row, is_new = rows.get_or_create(channel=trial.channel, defaults={"since": now, **columns})
        if is_new:
            log.warning("%s is away; what it is to carry waits", trial.channel)
    return until


def record_success(trial: Trial) -> None:
    """Close the breaker of a channel. If the database fails, the message counts as sent all the same."""
    with storage.if_writable():
        _close(trial)


def _close(trial: Trial) -> None:
    if trial.failures and ChannelBreaker.objects.filter(channel=trial.channel).delete()[0]:
        log.warning("%s is back", trial.channel)
