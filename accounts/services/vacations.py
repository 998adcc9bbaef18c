"""Vacation days of a player, in local time, a few within a year.

On a day entered in advance the player's clock is stopped, in turns that begin later. A day that was not is used
automatically when their time would run out. Either kind counts for all their tables together.
"""

from datetime import date, datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User, VacationDay
from accounts.signals import clocks_asked

MOST = 14
"""The most days within a year, future ones included."""
YEAR = timedelta(days=365)
AHEAD = timedelta(days=365)
"""How far in advance days can be entered."""
_DAY = timedelta(days=1)


class NoVacationError(Exception):
    """Days cannot be entered or withdrawn. The message is a sentence for the user."""


def left(user: User, now: datetime) -> int:
    """Return how many vacation days a player may still use or enter; one query."""
    return max(0, MOST - _within_a_year(user, user.quiet.today(now)))


def to_come(user: User, now: datetime) -> list[date]:
    """Return the vacation days of a player from today on, in order; one query."""
    days = VacationDay.objects.filter(user=user, day__gte=user.quiet.today(now))
    return list(days.order_by("day").values_list("day", flat=True))


@transaction.atomic
def enter(*, user: User, first: date, last: date, now: datetime) -> int:
    """Enter the days from ``first`` to ``last``; return how many are new. Raise NoVacationError if not allowed."""
    today = user.quiet.today(now)
    if last < first:
        raise NoVacationError(_("The last day is before the first."))
    if first < today:
        raise NoVacationError(_("A vacation can’t start in the past."))
    if last > today + AHEAD:
        raise NoVacationError(_("You can plan a vacation up to a year ahead."))
    if (last - first) // _DAY >= MOST:
        raise NoVacationError(_too_many(MOST))
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    wanted = {first + number * _DAY for number in range((last - first) // _DAY + 1)}
    wanted -= set(VacationDay.objects.filter(user=user, day__in=wanted).values_list("day", flat=True))
    there = left(user, now)
    if len(wanted) > there:
        raise NoVacationError(_too_many(there))
    VacationDay.objects.bulk_create(VacationDay(user=user, day=day) for day in wanted)
    return len(wanted)


def last_day_in_use(user: User, *, hold: bool = False) -> date | None:
    """Return the last local day of the running clocks whose deadlines may include vacation days; None without any.

    With ``hold`` no such clock starts until the transaction ends.
    """
    answers: list[tuple[Any, Any]] = clocks_asked.send(sender=User, user=user, hold=hold)
    ends = [end for _receiver, end in answers if end is not None]
    return user.quiet.today(max(ends)) if ends else None


@transaction.atomic
def take_back(*, user: User, day: date, now: datetime) -> None:
    """Withdraw a day in the future. A day that has begun stays used.

    Raise NoVacationError while a running deadline may include the day. A change applies to later turns (R90): an open
    deadline does not change, and neither do the days that moved it. Otherwise a player could gain the time and keep
    the days. After the turn, days that have not begun can be withdrawn again. No row stores whether a day was entered
    before a clock started. So no day up to the clock's end can be withdrawn.
    """
    last = last_day_in_use(user, hold=True)
    if last is not None and day <= last:
        raise NoVacationError(_("One of your clocks is using this day. You can cancel it after your move."))
    VacationDay.objects.filter(user=user, day=day, day__gt=user.quiet.today(now)).delete()


def use(*, user: User, moment: datetime) -> bool:
    """Return whether a time is on a vacation day of a player: one entered in advance, or one that is used now.

    Three queries at most.
    """
    day = user.quiet.today(moment)
    if VacationDay.objects.filter(user=user, day=day).exists():
        return True
    if not user.vacations or _within_a_year(user, day) >= MOST:
        return False
    try:
        with transaction.atomic():
            VacationDay.objects.create(user=user, day=day)
    except IntegrityError:
        # Another of their tables used it at the same moment.
        return True
    return True


def _within_a_year(user: User, today: date) -> int:
    return VacationDay.objects.filter(user=user, day__gt=today - YEAR).count()


def _too_many(days: int) -> str:
    if not days:
        return _("You have no vacation days left.")
    words = ngettext("You have %(count)s vacation day left.", "You have %(count)s vacation days left.", days)
    return words % {"count": days}
