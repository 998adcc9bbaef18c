"""Lengths of time in words. What is left, since when, how long ago and within what are messages of their own, for other
languages need another case, number or order in each."""

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
    """A number of hours in words, as days where they are whole: `36 hours`, `3 days`."""
    unit = "hour" if count % 24 else "day"
    return _BARE[unit] % {"count": count if count % 24 else count // 24}


def rounded(rest: timedelta) -> str:
    """How long something is, to the nearest whole unit: `3 days`."""
    return _to_the_nearest(rest, _BARE)


def left(rest: timedelta) -> str:
    """How much is left: `71 hours left`. There is never less than that, but for the seconds of a minute."""
    return _at_least(rest, _LEFT)


def at_least(rest: timedelta) -> str:
    """The same without `left`: `71 hours`."""
    return _at_least(rest, _BARE)


def left_changes(rest: timedelta) -> timedelta:
    """In how long `left` says something else, where so much is left. A minute at most is left until the end."""
    unit, count = _counted(_minutes_left(rest))
    then = count * _MINUTES_OF[unit] - 1
    return rest - (max(then, _MINUTES_ALONE - 1) if unit == "hour" else then) * _MINUTE


def within(rest: timedelta) -> str:
    """How long something takes at most, as it stands after `within`: `3 days`. A minute is the least."""
    return _to_the_nearest(max(rest, _MINUTE), _WITHIN)


def since(passed: timedelta) -> str:
    """How long something has lasted, in its largest unit: `for 3 days`."""
    return pgettext("since", "for less than a minute") if passed < _MINUTE else _in_the_largest(passed, _SINCE)


def ago(passed: timedelta) -> str:
    """How long ago something was, in its largest unit: `3 days ago`."""
    return pgettext("ago", "less than a minute ago") if passed < _MINUTE else _in_the_largest(passed, _AGO)


_MINUTES_ALONE = 90
"""Below so many minutes they are counted."""
_DAYS_ALONE = 72
"""From so many hours on only days are counted."""


def _minutes_left(rest: timedelta) -> int:
    return max(-(-rest // _MINUTE), 1)


def _counted(minutes: int) -> tuple[str, int]:
    """The unit, and how many of it are left in full. A player with 72 hours from now on has three days, although some
    seconds of them are gone; an hour later there are 71 hours."""
    if minutes < _MINUTES_ALONE:
        return "minute", minutes
    hours = minutes // 60
    return ("hour", hours) if hours % 24 and hours < _DAYS_ALONE else ("day", hours // 24)


def _at_least(rest: timedelta, words: "dict[str, StrPromise]") -> str:
    unit, count = _counted(_minutes_left(rest))
    return words[unit] % {"count": count}


def _to_the_nearest(rest: timedelta, words: "dict[str, StrPromise]") -> str:
    """Days where they are whole, and from two on; hours from one and a half on, else minutes."""
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
