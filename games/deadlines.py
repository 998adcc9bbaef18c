"""When the time of a seat runs out: a bank of time for each player, a little more with every decision (R92).

A bank starts full. What a decision takes is taken out of it, what a new one adds goes in, and it never holds more than
at the start. The clock sleeps in the player's quiet hours. Nothing here looks at what is secret, and nothing asks what
time it is. A veto window asks all alike: it has its own hours, which no bank pays and no night stops (R93).
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from accounts.quiet import Quiet, awake_after, awake_between
from games.models import Game, Seat

WINDOW = "veto"
"""The kind of decision whose time the rules of the table name."""
ASLEEP = timedelta(hours=1)
"""The longest that a sleeping seat is waited for (R96)."""
MISSES_BEFORE_SLEEP = 2
FLOOR = timedelta(hours=1)
"""The least that is left on every running clock when the site is back after an outage."""
OUTAGE = timedelta(minutes=3)
"""A longer gap between two ticks, which come every minute, is an outage."""


class Pace(NamedTuple):
    """How fast a table plays: the time in a full bank, and what every decision adds; no bank: no clock."""

    bank: timedelta
    turn: timedelta

    @property
    def runs(self) -> bool:
        """Whether there is a clock at all."""
        return self.bank > timedelta()


def pace_of(game: Game) -> Pace:
    """The pace of a table."""
    return Pace(timedelta(hours=game.bank_hours), timedelta(hours=game.turn_hours))


def quiet_of(seat: Seat) -> Quiet:
    """When the clock of a seat sleeps: the quiet hours of its player."""
    return seat.user.quiet


def on_clock(pace: Pace, spent: timedelta) -> timedelta:
    """What there is for a decision that begins now, when so much of the bank is spent.

    >>> day, hour = timedelta(days=1), timedelta(hours=1)
    >>> on_clock(Pace(3 * day, 12 * hour), 3 * day) == 12 * hour
    True
    >>> on_clock(Pace(3 * day, 12 * hour), hour) == 3 * day
    True
    """
    return min(pace.bank, pace.bank - spent + pace.turn)


def left(due: datetime, now: datetime, quiet: Quiet) -> timedelta:
    """How long the clock still runs until a deadline; nothing once it is over."""
    return awake_between(now, due, quiet)


def outage_shift(since: datetime, began: datetime, ended: datetime) -> timedelta:
    """By how much an outage moves the deadline of a decision that is open since a moment."""
    return max(ended - max(began, since), timedelta())


# -- the clock of a seat's row, unsaved


def window_end(seats: Iterable[Seat], is_open: bool, *, hours: int, now: datetime) -> datetime:
    """When a window closes that all are asked in: one that is open already keeps its end for whoever comes back."""
    ends = [seat.due_at for seat in seats if is_open and seat.awaited_for == WINDOW and seat.due_at is not None]
    return min(ends, default=now + timedelta(hours=hours))


def begin(seat: Seat, game: Game, *, window: datetime, now: datetime) -> None:
    """Start the clock for the decision that a seat is awaited for; a window ends at ``window``. Bots have none."""
    seat.due_at = None
    if not seat.awaited_for or seat.bot_plays:
        return
    pace = pace_of(game)
    if seat.awaited_for == WINDOW:
        seat.due_at = window
    elif pace.runs:
        allowed = on_clock(pace, timedelta(seconds=seat.spent))
        seat.spent = _seconds(pace.bank - allowed)
        asleep = seat.resting == "asleep"
        seat.due_at = now + min(ASLEEP, allowed) if asleep else awake_after(now, allowed, quiet_of(seat))


def end(seat: Seat, game: Game, *, now: datetime) -> None:
    """Stop the clock of a seat whose decision is made, and take what that took out of its bank."""
    if seat.due_at is not None and seat.awaited_for != WINDOW:
        unspent = left(seat.due_at, now, quiet_of(seat))
        seat.spent = max(seat.spent, _seconds(pace_of(game).bank - unspent))
    seat.due_at = None


def second_term(seat: Seat, game: Game, *, now: datetime) -> None:
    """Forgive a seat the first miss of its game: as much time again as a decision adds."""
    pace = pace_of(game)
    seat.forgiven, seat.spent = True, _seconds(pace.bank - pace.turn)
    seat.due_at = awake_after(now, pace.turn, quiet_of(seat))


def earliest(seats: Iterable[Seat]) -> datetime | None:
    """The first deadline at a table."""
    return min((seat.due_at for seat in seats if seat.due_at is not None), default=None)


def _seconds(span: timedelta) -> int:
    return max(0, round(span.total_seconds()))
