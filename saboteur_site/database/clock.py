"""The time by the database's clock, also in a worker whose own clock is wrong (docs/adr/0062).

Leases, back-offs and expiries are times that one process writes and another one reads. Before a task, a worker measures
the offset between its clock and the database's, and adds it to its clock. Other processes use their own clock.
"""

import time
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import DatabaseError, connection
from django.utils import timezone

EVERY = 10.0
"""Seconds between two measurements."""

_apart = timedelta()
_measured_at = float("-inf")


def now() -> datetime:
    """The current time, aware, in UTC."""
    return timezone.now() + _apart


def apart() -> timedelta:
    """Return how far the database's clock is ahead of this machine's; zero for SQLite. Raise DatabaseError."""
    if connection.vendor == "sqlite":
        return timedelta()
    before = timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (there,) = cursor.fetchone()
    found: timedelta = there - before - (timezone.now() - before) / 2
    return found


def follow(*, seconds: Callable[[], float] = time.monotonic, **_signal: object) -> None:
    """Measure again if the last measurement is older than `EVERY`. While the database is down, the last one applies."""
    global _apart, _measured_at
    if seconds() - _measured_at < EVERY:
        return
    try:
        _apart = apart()
    except DatabaseError:
        return
    _measured_at = seconds()
