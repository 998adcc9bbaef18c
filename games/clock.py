"""The time: the database's own, so that several servers agree (UTC). Tests turn it by an offset; nothing sleeps."""

from datetime import datetime, timedelta

from django.utils import timezone

offset = timedelta()
"""Added to every reading; tests set it."""


def now() -> datetime:
    """The moment, aware, in UTC."""
    return timezone.now() + offset
