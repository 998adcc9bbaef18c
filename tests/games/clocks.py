"""Clocks for tests: turned, not slept; ticks that come each minute; what a table with a clock looks like."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from games import clock, tasks
from games.models import Game, Heartbeat, Seat
from tests.games import tables

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
BANK, TURN = 3 * DAY, 12 * HOUR
SECOND = timedelta(seconds=30)
"""How long a test may take between two readings of the clock."""


@contextmanager
def turnable() -> Iterator[None]:
    """Put the clock back at the end."""
    before = clock.offset
    try:
        yield
    finally:
        clock.offset = before


def pass_by(span: timedelta) -> None:
    """Let time pass while the site runs: the last tick was just now."""
    clock.offset += span
    Heartbeat.objects.update(at=clock.now())


def be_away(span: timedelta) -> None:
    """Let time pass while the site does not run."""
    clock.offset += span


def tick() -> None:
    """What happens each minute."""
    tasks.tick()


def timed_game(
    players: int = 3, seed: int = 7, *, bank_hours: int = 72, turn_hours: int = 12, vacations: bool = False, **more: Any
) -> Game:
    """A running table with a clock, at which it ticks; vacation days do not count unless a test wants them to."""
    game = tables.running_game(players, seed, bank_hours=bank_hours, turn_hours=turn_hours, vacations=vacations, **more)
    tick()
    return game


def on_turn(game: Game) -> Seat:
    """The seat that is awaited, as it is in the database now."""
    return tables.awaited(game)


def due(seat: Seat) -> datetime:
    """The deadline of a seat that has one."""
    seat.refresh_from_db()
    assert seat.due_at is not None
    return seat.due_at


def is_about(moment: datetime, other: datetime) -> bool:
    """Whether two moments are the same but for what a test takes."""
    return abs(moment - other) < SECOND
