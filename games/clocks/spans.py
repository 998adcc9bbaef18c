"""Texts for durations. "left", "for", "ago" and "within" have separate messages, because other languages need another
case, number or word order in each."""

from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils.translation import ngettext_lazy, npgettext_lazy, pgettext

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

_MINUTE = timedelta(minutes=1)
_MINUTES_OF = {"minute": 1, "hour": 60, "day": 24 * 60, "month": 30 * 24 * 60, "year": 365 * 24 * 60}

_BARE = {
    "minute": ngettext_lazy("%(count)s minute", "%(count)s minutes", "count"),
    "hour": ngettext_lazy("%(count)s hour", "%(count)s hours", "count"),
    "day": ngettext_lazy("%(count)s day", "%(count)s days", "count"),
}
_SHORT = {
    "minute": ngettext_lazy("%(count)s min", "%(count)s min", "count"),
    "hour": ngettext_lazy("%(count)s h", "%(count)s h", "count"),
    "day": _BARE["day"],
}
_LEFT = {
    "minute": npgettext_lazy("left", "%(count)s minute left", "%(count)s minutes left", "count"),
    "hour": npgettext_lazy("left", "%(count)s hour left", "%(count)s hours left", "count"),
    "day": npgettext_lazy("left", "%(count)s day left", "%(count)s days left", "count"),
}
_WITHIN = {
    "minute": npgettext_lazy("within", "%(count)s minute", "%(count)s minutes", "count"),
    "hour": npgettext_lazy("within", "%(count)s hour", "%(count)s hours", "count"),
    "day": npgettext_lazy("within", "%(count)s day", "%(count)s days", "count"),
}
_SINCE = {
    "minute": npgettext_lazy("since", "for %(count)s minute", "for %(count)s minutes", "count"),
    "hour": npgettext_lazy("since", "for %(count)s hour", "for %(count)s hours", "count"),
    "day": npgettext_lazy("since", "for %(count)s day", "for %(count)s days", "count"),
    "month": npgettext_lazy("since", "for %(count)s month", "for %(count)s months", "count"),
    "year": npgettext_lazy("since", "for %(count)s year", "for %(count)s years", "count"),
}
_AGO = {
    "minute": npgettext_lazy("ago", "%(count)s minute ago", "%(count)s minutes ago", "count"),
    "hour": npgettext_lazy("ago", "%(count)s hour ago", "%(count)s hours ago", "count"),
    "day": npgettext_lazy("ago", "%(count)s day ago", "%(count)s days ago", "count"),
    "month": npgettext_lazy("ago", "%(count)s month ago", "%(count)s months ago", "count"),
    "year": npgettext_lazy("ago", "%(count)s year ago", "%(count)s years ago", "count"),
}


def hours(count: int) -> str:
    """Return a number of hours as text, in days if they are whole: `36 hours`, `3 days`."""
    unit = "hour" if count % 24 else "day"
    return _BARE[unit] % {"count": count if count % 24 else count // 24}


def rounded(rest: timedelta) -> str:
    """Return a duration, rounded to the nearest whole unit: `3 days`."""
    return _to_the_nearest(rest, _BARE)


def left(rest: timedelta) -> str:
    """Return the time left: `71 hours left`. Minutes are rounded up, hours and days down."""
    return _at_least(rest, _LEFT)


def at_least(rest: timedelta) -> str:
    """Return the same text without `left`: `71 hours`."""
    return _at_least(rest, _BARE)


def in_short(rest: timedelta) -> str:
    """Return the same for narrow spaces: `42 min`, `71 h`, `3 days`."""
    return _at_least(rest, _SHORT)


def left_changes(rest: timedelta) -> timedelta:
    """Return after how long the text of `left` changes. The text of the last minute does not change."""
    unit, count = _counted(_minutes_left(rest))
    then = count * _MINUTES_OF[unit] - 1
    return rest - (max(then, _MINUTES_ALONE - 1) if unit == "hour" else then) * _MINUTE


def within(rest: timedelta) -> str:
    """Return a maximal duration for use after `within`: `3 days`. At least a minute."""
    return _to_the_nearest(max(rest, _MINUTE), _WITHIN)


def since(passed: timedelta) -> str:
    """Return how long something has lasted, in its largest unit: `for 3 days`."""
    return pgettext("since", "for less than a minute") if passed < _MINUTE else _in_the_largest(passed, _SINCE)


def ago(passed: timedelta) -> str:
    """Return how long ago something was, in its largest unit: `3 days ago`."""
    return pgettext("ago", "just now") if passed < _MINUTE else _in_the_largest(passed, _AGO)


_MINUTES_ALONE = 90
"""Durations below this are counted in minutes."""
_DAYS_ALONE = 72
"""Durations from this on are counted in days only."""


def _minutes_left(rest: timedelta) -> int:
    return max(-(-rest // _MINUTE), 1)


def _counted(minutes: int) -> tuple[str, int]:
    """Return the unit, and how many whole units are left. A player who has just got 72 hours sees three days, although
    some seconds are gone; an hour later it is 71 hours."""
    if minutes < _MINUTES_ALONE:
        return "minute", minutes
    hours = minutes // 60
    return ("hour", hours) if hours % 24 and hours < _DAYS_ALONE else ("day", hours // 24)


def _at_least(rest: timedelta, words: "dict[str, StrPromise]") -> str:
    unit, count = _counted(_minutes_left(rest))
    return words[unit] % {"count": count}


def _to_the_nearest(rest: timedelta, words: "dict[str, StrPromise]") -> str:
    """Return days if they are whole, and always from two days on; hours from one and a half on; else minutes."""
    minutes = round(rest / _MINUTE)
    if minutes < 90:
        return words["minute"] % {"count": minutes}
    whole = round(minutes / 60)
    if whole < 48 and whole % 24:
        return words["hour"] % {"count": whole}
    return words["day"] % {"count": round(whole / 24)}


def _in_the_largest(passed: timedelta, words: "dict[str, StrPromise]") -> str:
    minutes = int(passed / _MINUTE)
    unit = next(unit for unit in reversed(words) if minutes >= _MINUTES_OF[unit])
    return words[unit] % {"count": minutes // _MINUTES_OF[unit]}
