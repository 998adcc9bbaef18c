"""The ticks of the site's clock: their rhythm, outages, and a database clock that was corrected.

A worker ticks twice a minute, cron as often as it is configured. The usual gap is computed from the latest ones. So an
outage is a gap that is long *for this site*, and a slow rhythm is no outage (docs/adr/0020).
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Count, F, Max, Q

from games import clock
from games.models import Delivery, Heartbeat, Motion, Notice, Outage

NAME = "tick"
QUICKEST, SLOWEST = timedelta(minutes=1), timedelta(hours=2)
"""The shortest and the longest gap of a rhythm. Longer gaps are outages."""
GAPS = 9
"""How many gaps are stored."""
ONE_IN = 3
"""The usual gap is the largest one that at least one in so many stored gaps reaches."""
SAME_TICK = timedelta(seconds=10)
"""Ticks within this time count as one: two machines with the same crontab, or a queue that was delayed."""
DAY = timedelta(days=1)
LATE, MISSED = 2.5, 5.0
"""After how many rhythms the next tick is late, and missed."""
REPEATED = 3
"""How many outages within a day are reported."""


class Ticking(NamedTuple):
    """The state of the clock: its last tick (None: never), its rhythm, the number of outages within a day and of all
    outages."""

    last: datetime | None
    rhythm: timedelta
    outages_today: int
    outages: int

    def age(self, now: datetime) -> timedelta | None:
        """Return the time since the last tick; None if there was none."""
        return None if self.last is None else max(now - self.last, timedelta())

    def waits(self, now: datetime, rhythms: float) -> bool:
        """Whether the next tick is late by so many rhythms, or there never was a tick."""
        age = self.age(now)
        return age is None or age > rhythms * self.rhythm


def rhythm_of(gaps: Sequence[timedelta]) -> timedelta:
    """Return the rhythm of ticks with these gaps between them: a gap that is not rare, at least a minute.

    Cron's ``*/25`` comes after 25, 25 and 10 minutes; its rhythm is 25.

    >>> minutes = lambda *gaps: rhythm_of([timedelta(minutes=gap) for gap in gaps]).total_seconds() / 60
    >>> minutes(), minutes(60, 60), minutes(60, 60, 60)
    (1.0, 1.0, 60.0)
    >>> minutes(25, 25, 10, 25, 25, 10), minutes(1, 1, 1, 1, 4, 1, 1, 1, 1), minutes(0.5, 0.5, 0.5)
    (25.0, 1.0, 1.0)
    """
    longest = sorted(gaps, reverse=True)[: GAPS // ONE_IN]
    return max(longest[-1], QUICKEST) if len(longest) == GAPS // ONE_IN else QUICKEST


def is_outage(gap: timedelta, rhythm: timedelta) -> bool:
    """Whether a gap between two ticks is an outage: two in a row are missing.

    >>> minute = timedelta(minutes=1)
    >>> is_outage(3 * minute, minute), is_outage(4 * minute, minute), is_outage(11 * minute, 5 * minute)
    (False, True, False)
    """
    return gap > 2 * rhythm + QUICKEST


class HeldError(Exception):
    """Another process has locked the row of the clock. A process without it does not know of outages, and must not time
    out players."""


@transaction.atomic
def beat() -> datetime:
    """Record a tick; return its time. Store an outage, or a clock that was ahead and has been corrected, once. Raise
    HeldError if another process has locked the clock."""
    Heartbeat.objects.get_or_create(name=NAME, defaults={"at": clock.now()})
    rows = Heartbeat.objects.select_for_update(skip_locked=True).annotate(moment=clock.Moment())
    row = rows.filter(name=NAME).first()
    if row is None:
        raise HeldError
    moment, gaps = clock.turned(row.moment), _gaps(row)
    gap, rhythm = moment - row.at, rhythm_of(gaps)
    if is_outage(gap, rhythm):
        _note_outage(row.at, moment)
    elif is_outage(-gap, rhythm):
        _note_put_right(row.at, moment, rhythm)
    if SAME_TICK <= gap <= SLOWEST:
        gaps = [*gaps, gap][-GAPS:]
    seconds = " ".join(f"{gap.total_seconds():.0f}" for gap in gaps)
    Heartbeat.objects.filter(name=NAME).update(at=moment, gaps=seconds)
    return moment


def seen(now: datetime) -> Ticking:
    """Return the state of the clock; two queries."""
    row = Heartbeat.objects.filter(name=NAME).first()
    began_today = Count("pk", filter=Q(began_at__gt=now - DAY, ended_at__gt=F("began_at")))
    seconds = Outage.objects.aggregate(today=began_today, last=Max("pk"))
    rhythm = rhythm_of(_gaps(row)) if row else QUICKEST
    return Ticking(row.at if row else None, rhythm, seconds["today"], seconds["last"] or 0)


def _gaps(row: Heartbeat) -> list[timedelta]:
    return [timedelta(seconds=float(gap)) for gap in row.gaps.split()]


def _note_outage(began: datetime, ended: datetime) -> None:
    """Store an outage, so that the clocks of tables can give the time back. Open motions are extended by it."""
    Outage.objects.create(began_at=began, ended_at=ended)
    for vote in Motion.objects.filter(decided_at=None, closes_at__gt=began, opened_at__lt=ended):
        _close_at(vote, vote.closes_at + (ended - max(began, vote.opened_at)))


def _note_put_right(ahead: datetime, moment: datetime, rhythm: timedelta) -> None:
    """Correct the times that a database clock wrote while it was ahead; tables do so one by one."""
    Outage.objects.create(began_at=ahead, ended_at=moment)
    for waiting in (Notice.objects, Delivery.objects):
        waiting.filter(done_at=None, due_at__gt=moment).update(due_at=F("due_at") - (ahead - moment))
    for vote in Motion.objects.filter(decided_at=None, closes_at__gt=ahead):
        if was_open_before(vote.opened_at, moment, rhythm):
            _close_at(vote, vote.closes_at - (ahead - moment))


def was_open_before(opened: datetime, moment: datetime, rhythm: timedelta) -> bool:
    """Whether something was open already when a clock was set back to about a moment. True if its opening time is after
    that moment, or more than two rhythms and a minute before it."""
    return opened > moment or opened <= moment - 2 * rhythm - QUICKEST


def _close_at(vote: Motion, closes: datetime) -> None:
    Motion.objects.filter(pk=vote.pk, decided_at=None).update(closes_at=closes)
