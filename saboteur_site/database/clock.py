"""The time by the database's clock, also in a worker whose own clock is wrong (docs/adr/0062).

Leases, rests and expiry are moments that one process writes and another one reads. A worker measures at its tasks how
far its clock is from the database's, and corrects what it reads by that. Other processes use their clock as it is.
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
    """The moment, aware, in UTC."""
    return timezone.now() + _apart


def apart() -> timedelta:
    """By how much the database's clock is ahead of this machine's; DatabaseError. SQLite has no clock of its own."""
    if connection.vendor == "sqlite":
        return timedelta()
    before = timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (there,) = cursor.fetchone()
    found: timedelta = there - before - (timezone.now() - before) / 2
    return found


def follow(*, seconds: Callable[[], float] = time.monotonic, **_signal: object) -> None:
    """Measure again if the last measurement is old. While the database is away, the last one counts."""
    global _apart, _measured_at
    if seconds() - _measured_at < EVERY:
        return
    try:
        _apart = apart()
    except DatabaseError:
        return
    _measured_at = seconds()
