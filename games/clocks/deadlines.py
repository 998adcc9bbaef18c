"""When the time of a seat runs out: a bank of time for each player, a little more with every decision (R92).

A bank starts full. What a decision takes is taken out of it, what a new one adds goes in, and it never holds more than
at the start. The clock sleeps in the player's quiet hours. Nothing here looks at what is secret, and nothing asks what
time it is. A veto window asks all alike. It has its own hours, which no bank pays and no night stops (R93).
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
"""The kind of decision whose time the rules of the table name."""
ASLEEP = timedelta(hours=1)
"""The longest that a sleeping seat is waited for (R96)."""
MISSES_BEFORE_SLEEP = 2
FLOOR = timedelta(hours=1)
"""The least that there is for a decision: with an empty bank, after an outage, and from being told of it."""


LOOK_AGAIN = timedelta(minutes=10)
"""When it is asked again whether the player of an overdue seat was told."""
PUSHED_BACK = timedelta(minutes=15)
"""How long a table whose clock fails is left alone."""


class Clock(NamedTuple):
    """The clock of a table: the time in a full bank, and what every decision adds. Without a bank it does not run."""

    bank: timedelta
    turn: timedelta

    @property
    def runs(self) -> bool:
        """Whether there is a clock at all."""
        return self.bank > timedelta()

    @property
    def term(self) -> timedelta:
        """What there is for a decision when the bank is empty."""
        return min(self.bank, max(self.turn, FLOOR))


def pace_of(game: Game) -> Clock:
    """The clock of a table, as fast as it was chosen."""
    return Clock(timedelta(hours=game.bank_hours), timedelta(hours=game.turn_hours))


class _Joined(Aggregate):
    """Days as text with spaces between them."""

    function, template, output_field = "STRING_AGG", "%(function)s(%(expressions)s::text, ' ')", TextField()

    def as_sqlite(self, compiler: Any, connection: Any, **more: Any) -> Any:
        """The embedded database keeps days as text."""
        return self.as_sql(compiler, connection, template="GROUP_CONCAT(%(expressions)s, ' ')", **more)


def days_that_count(now: datetime) -> date:
    """The first vacation day that may still matter anywhere on earth."""
    return now.date() - timedelta(days=2)


def days_off(since: date) -> Coalesce:
    """In a query on seats: the vacation days of each player from a day on, as `days_in` reads them."""
    days = VacationDay.objects.filter(user=OuterRef("user"), day__gte=since).order_by()
    found = Subquery(days.values("user").annotate(days=_Joined("day")).values("days"))
    return Coalesce(found, Value(""), output_field=TextField())


def days_in(text: str, game: Game) -> frozenset[date]:
    """The vacation days that a query on seats has told, where the table lets them count."""
    return frozenset(map(date.fromisoformat, text.split())) if game.vacations else frozenset()


def days_off_of(user: User, game: Game, since: date) -> frozenset[date]:
    """A player's vacation days from a day on, where the table lets them count. One query."""
    days = VacationDay.objects.filter(user=user, day__gte=since).values_list("day", flat=True)
    return frozenset(days) if game.vacations else frozenset()


def last_by_vacation_days(*, user: User, hold: bool, **_signal: Any) -> datetime | None:
    """A player's last open deadline at a table where their vacation days count. One query. ``hold`` locks the
    tables in order, which takes a second query, so that a move there waits."""
    games = Game.objects.filter(seats__user=user, status=Status.RUNNING, vacations=True)
    if hold:
        list(games.select_for_update(of=("self",)).order_by("pk").values_list("pk"))
    clocks = Seat.objects.filter(user=user, game__in=games, due_at__isnull=False).exclude(awaited_for=WINDOW)
    last: datetime | None = clocks.aggregate(last=Max("due_at"))["last"]
    return last


def on_clock(pace: Clock, spent: timedelta) -> timedelta:
    """What there is for a decision that begins now, when so much of the bank is spent.

    >>> day, hour = timedelta(days=1), timedelta(hours=1)
    >>> on_clock(Clock(3 * day, 12 * hour), 3 * day) == 12 * hour
    True
    >>> on_clock(Clock(3 * day, 12 * hour), hour) == 3 * day
    True
    """
    return min(pace.bank, max(pace.bank - spent + pace.turn, pace.term))


def left(due: datetime, now: datetime, quiet: Quiet) -> timedelta:
    """How long the clock still runs until a deadline; nothing once it is over."""
    return awake_between(now, due, quiet)


def outage_shift(since: datetime, began: datetime, ended: datetime) -> timedelta:
    """By how much an outage moves the deadline of a decision that is open since a moment."""
    return max(ended - max(began, since), timedelta())


class Given(NamedTuple):
    """What a seat got back after an outage: how long the site was away, and whether its deadline is the floor hour."""

    lost: timedelta
    is_floor: bool


def give_back(
    seat: Seat, game: Game, quiet: Quiet, *, began: datetime, ended: datetime, floor: timedelta
) -> Given | None:
    """Give a seat back what an outage took from its decision, and at least ``floor``. None when it took nothing. What
    was lost is awake time, so a deadline moves past the nights that come before the player has it back.
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
    """Leave a seat as much time as it had by a clock that was ahead. Gives whether that moved its deadline.

    A seat whose time was over by that clock is left alone, and so is a table that pauses.
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
    """From when on clocks run that are looked at at a moment: then, or at the end of the table's pause."""
    return max(moment, game.paused_until or moment)


