"""A plan for a turn as the row of a seat keeps it: what is tried in which order, when, and what ends it (R95).

A plan that is to be played at once is a standing order of the rules. A plan that waits a while is kept here: an answer
that came at once would tell that it was planned.
"""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.utils.crypto import salted_hmac

from games.models import Seat
from games.rules import engine
from games.rules.commands import Bot, Command, Lay, Offer, Order, Pass, PlayCard, PutMiner, Sleep, TakeOver, Trade, Wake
from games.rules.errors import Malformed
from games.rules.events import PublicEvent
from games.rules.notation import parse, write

Planned = Lay | PlayCard | Pass | Trade | PutMiner
"""What can be planned: anything that a turn can be (R13, R32, R70)."""
TURN = "turn"
"""The kind of decision that a plan is for."""
TRIES = 3
"""How many things a plan tries before it discards."""
DELAYS = (0, 10, 60, 240)
"""How long a plan can wait once the turn has begun, about, in minutes."""
_BETWEEN = " | "
_SHORTEST, _SPREAD = 0.7, 0.6
"""A plan waits between 0.7 and 1.3 of what its player chose."""


def of(seat: Seat, order: Order | None) -> tuple[Planned, ...]:
    """What the player of a seat has planned for the next turn: by a standing order, or else what waits in the row."""
    return order.then if order else commands_of(seat)


def commands_of(seat: Seat) -> tuple[Planned, ...]:
    """What the plan of a seat tries, in order. Nothing where it cannot be read any more, because no move may fail
    over another player's plan."""
    try:
        commands = [parse(text) for text in seat.plan.split(_BETWEEN)] if seat.plan else []
    except Malformed:
        return ()
    return tuple(command for command in commands if isinstance(command, Planned))


def text_of(commands: Iterable[Planned]) -> str:
    """A plan as the row keeps it."""
    return _BETWEEN.join(map(write, commands))


def due_at(seat: Seat) -> datetime | None:
    """When the plan of a seat on turn is played: some time after the turn began. A lot moves that time, and it depends
    on nothing secret. None while the seat is not on turn."""
    if seat.awaited_for != TURN or seat.awaited_since is None:
        return None
    about = f"{seat.game_id} {seat.number} {seat.awaited_since.timestamp():.6f}"
    lot = int(salted_hmac("games.planned", about, algorithm="sha256").hexdigest()[:8], 16) / 16**8
    return seat.awaited_since + timedelta(minutes=seat.plan_minutes) * (_SHORTEST + _SPREAD * lot)


def cards_of(command: Planned) -> tuple[str, ...]:
    """The cards of the hand that a command needs."""
    return command.cards if isinstance(command, Pass | Trade) else (command.card,)


def holds_all(hand: Iterable[str], commands: Iterable[Planned]) -> bool:
    """Whether a hand has what each of the commands needs, taken by itself."""
    held = Counter(hand)
    return all(Counter(cards_of(command)) <= held for command in commands)


_OPENS_NOTHING = Sleep | Wake | Bot | TakeOver | Offer


def drop_fallen(seats: Iterable[Seat], before: engine.Game, after: engine.Game, command: Command) -> set[int]:
    """Drop the plans that a command ends, in rows that are not saved. Gives the numbers of their seats.

    A plan ends with its turn, its round, each of its cards, and with the person who made it.
    """
    fallen = set()
    for seat in seats:
        if not seat.plan:
            continue
        has_moved = seat.awaited_for == TURN and not isinstance(command, _OPENS_NOTHING)
        is_given_up = isinstance(command, Bot | TakeOver) and command.seat == seat.number
        is_over = engine.is_over(after.public) or before.public.round != after.public.round
        holds = holds_all(after.seats[seat.number].hand, commands_of(seat))
        if has_moved or is_given_up or is_over or not holds:
            seat.plan, seat.plan_minutes = "", 0
            fallen.add(seat.number)
    return fallen


def to_be_told(before: engine.Game, after: engine.Game, fallen: set[int], events: Iterable[PublicEvent]) -> list[int]:
    """The seats that have a plan no more, or no order for their turn, though they themselves did nothing."""
    fallen = fallen | {own.seat for own in before.seats if own.turn_order and not after.seats[own.seat].turn_order}
    acting = {getattr(event, "seat", None) for event in events}
    return [] if engine.is_over(after.public) else sorted(fallen - acting)
