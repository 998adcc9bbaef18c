"""Deadlines of seats: a time bank for each player, with an increment for every decision (R92).

A bank starts full. The time of a decision is taken out of it, each new decision adds the increment, and the bank never
exceeds its initial size. The clock stops in the player's quiet hours. This module reads no secret and never asks for
the current time. A veto window is the same for all seats. Its hours use no bank, and quiet hours do not stop it (R93).
"""

from collections.abc import Collection, Iterable
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Aggregate, Max, OuterRef, Subquery, TextField, Value
from django.db.models.functions import Coalesce

from accounts.clocks.quiet import ALWAYS_AWAKE, Quiet, awake_after, awake_between
from accounts.models import User, VacationDay
from games.models import Game, Ladder, Seat, Status

WINDOW = "veto"
"""The kind of decision whose time limit is set in the rules of the table."""
ASLEEP = timedelta(hours=1)
"""The longest wait for a sleeping seat (R96)."""
MISSES_BEFORE_SLEEP = 2
FLOOR = timedelta(hours=1)
"""The minimal time for a decision: with an empty bank, after an outage, and after its notification."""


LOOK_AGAIN = timedelta(minutes=10)
"""The interval between checks whether the player of an overdue seat was notified."""
PUSHED_BACK = timedelta(minutes=15)
"""The delay before a table whose clock failed is processed again."""


class Clock(NamedTuple):
    """The clock of a table: the time in a full bank, and the increment per decision. Without a bank it does not run."""

    bank: timedelta
    turn: timedelta

    @property
    def runs(self) -> bool:
        """Whether the table has a clock."""
        return self.bank > timedelta()

    @property
    def term(self) -> timedelta:
        """The time for a decision when the bank is empty."""
        return min(self.bank, max(self.turn, FLOOR))


def pace_of(game: Game) -> Clock:
    """Return the clock of a table."""
    return Clock(timedelta(hours=game.bank_hours), timedelta(hours=game.turn_hours))


class _Joined(Aggregate):
    """Dates as text, separated by spaces."""

    function, template, output_field = "STRING_AGG", "%(function)s(%(expressions)s::text, ' ')", TextField()

    def as_sqlite(self, compiler: Any, connection: Any, **more: Any) -> Any:
        """SQLite stores dates as text."""
        return self.as_sql(compiler, connection, template="GROUP_CONCAT(%(expressions)s, ' ')", **more)


def days_that_count(now: datetime) -> date:
    """Return the first vacation day that may still matter in some time zone."""
    return now.date() - timedelta(days=2)


def days_off(since: date) -> Coalesce:
    """In a query on seats: the vacation days of each player from a day on, as `days_in` reads them."""
    days = VacationDay.objects.filter(user=OuterRef("user"), day__gte=since).order_by()
    found = Subquery(days.values("user").annotate(days=_Joined("day")).values("days"))
    return Coalesce(found, Value(""), output_field=TextField())


def days_in(text: str, game: Game) -> frozenset[date]:
    """Return the vacation days from the text that `days_off` selected, if the table lets them count."""
    return frozenset(map(date.fromisoformat, text.split())) if game.vacations else frozenset()


def days_off_of(user: User, game: Game, since: date) -> frozenset[date]:
    """Return a player's vacation days from a day on, if the table lets them count. One query."""
    days = VacationDay.objects.filter(user=user, day__gte=since).values_list("day", flat=True)
    return frozenset(days) if game.vacations else frozenset()


def last_by_vacation_days(*, user: User, hold: bool, **_signal: Any) -> datetime | None:
    """Return a player's last open deadline at the tables where their vacation days count. One query. With ``hold`` a
    second query locks these tables in order, so that moves there wait."""
    games = Game.objects.filter(seats__user=user, status=Status.RUNNING, vacations=True)
    if hold:
        list(games.select_for_update(of=("self",)).order_by("pk").values_list("pk"))
    clocks = Seat.objects.filter(user=user, game__in=games, due_at__isnull=False).exclude(awaited_for=WINDOW)
    last: datetime | None = clocks.aggregate(last=Max("due_at"))["last"]
    return last


def on_clock(pace: Clock, spent: timedelta) -> timedelta:
    """Return the time for a decision that begins now; ``spent`` is the used part of the bank.

    >>> day, hour = timedelta(days=1), timedelta(hours=1)
    >>> on_clock(Clock(3 * day, 12 * hour), 3 * day) == 12 * hour
    True
    >>> on_clock(Clock(3 * day, 12 * hour), hour) == 3 * day
    True
    """
    return min(pace.bank, max(pace.bank - spent + pace.turn, pace.term))


