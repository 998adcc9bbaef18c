"""Reminders of an open decision: before its deadline, at the times each player chose, once for each deadline. Where
no default follows (no clock runs, or people decide), one is sent each week, and the other players are notified once
that they can vote on the seat.

`Seat.remind_at` is the next time to check a seat. If the deadline has moved that may be too early; then nothing is due,
and the next time is computed again. A due reminder becomes a row of the outbox. Its text is written when it is sent; it
is dropped if by then the decision was made or its deadline moved.
"""

import logging
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from itertools import zip_longest
from typing import NamedTuple

from django.db import transaction

from accounts.clocks.quiet import ALWAYS_AWAKE, Quiet, awake_after
from accounts.models import Reminder
from games.clocks import deadlines
from games.models import Game, Ladder, Seat, Status
from games.rows import notices, store
from saboteur_site.database import storage

log = logging.getLogger(__name__)
MOST = 500
"""Most seats in one sweep; the next one processes the rest."""
APART = timedelta(hours=1)
"""The least time from the beginning of a decision to a reminder, and from a reminder to the next one or the end."""
OVER = "over"
DAYS_AFTER = 3
"""For how many days an overdue player is reminded daily, where no default follows."""
WEEK = timedelta(days=7)
"""The interval of reminders after that, and where no clock runs."""
AWAY = "away"
"""The name of the call to the other players."""
A_DAY_LATER = timedelta(days=1)
"""The delay of that call after the last daily reminder, or after the first weekly one where no clock runs."""
PUSHED_BACK = timedelta(hours=1)


class Call(NamedTuple):
    """One reminder: its name and its time. The one named `AWAY` is for the other players."""

    name: str
    at: datetime


def deadlines_moved(
    loaded: store.Loaded,
    seats: Iterable[Seat],
    now: datetime,
    *,
    may_be_due: bool = False,
    overdue: Collection[Seat] = (),
) -> None:
    """Set, unsaved, the next reminder of each of these seats after their deadlines moved, and the time when the clock
    has to process the table. ``overdue`` seats are late but have not timed out yet.

    A reminder whose time is past is left out; with ``may_be_due`` it is sent at once.
    """
    for seat in seats:
        found = (call.at for call in calls(seat, loaded.game, loaded.quiet_of(seat), now))
        seat.remind_at = min((at for at in found if at > now or may_be_due), default=None)
    loaded.game.deadline = deadlines.next_at(loaded.game, loaded.seats, overdue, now)


def calls(seat: Seat, game: Game, quiet: Quiet, since: datetime) -> list[Call]:
    """Return the reminders of a seat's open decision from a moment on, in order. They are written even for a seat that
    has answered in secret, and dropped instead of sent: the notices must not reveal which seats have not answered
    (R93, R95).
    """
    if seat.awaited_since is None or seat.bot_plays or seat.resting:
        return []
    if seat.due_at is None:
        begins, begun = deadlines.running_from(game, since), seat.awaited_since
        return _without_end(begun, quiet, begins, others=begun + WEEK + A_DAY_LATER)
    is_window = seat.awaited_for == deadlines.WINDOW
    quiet = ALWAYS_AWAKE if is_window else quiet
    begins = deadlines.running_from(game, since)
    there = deadlines.left(seat.due_at, begins, quiet)
    found = [Call(name, awake_after(begins, there - span, quiet)) for name, span in _spans(seat, game) if span <= there]
    found = [call for call in found if call.at >= seat.awaited_since + APART]
    if game.ladder == Ladder.FRIENDS and not is_window:
        after = [(f"{OVER}-{day}", seat.due_at + timedelta(days=day)) for day in range(DAYS_AFTER + 1)]
        found += [Call(name, at) for name, at in after if at >= begins]
        last = seat.due_at + timedelta(days=DAYS_AFTER)
        found += _without_end(last, quiet, begins, others=last + A_DAY_LATER)
    return found


def _without_end(last: datetime, quiet: Quiet, begins: datetime, *, others: datetime) -> list[Call]:
    """Return the calls where no default follows, in order: the next weekly reminder, counted from the ``last`` one or
    from the beginning, and at ``others`` the call to the other players."""
    over = max(0, (begins - last) // WEEK)  # the last of these may be delayed until the player is awake
    weeks = [Call(f"week-{week}", awake_after(last + week * WEEK, timedelta(), quiet)) for week in (over, over + 1)]
    found = [call for call in [*weeks[0 if over else 1 :], Call(AWAY, others)] if call.at >= begins]
    return sorted(found, key=lambda call: call.at)


def _spans(seat: Seat, game: Game) -> list[tuple[str, timedelta]]:
    """Return the reminders that the player chose, with the time that is left at each, the longest first."""
    term = deadlines.pace_of(game).bank - timedelta(seconds=seat.spent)
    if seat.awaited_for == deadlines.WINDOW and seat.due_at and seat.awaited_since:
        term = seat.due_at - seat.awaited_since
    spans = {Reminder.HALF: term / 2, Reminder.MOST: term / 5, Reminder.HOUR: timedelta(hours=1)}
    chosen = seat.user.reminders.split(",")
    wanted = ((name, span) for name, span in spans.items() if name in chosen and span >= APART)
    rows = sorted(wanted, key=lambda row: row[1], reverse=True)
    return [row for row, then in zip_longest(rows, rows[1:]) if then is None or row[1] - then[1] >= APART]


def send_due(moment: datetime) -> int:
    """Write a notice for every seat that is to be reminded by a moment. Return the number of seats. An error with one
    row does not affect the others."""
    rows = Seat.objects.filter(remind_at__lte=moment).select_related("user", "game").order_by("remind_at", "pk")
    rows = rows.defer("hand", "memory", "plan", "choice", "game__public", "game__ruleset")
    rows = rows.annotate(days_off=deadlines.days_off(deadlines.days_that_count(moment)))
    seats = list(rows[:MOST])
    for seat in seats:
        try:
            with transaction.atomic():
                _remind(seat, _quiet(seat, seat.days_off), moment)
        except Exception as error:
            if storage.is_passing(error):
                continue
            log.exception("seat %s: its reminder fails", seat.pk)
            Seat.objects.filter(pk=seat.pk).update(remind_at=moment + PUSHED_BACK)
    return len(seats)


def _quiet(seat: Seat, days_off: str) -> Quiet:
    return seat.user.quiet._replace(days=deadlines.days_in(days_off, seat.game))


def _remind(seat: Seat, quiet: Quiet, moment: datetime) -> None:
    """Write the last reminder that is due for a seat, and the due call to the other players; set the next check. A row
    that changed meanwhile is skipped."""
    game, looked_for = seat.game, seat.remind_at
    assert looked_for is not None
    is_running = game.status == Status.RUNNING
    due = [call.name for call in calls(seat, game, quiet, looked_for) if call.at <= moment] if is_running else []
    to_come = [call.at for call in calls(seat, game, quiet, moment) if call.at > moment] if is_running else []
    # A seat that another transaction has locked is left to the next sweep.
    row = Seat.objects.filter(pk=seat.pk, remind_at=looked_for).select_for_update(skip_locked=True)
    if not Seat.objects.filter(pk__in=row).update(remind_at=min(to_come, default=None)):
        return
    if own := [name for name in due if name != AWAY]:
        notices.remind(seat, own[-1])
    if AWAY in due:
        notices.seat_may_be_voted_on(seat)
