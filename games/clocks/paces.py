"""The turns of a finished game from its log: the awake time that each took, and which turns were missed.

Pure functions of lines of the log. Only turns that a player answered on a page count; windows, orders, plans, deals,
gifts and moves of bots do not. A turn is left out if its clock was changed or stopped: by an outage, a pause, a
vacation day, live play, or a seat that slept or got another player.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from statistics import quantiles
from typing import NamedTuple

from accounts.clocks.quiet import Quiet, awake_between
from games.clocks import planned
from games.models import Move
from games.rows import store
from games.rules.announcements import (
    LiveEnded,
    MotionDecided,
    MotionOpened,
    PauseEnded,
    SecondTerm,
    SteppedIn,
    TableOpened,
    TimeGiven,
    WayInMade,
)
from games.rules.commands import Bot, Command, Offer, Sleep, TakeOver, Timeout, Wake
from games.rules.errors import Malformed
from games.rules.events import PublicEvent, RoundBegan, SeatChanged, TimedOut
from games.rules.notation import parse_line
from games.sheets.motions import MOTIONS, VoteChoice

FEWEST = 10
"""The least number of turns for a pace."""
MOST = 200
"""How many of a player's latest turns count."""
YEAR = timedelta(days=365)
"""The maximal age of a turn that counts."""
LATELY = timedelta(days=80)
"""The maximal age of a missed turn. The notice that shows whether its player was notified is stored 10 days longer."""

_OPENS_NOTHING = Offer | Sleep | Wake | Bot | TakeOver
_HARMLESS = SecondTerm | TimeGiven | MotionOpened | TableOpened | WayInMade
"""Announcements during a turn that do not change its clock, or only extend its deadline."""

_LIVE_ENDED = '"live-ended"'
"""Part of the stored events of a move that was made after a live table had fallen back to days."""


class LogLine(NamedTuple):
    """One line of the log of a finished game. ``by_hand``: a page sent the command. ``command`` is None for an
    announcement and for an unreadable command."""

    seq: int
    seat: int | None
    user: int | None
    at: datetime
    by_hand: bool
    command: Command | None
    is_announced: bool
    events: tuple[PublicEvent, ...] = ()


class PlayedTurn(NamedTuple):
    """A turn that was answered or missed. ``since`` is the number of the line with which it began; ``user`` is the
    player who answered it, None without an answer."""

    seat: int
    since: int
    began: datetime
    ended: datetime
    user: int | None


def lines_of(rows: Iterable[Move]) -> Iterator[LogLine]:
    """Yield the lines of rows in order. Events of a seat's move are only read if the table fell back to days."""
    for row in rows:
        is_read = row.seat is None or _LIVE_ENDED in row.events
        events = store.events(row.events, row.game_id, row.seq) if is_read else ()
        yield LogLine(row.seq, row.seat, row.user_id, row.at, bool(row.key), _command(row), not row.command, events)


def _command(row: Move) -> Command | None:
    try:
        return parse_line(row.command.split("\n")[0])[1] if row.command else None
    except Malformed:
        return None


def turns_in(lines: Iterable[LogLine]) -> Iterator[PlayedTurn]:
    """Yield the turns of a game that count, in order.

    A turn begins with the earlier line that opened it. A turn was missed if the log has a `TimedOut` event for a seat
    that was neither asleep nor played by a bot, without an intervention of an administrator.
    """
    begun: LogLine | None = None
    resting, pauses, spoilt = set[int](), False, False
    for line in lines:
        resting = _resting_after(resting, line.events)
        pauses = _pauses_after(pauses, line.events)
        if line.is_announced and any(isinstance(event, RoundBegan) for event in line.events):
            begun, spoilt = line, False
        elif line.is_announced or isinstance(line.command, _OPENS_NOTHING):
            spoilt = spoilt or _spoils(line)
        else:
            turn = _turn(begun, line, resting) if begun and not (spoilt or pauses) else None
            if turn is not None:
                yield turn
            begun, spoilt = line, pauses


def _turn(begun: LogLine, line: LogLine, resting: set[int]) -> PlayedTurn | None:
    if isinstance(line.command, planned.Planned) and line.by_hand and line.seat is not None:
        return PlayedTurn(line.seat, begun.seq, begun.at, line.at, line.user)
    if not isinstance(line.command, Timeout) or line.command.seat in resting:
        return None
    is_turn = any(isinstance(event, TimedOut) and event.kind == planned.TURN for event in line.events)
    by_staff = any(isinstance(event, SteppedIn) for event in line.events)
    return PlayedTurn(line.command.seat, begun.seq, begun.at, line.at, None) if is_turn and not by_staff else None


def _resting_after(resting: set[int], events: tuple[PublicEvent, ...]) -> set[int]:
    for event in events:
        if isinstance(event, SeatChanged):
            rests = event.how in ("asleep", "bot")
            resting = resting | {event.seat} if rests else resting - {event.seat}
    return resting


def _pauses_after(pauses: bool, events: tuple[PublicEvent, ...]) -> bool:
    for event in events:
        if isinstance(event, PauseEnded | LiveEnded):
            pauses = False
        elif isinstance(event, MotionDecided) and _is_about_clocks(event) and event.outcome == VoteChoice.YES:
            pauses = True
    return pauses


def _spoils(line: LogLine) -> bool:
    """Whether a line during a turn makes its length meaningless."""
    if isinstance(line.command, Offer):
        return False
    return not all(
        isinstance(event, _HARMLESS) or (isinstance(event, MotionDecided) and not _is_about_clocks(event))
        for event in line.events
    )


def _is_about_clocks(event: MotionDecided) -> bool:
    """Whether an event belongs to a motion that stops the clocks."""
    return MOTIONS[event.matter].stops_clocks


def awake_seconds(turn: PlayedTurn, quiet: Quiet) -> int:
    """Return how long a turn took while its player was awake, in whole seconds."""
    return round(awake_between(turn.began, turn.ended, quiet).total_seconds())


def quartiles(seconds: Sequence[int]) -> tuple[int, int, int]:
    """Return the quartiles of the seconds in which some turns were answered; at least two turns.

    >>> quartiles([4, 1, 3, 2, 5])
    (2, 3, 4)
    """
    first, second, third = quantiles(seconds, n=4, method="inclusive")
    return round(first), round(second), round(third)