def left(due: datetime, now: datetime, quiet: Quiet) -> timedelta:
    """Return how long the clock still runs until a deadline; zero once it has passed."""
    return awake_between(now, due, quiet)


def outage_shift(since: datetime, began: datetime, ended: datetime) -> timedelta:
    """Return by how much an outage moves the deadline of a decision that has been open ``since`` a moment."""
    return max(ended - max(began, since), timedelta())


class Given(NamedTuple):
    """The time given back to a seat: the length of the outage, and whether the deadline is just the minimal hour."""

    lost: timedelta
    is_floor: bool


def give_back(
    seat: Seat, game: Game, quiet: Quiet, *, began: datetime, ended: datetime, floor: timedelta
) -> Given | None:
    """Give a seat back the time that an outage took from its decision, and at least ``floor``. Return None when it took
    none. The lost time was awake time, so the deadline is extended by awake time too, past the quiet hours.
    """
    if seat.due_at is None or seat.awaited_since is None:
        return None
    lost = lost_in(game, seat.awaited_since, began, ended)
    if not lost:
        return None
    if seat.awaited_for == WINDOW or seat.resting == "asleep":
        as_before, moved = seat.due_at + lost, max(seat.due_at + lost, ended + floor)
    else:
        quiet, since = _asleep_then(seat, game, quiet), max(began, seat.awaited_since)
        there = left(seat.due_at, since, quiet)
        if game.paused_at and game.paused_until:
            there -= left(min(seat.due_at, game.paused_until), max(since, game.paused_at), quiet)
        runs_from = running_from(game, ended)
        as_before, moved = (awake_after(runs_from, span, quiet) for span in (there, max(there, floor)))
    if moved <= seat.due_at:
        return None
    seat.due_at = moved
    return Given(lost, is_floor=moved > as_before)


def put_right(seat: Seat, game: Game, quiet: Quiet, *, ahead: datetime, moment: datetime) -> bool:
    """Leave a seat as much time as it had by a clock that was ahead. Return whether that moved its deadline.

    Seats that were overdue by that clock are not changed, nor are tables in a pause.
    """
    if seat.due_at is None or seat.awaited_since is None or seat.due_at <= ahead or game.paused_until:
        return False
    is_alike = seat.awaited_for == WINDOW or seat.resting == "asleep"
    quiet = ALWAYS_AWAKE if is_alike else _asleep_then(seat, game, quiet)
    seat.due_at = min(seat.due_at, awake_after(moment, left(seat.due_at, ahead, quiet), quiet))
    seat.awaited_since = min(seat.awaited_since, moment)
    return True


# -- pauses


def running_from(game: Game, moment: datetime) -> datetime:
    """Return when the clocks of a table run again: at the given moment, or at the end of the table's pause."""
    return max(moment, game.paused_until or moment)


def pause(seat: Seat, quiet: Quiet, *, began: datetime, until: datetime, least: timedelta = timedelta()) -> None:
    """Stop the clock of a seat's row for a pause. After the pause the seat has the time that was left before, and at
    least ``least``. To move the end of a pause, call this with its former end as ``began``."""
    if seat.due_at is None:
        return
    if seat.awaited_for == WINDOW or seat.resting == "asleep":
        seat.due_at += until - began
    else:
        there = left(seat.due_at, began, quiet)
        if there < least:
            # The additional time must not increase the bank.
            seat.spent = max(seat.spent, _seconds(pace_of(seat.game).bank - there))
        seat.due_at = awake_after(until, max(there, least), quiet)


def lost_in(game: Game, since: datetime, began: datetime, ended: datetime) -> timedelta:
    """Return the time that an outage took from a decision open ``since`` a moment. In a pause no clock ran."""
    paused = timedelta()
    if game.paused_at and game.paused_until:
        paused = min(ended, game.paused_until) - max(began, since, game.paused_at)
    return outage_shift(since, began, ended) - max(paused, timedelta())


def next_at(game: Game, seats: Iterable[Seat], overdue: Collection[Seat], now: datetime) -> datetime | None:
    """Return when the clock has to process a table: at the end of its pause, else at its first deadline. Seats that are
    ``overdue`` but not timed out yet are checked again soon; where people decide, they never time out."""
    ends = [game.paused_until or earliest(seat for seat in seats if seat not in overdue)]
    if game.ladder != Ladder.FRIENDS:
        ends += [seat.due_at if has_time(seat, now) else now + LOOK_AGAIN for seat in overdue]
    return min((end for end in ends if end is not None), default=None)


