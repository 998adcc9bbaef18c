"""Texts outside of a user's own requests, such as mails and feeds: in the user's language and time zone."""

from collections.abc import Iterator
from contextlib import contextmanager
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.utils import timezone, translation

from accounts.models import User


@contextmanager
def as_read_by(user: User) -> Iterator[None]:
    """Activate the language and the time zone of a user inside, whatever the current request uses."""
    try:
        zone = ZoneInfo(user.time_zone)
    except (ZoneInfoNotFoundError, ValueError):  # it was renamed or removed since the person chose it
        zone = ZoneInfo("UTC")
    with translation.override(user.language or settings.LANGUAGE_CODE), timezone.override(zone):
        yield
