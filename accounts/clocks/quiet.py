"""Quiet hours: when a player's clock is stopped. Pure functions of times in UTC and the player's local time.

A night has at most twelve hours of local time, a week at most two free days. So the clock runs in every week. A night
in which local time is set back lasts an hour longer.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

LONGEST_NIGHT = timedelta(hours=12)
MOST_FREE_DAYS = 2
_DAY = timedelta(days=1)


class Quiet(NamedTuple):
    """When a player's clock is stopped: every night, on free days of the week (Monday is 0), and on single days."""

    zone: str = "UTC"
    begins: time | None = None
    ends: time | None = None
    free_days: frozenset[int] = frozenset()
    days: frozenset[date] = frozenset()

    @property
    def never(self) -> bool:
        """Whether the clock never stops."""
        return (self.begins is None or self.ends is None) and not self.free_days and not self.days

    def today(self, moment: datetime) -> date:
        """Return the player's local date at a time."""
        return moment.astimezone(zone_of(self.zone)).date()


ALWAYS_AWAKE = Quiet()
NIGHT = (time(23), time(7))
"""The night of players who have set no quiet hours."""


def length_of_night(begins: time, ends: time) -> timedelta:
    """Return the length of a night in local time; a whole day if it begins and ends at the same hour."""
    today = date(2000, 1, 1)
    length = datetime.combine(today, ends) - datetime.combine(today, begins)
    return length if length > timedelta() else length + _DAY


def awake_after(start: datetime, span: timedelta, quiet: Quiet) -> datetime:
    """Return the time at which a clock that stops in quiet hours has run for ``span`` since ``start``."""
    if quiet.never:
        return start + span
    at = start
    for asleep, awake in _sleeps(start, quiet):
        if asleep - at >= span:
            break
        if awake > at:
            span -= max(asleep - at, timedelta())
            at = awake
    return at + span


def awake_between(start: datetime, end: datetime, quiet: Quiet) -> timedelta:
    """Return how long a clock that stops in quiet hours runs from ``start`` to ``end``; zero if the end is earlier."""
    passed = max(end - start, timedelta())
    if quiet.never:
        return passed
    for asleep, awake in _sleeps(start, quiet):
        if asleep >= end:
            break
        passed -= max(min(awake, end) - max(asleep, start), timedelta())
    return passed


def _sleeps(since: datetime, quiet: Quiet) -> Iterator[tuple[datetime, datetime]]:
    """Yield the intervals in which the clock is stopped, disjoint and in order, from the first one that ends after
    ``since``."""
    last: tuple[datetime, datetime] | None = None
    for asleep, awake in _nights(since, quiet):
        if last is not None and asleep <= last[1]:
            last = (last[0], max(last[1], awake))
            continue
        if last is not None and last[1] > since:
            yield last
        last = (asleep, awake)
    if last is not None and last[1] > since:
        yield last


def _nights(since: datetime, quiet: Quiet) -> Iterator[tuple[datetime, datetime]]:
    """Nights and days off in the order in which they begin, from two days before ``since``. They may overlap.

    Rows may contain more than is allowed; the excess is cut, because a clock has to run. Summer time skips or repeats
    an hour. Then a night covers both readings: no clock runs while it is night by the player's local time.
    """
    zone, free_days = zone_of(quiet.zone), sorted(quiet.free_days)[:MOST_FREE_DAYS]
    night = timedelta()
    if quiet.begins is not None and quiet.ends is not None:
        night = min(length_of_night(quiet.begins, quiet.ends), LONGEST_NIGHT)
    day = since.astimezone(zone).date() - 2 * _DAY
    goes_on, last = bool(night or free_days), max(quiet.days, default=day)
    while goes_on or day <= last:
        if day.weekday() in free_days or day in quiet.days:
            yield min(moments(day, time(), zone)), max(moments(day + _DAY, time(), zone))
        if night and quiet.begins is not None:
            morning = datetime.combine(day, quiet.begins) + night
            yield min(moments(day, quiet.begins, zone)), max(moments(morning.date(), morning.time(), zone))
        day += _DAY


def moments(day: date, hour: time, zone: ZoneInfo) -> list[datetime]:
    """Return the two times that an hour of local time may mean; mostly they are the same.

    A repeated hour means both. A skipped hour is read by the offset before the change, and by that after it.
    """
    return [datetime.combine(day, hour.replace(fold=fold), zone).astimezone(UTC) for fold in (0, 1)]


def zone_of(name: str) -> ZoneInfo:
    """Return the zone of a name; UTC if it was renamed or removed since the user chose it."""
    try:
        return ZoneInfo(name or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