def has_time(seat: Seat, now: datetime) -> bool:
    """Whether the deadline of a seat is in the future; true for a seat without a deadline."""
    return seat.due_at is None or seat.due_at > now


def push_back(game_id: int, until: datetime) -> None:
    """Postpone the processing of a table whose clock failed. The row is not loaded; this writes it at once."""
    Game.objects.filter(pk=game_id).update(deadline=until)


# -- the clock of a seat's row, unsaved; `quiet` is when it sleeps (`store.Loaded.quiet_of`)


def window_end(seats: Iterable[Seat], is_open: bool, *, hours: int, now: datetime) -> datetime:
    """Return when a window closes for all seats. A window that is open already keeps its end."""
    ends = [seat.due_at for seat in seats if is_open and seat.awaited_for == WINDOW and seat.due_at is not None]
    return min(ends, default=now + timedelta(hours=hours))


def begin(seat: Seat, game: Game, quiet: Quiet, *, window: datetime, now: datetime) -> None:
    """Start the clock for the decision of an awaited seat; a window ends at ``window``. Bots have no clock.

    At a live table the bank does not change; the increment is added if the table falls back to days (`add`).
    """
    seat.due_at = None
    if not seat.awaited_for or seat.bot_plays:
        return
    pace, now = pace_of(game), running_from(game, now)
    if seat.awaited_for == WINDOW:
        seat.due_at = window
    elif pace.runs:
        allowed = on_clock(pace, timedelta(seconds=seat.spent))
        if game.live_since is None:
            seat.spent = _seconds(pace.bank - allowed)
        asleep = seat.resting == "asleep"
        seat.due_at = now + min(ASLEEP, allowed) if asleep else awake_after(now, allowed, quiet)


def add(seat: Seat, game: Game) -> None:
    """Add the increment to the bank of a seat whose open decision began at a live table."""
    pace = pace_of(game)
    if pace.runs and seat.due_at is not None and seat.awaited_for != WINDOW:
        seat.spent = _seconds(pace.bank - on_clock(pace, timedelta(seconds=seat.spent)))


def end(seat: Seat, game: Game, quiet: Quiet, *, now: datetime) -> None:
    """Stop the clock of a seat whose decision is made, and take the used time out of its bank."""
    if seat.due_at is not None and seat.awaited_for != WINDOW:
        _take(seat, game, quiet, now)
    seat.due_at = None


def start_over(seat: Seat) -> None:
    """Reset the clock of a seat with a new player: a full bank and no missed turns. The command that seats the player
    restarts the decision and its reminders (`reminders.deadlines_moved`). The end of a window does not change."""
    seat.spent, seat.missed, seat.forgiven, seat.remind_at = 0, 0, False, None
    if seat.awaited_for != WINDOW:
        seat.due_at = None


def second_term(seat: Seat, game: Game, quiet: Quiet, *, now: datetime) -> None:
    """Forgive the first miss of a seat in the game: extend its deadline by one increment."""
    pace = pace_of(game)
    seat.forgiven, seat.spent = True, _seconds(pace.bank - pace.term)
    seat.due_at = awake_after(now, pace.term, quiet)


def put_off(seat: Seat, game: Game, quiet: Quiet, until: datetime, *, now: datetime) -> None:
    """Postpone the deadline of a seat to a moment. The additional time does not increase its bank."""
    _take(seat, game, quiet, now)
    seat.due_at = until


def _take(seat: Seat, game: Game, quiet: Quiet, now: datetime) -> None:
    """Take the time that the decision has used until now out of the bank."""
    assert seat.due_at is not None
    unspent = left(seat.due_at, running_from(game, now), _asleep_then(seat, game, quiet))
    seat.spent = max(seat.spent, _seconds(pace_of(game).bank - unspent))


def _asleep_then(seat: Seat, game: Game, quiet: Quiet) -> Quiet:
    """Return when the clock of an open decision sleeps, without vacation days that were entered or used since."""
    allowed = pace_of(game).bank - timedelta(seconds=seat.spent)
    since, due = seat.awaited_since, seat.due_at
    counted = not quiet.days or not since or not due or due >= awake_after(since, allowed, quiet)
    return quiet if counted else quiet._replace(days=frozenset())


def earliest(seats: Iterable[Seat]) -> datetime | None:
    """Return the first deadline at a table."""
    return min((seat.due_at for seat in seats if seat.due_at is not None), default=None)


def _seconds(span: timedelta) -> int:
    return max(0, round(span.total_seconds()))
