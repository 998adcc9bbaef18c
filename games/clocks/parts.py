"""Texts for approximate times: a part of a near day, or a far day.

Each part of each weekday is a separate message, because languages combine them in different ways.
"""

from datetime import datetime, timedelta

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import pgettext_lazy

from games import clock

_PARTS = (
    (
        5,
        (
            pgettext_lazy("around", "the night to Monday"),
            pgettext_lazy("around", "the night to Tuesday"),
            pgettext_lazy("around", "the night to Wednesday"),
            pgettext_lazy("around", "the night to Thursday"),
            pgettext_lazy("around", "the night to Friday"),
            pgettext_lazy("around", "the night to Saturday"),
            pgettext_lazy("around", "the night to Sunday"),
        ),
    ),
    (
        12,
        (
            pgettext_lazy("around", "Monday morning"),
            pgettext_lazy("around", "Tuesday morning"),
            pgettext_lazy("around", "Wednesday morning"),
            pgettext_lazy("around", "Thursday morning"),
            pgettext_lazy("around", "Friday morning"),
            pgettext_lazy("around", "Saturday morning"),
            pgettext_lazy("around", "Sunday morning"),
        ),
    ),
    (
        17,
        (
            pgettext_lazy("around", "Monday afternoon"),
            pgettext_lazy("around", "Tuesday afternoon"),
            pgettext_lazy("around", "Wednesday afternoon"),
            pgettext_lazy("around", "Thursday afternoon"),
            pgettext_lazy("around", "Friday afternoon"),
            pgettext_lazy("around", "Saturday afternoon"),
            pgettext_lazy("around", "Sunday afternoon"),
        ),
    ),
    (
        22,
        (
            pgettext_lazy("around", "Monday evening"),
            pgettext_lazy("around", "Tuesday evening"),
            pgettext_lazy("around", "Wednesday evening"),
            pgettext_lazy("around", "Thursday evening"),
            pgettext_lazy("around", "Friday evening"),
            pgettext_lazy("around", "Saturday evening"),
            pgettext_lazy("around", "Sunday evening"),
        ),
    ),
    (
        24,
        (
            pgettext_lazy("around", "Monday night"),
            pgettext_lazy("around", "Tuesday night"),
            pgettext_lazy("around", "Wednesday night"),
            pgettext_lazy("around", "Thursday night"),
            pgettext_lazy("around", "Friday night"),
            pgettext_lazy("around", "Saturday night"),
            pgettext_lazy("around", "Sunday night"),
        ),
    ),
)
"""For each part of a day, the hour at which it ends and its name on each weekday."""


def when(moment: datetime) -> str:
    """Return an approximate time in the reader's time zone: `Thursday evening`, `3 May` for a far day."""
    local = localtime(moment)
    if moment - clock.now() >= timedelta(days=6):
        return date_format(local, "AROUND_DAY_FORMAT")
    days = next(days for end, days in _PARTS if local.hour < end)
    return str(days[local.weekday()])