def pause(seat: Seat, quiet: Quiet, *, began: datetime, until: datetime, least: timedelta = timedelta()) -> None:
    """Stop the clock of a seat's row for a pause: it has as much time after it as was left before, or at least so
    much. A pause whose end moves begins again at the end that it had."""
    if seat.due_at is None:
        return
    if seat.awaited_for == WINDOW or seat.resting == "asleep":
        seat.due_at += until - began
    else:
        there = left(seat.due_at, began, quiet)
        if there < least:
            # What comes in addition goes into no bank.
            seat.spent = max(seat.spent, _seconds(pace_of(seat.game).bank - there))
        seat.due_at = awake_after(until, max(there, least), quiet)


def lost_in(game: Game, since: datetime, began: datetime, ended: datetime) -> timedelta:
    """What an outage took from a decision that is open since a moment. During a pause of the table no clock ran."""
    paused = timedelta()
    if game.paused_at and game.paused_until:
        paused = min(ended, game.paused_until) - max(began, since, game.paused_at)
    return outage_shift(since, began, ended) - max(paused, timedelta())


def next_at(game: Game, seats: Iterable[Seat], overdue: Collection[Seat], now: datetime) -> datetime | None:
    """When the clock has to look after a table: at the end of its pause, else at its first deadline. Seats that are
    ``overdue`` and lose nothing yet are looked at again soon; where people decide, they never lose anything."""
    ends = [game.paused_until or earliest(seat for seat in seats if seat not in overdue)]
    if game.ladder != Ladder.FRIENDS:
        ends += [seat.due_at if has_time(seat, now) else now + LOOK_AGAIN for seat in overdue]
    return min((end for end in ends if end is not None), default=None)


def has_time(seat: Seat, now: datetime) -> bool:
    """Whether the deadline of a seat is still to come; a seat without one has time."""
    return seat.due_at is None or seat.due_at > now


def push_back(game_id: int, now: datetime) -> None:
    """The clock of a table fails: leave it alone for a while. Its row is not in hand, and is written at once."""
    Game.objects.filter(pk=game_id).update(deadline=now + PUSHED_BACK)


# -- the clock of a seat's row, unsaved; `quiet` is when it sleeps (`store.Loaded.quiet_of`)


def window_end(seats: Iterable[Seat], is_open: bool, *, hours: int, now: datetime) -> datetime:
    """When a window closes that all are asked in: one that is open already keeps its end for a returning player."""
    ends = [seat.due_at for seat in seats if is_open and seat.awaited_for == WINDOW and seat.due_at is not None]
    return min(ends, default=now + timedelta(hours=hours))


def begin(seat: Seat, game: Game, quiet: Quiet, *, window: datetime, now: datetime) -> None:
    """Start the clock for the decision that a seat is awaited for; a window ends at ``window``. Bots have none.

    At a live table the bank stays as it is; what the decision adds goes in if the table falls back (`add`).
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
    """Put into the bank of a seat what its open decision adds, which began at a live table."""
    pace = pace_of(game)
    if pace.runs and seat.due_at is not None and seat.awaited_for != WINDOW:
        seat.spent = _seconds(pace.bank - on_clock(pace, timedelta(seconds=seat.spent)))


def end(seat: Seat, game: Game, quiet: Quiet, *, now: datetime) -> None:
    """Stop the clock of a seat whose decision is made, and take what that took out of its bank."""
    if seat.due_at is not None and seat.awaited_for != WINDOW:
        _take(seat, game, quiet, now)
    seat.due_at = None


def start_over(seat: Seat) -> None:
    """A seat has another player: its bank is full and nothing was missed. The command that says so begins its decision
    again, with the reminders (`reminders.deadlines_moved`). What is left of a window is left for everybody alike."""
    seat.spent, seat.missed, seat.forgiven, seat.remind_at = 0, 0, False, None
    if seat.awaited_for != WINDOW:
        seat.due_at = None


def second_term(seat: Seat, game: Game, quiet: Quiet, *, now: datetime) -> None:
    """Forgive a seat the first miss of its game: as much time again as a decision adds."""
    pace = pace_of(game)
    seat.forgiven, seat.spent = True, _seconds(pace.bank - pace.term)
    seat.due_at = awake_after(now, pace.term, quiet)


def put_off(seat: Seat, game: Game, quiet: Quiet, until: datetime, *, now: datetime) -> None:
    """Put the deadline of a seat off to a moment. What comes in addition goes into no bank."""
    _take(seat, game, quiet, now)
    seat.due_at = until


def _take(seat: Seat, game: Game, quiet: Quiet, now: datetime) -> None:
    """Take out of the bank what the decision took until now."""
    assert seat.due_at is not None
    unspent = left(seat.due_at, running_from(game, now), _asleep_then(seat, game, quiet))
    seat.spent = max(seat.spent, _seconds(pace_of(game).bank - unspent))


def _asleep_then(seat: Seat, game: Game, quiet: Quiet) -> Quiet:
    """When the clock of a decision sleeps that is open: without vacation days that were entered or used since."""
    allowed = pace_of(game).bank - timedelta(seconds=seat.spent)
    since, due = seat.awaited_since, seat.due_at
    counted = not quiet.days or not since or not due or due >= awake_after(since, allowed, quiet)
    return quiet if counted else quiet._replace(days=frozenset())


def earliest(seats: Iterable[Seat]) -> datetime | None:
    """The first deadline at a table."""
    return min((seat.due_at for seat in seats if seat.due_at is not None), default=None)


def _seconds(span: timedelta) -> int:
    return max(0, round(span.total_seconds()))
