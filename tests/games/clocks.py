"""Clocks for tests: turned, not slept; ticks; what a table with a clock looks like."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from games import clock, tasks
from games.clocks import ticking
from games.models import Game, Heartbeat, Move, Seat
from games.rules import codec
from games.rules.commands import Pass
from games.rules.events import PublicEvent
from games.services import moves, timeouts
from tests.conftest import SOAK
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
    """What the clock does."""
    tasks.tick()


def sweep() -> None:
    """What is done by the clock in every queue."""
    for task in (tasks.tick, tasks.play_awaited_bots, tasks.send_notices):
        task()


def let_tick(every: timedelta, until: datetime) -> None:
    """Let the clock tick so often until a moment; where nothing but ticks could happen, those in the middle are left
    out but for `./run soak`, once the rhythm is known."""
    ticks = 0
    while clock.now() < until:
        clock.offset += every
        timeouts.work_off(ticking.beat())
        ticks += 1
        spare = (until - clock.now()) // every - 1
        if ticks > ticking.GAPS and spare > 0 and not SOAK:
            pass_by(spare * every)


def timed_game(
    players: int | Sequence[User] = 3,
    seed: int = 7,
    *,
    bank_hours: int = 72,
    turn_hours: int = 12,
    vacations: bool = False,
    **more: Any,
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


# -- what happens at such a table


def events_of(game: Game, kind: type) -> list[PublicEvent]:
    """What all were told of this kind, in order."""
    rows = Move.objects.filter(game=game).order_by("seq").values_list("events", flat=True)
    return [event for events in rows for event in codec.decode_events(events) if isinstance(event, kind)]


def miss(game: Game) -> Seat:
    """Let the time of the player on turn run out once."""
    seat = on_turn(game)
    pass_by(due(seat) - clock.now() + timedelta(seconds=1))
    tick()
    seat.refresh_from_db()
    return seat


def play(game: Game) -> None:
    """The player on turn moves."""
    tables.play_on(Game.objects.get(pk=game.pk), 1)


def play_until(game: Game, number: int) -> None:
    """The others move until a seat is awaited."""
    while on_turn(game).number != number:
        play(game)


def submit_something(game: Game, seat: Seat) -> str:
    """What becomes of a discard that a seat sends."""
    return discard_on_page(game, seat)()


def discard_on_page(game: Game, seat: Seat) -> Callable[[], str]:
    """A discard that a seat can send from the page that it has before it, and what becomes of it then."""
    fresh = Game.objects.get(pk=game.pk)
    own = tables.loaded(game).state.seats[seat.number]
    command = Pass((own.hand[0],))

    def send() -> str:
        key = f"k{fresh.seq}"
        return moves.submit(code=game.code, user=seat.user, seq=fresh.seq, key=key, command=command).result

    return send


def miss_until_asleep(game: Game) -> Seat:
    """Let the time of the player on turn run out until the seat sleeps."""
    seat = miss(game)
    miss(game)
    play_until(game, seat.number)
    return miss(game)
