"""Reminders of a decision that waits: before its time is over, as each player chooses, once for each deadline.

The row of a seat says when to look at it next. That may be too early, after the deadline was moved: then nothing is
due, and the next moment is worked out anew. What is due is a row of the outbox; the letter is written when it is sent,
and dropped if the decision was made or its deadline moved in the meantime.
"""

import logging
from datetime import datetime, timedelta
from itertools import zip_longest
from typing import NamedTuple

from django.db import transaction

from accounts.events import Reminder
from accounts.quiet import ALWAYS_AWAKE, awake_after
from games import deadlines, notices
from games.models import Game, Ladder, Seat, Status

log = logging.getLogger(__name__)
MOST = 500
"""Seats that one tick looks after; the next one does the rest."""
APART = timedelta(hours=1)
"""A reminder that comes sooner after the decision began, or before the next one or the end, is left out."""
OVER = "over"
DAYS_AFTER = 3
"""For how many days somebody is reminded whose time is over, where nothing happens by itself."""
PUSHED_BACK = timedelta(hours=1)


class Call(NamedTuple):
    """One reminder: what it is named and when it comes."""

    name: str
    at: datetime


def next_call(seat: Seat, game: Game, now: datetime) -> datetime | None:
    """When a seat is to be reminded next of the decision that it is awaited for; None: not any more."""
    return min((call.at for call in calls(seat, game, now) if call.at > now), default=None)


def first_call(seat: Seat, game: Game, now: datetime) -> datetime | None:
    """When a seat is to be reminded first of a deadline that is new, maybe at once; None: not at all."""
    return min((call.at for call in calls(seat, game, now)), default=None)


def calls(seat: Seat, game: Game, since: datetime) -> list[Call]:
    """The reminders of the decision that a seat is awaited for, from a moment on, in order.

    For whoever has answered in secret they are written all the same, and dropped when they are to be sent: that there
    is a notice must not tell who has not answered (R93, R95).
    """
    if seat.due_at is None or seat.awaited_since is None or seat.bot_plays or seat.resting:
        return []
    is_window = seat.awaited_for == deadlines.WINDOW
    quiet = ALWAYS_AWAKE if is_window else deadlines.quiet_of(seat, game)
    begins = deadlines.running_from(game, since)
    there = deadlines.left(seat.due_at, begins, quiet)
    found = [Call(name, awake_after(begins, there - span, quiet)) for name, span in _spans(seat, game) if span <= there]
    found = [call for call in found if call.at >= seat.awaited_since + APART]
    if game.ladder == Ladder.FRIENDS and not is_window:
        after = [(f"{OVER}-{day}", seat.due_at + timedelta(days=day)) for day in range(DAYS_AFTER + 1)]
        found += [Call(name, at) for name, at in after if at >= begins]
    return found


def _spans(seat: Seat, game: Game) -> list[tuple[str, timedelta]]:
    """The reminders that the player chose by how much time is left then, the longest first."""
    term = deadlines.pace_of(game).bank - timedelta(seconds=seat.spent)
    if seat.awaited_for == deadlines.WINDOW and seat.due_at and seat.awaited_since:
        term = seat.due_at - seat.awaited_since
    spans = {Reminder.HALF: term / 2, Reminder.MOST: term / 5, Reminder.HOUR: timedelta(hours=1)}
    chosen = seat.user.reminders.split(",")
    wanted = ((name, span) for name, span in spans.items() if name in chosen and span >= APART)
    rows = sorted(wanted, key=lambda row: row[1], reverse=True)
    return [row for row, then in zip_longest(rows, rows[1:]) if then is None or row[1] - then[1] >= APART]


def send_due(moment: datetime) -> int:
    """Write a notice for every seat that is to be reminded by a moment; for how many seats. A bad row hinders none."""
    rows = Seat.objects.filter(remind_at__lte=moment).select_related("user", "game").order_by("remind_at", "pk")
    rows = rows.defer("hand", "memory", "plan", "choice", "game__public", "game__ruleset")
    rows = rows.annotate(days_off=deadlines.days_off(deadlines.days_that_count(moment)))  # type: ignore[no-redef]  # as in services
    seats = list(rows[:MOST])
    for seat in seats:
        try:
            with transaction.atomic():
                _remind(seat, moment)
        except Exception:
            log.exception("seat %s: its reminder fails", seat.pk)
            Seat.objects.filter(pk=seat.pk).update(remind_at=moment + PUSHED_BACK)
    return len(seats)


def _remind(seat: Seat, moment: datetime) -> None:
    """Tell a seat the last of what is due, and note when it is next; what was changed meanwhile is left alone."""
    game, looked_for = seat.game, seat.remind_at
    assert looked_for is not None
    found = calls(seat, game, looked_for) if game.status == Status.RUNNING else []
    due = [call for call in found if call.at <= moment]
    later = min((call.at for call in found if call.at > moment), default=None)
    if Seat.objects.filter(pk=seat.pk, remind_at=looked_for).update(remind_at=later) and due:
        notices.remind(seat, due[-1].name)
