"""A plan for a turn in the row of a seat: the commands to try in order, their time, and the end of the plan (R95).

A plan to be played at once is a standing order of the rules. A delayed plan is stored in the row of the seat, because
an immediate answer would reveal that it was planned.
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
"""The commands that can be planned: all commands of a turn (R13, R32, R70)."""
TURN = "turn"
"""The kind of decision that a plan is for."""
TRIES = 3
"""The number of tries of a plan before its discard."""
DELAYS = (0, 10, 60, 240)
"""The approximate delays of a plan after the beginning of the turn, in minutes."""
_BETWEEN = " | "
_SHORTEST, _SPREAD = 0.7, 0.6
"""The actual delay is between 0.7 and 1.3 times the chosen one."""


def of(seat: Seat, order: Order | None) -> tuple[Planned, ...]:
    """Return the plan of a seat for the next turn: its standing order, or else the delayed plan in the row."""
    return order.then if order else commands_of(seat)


def commands_of(seat: Seat) -> tuple[Planned, ...]:
    """Return the commands of a seat's delayed plan, in order. Empty when it cannot be read: another player's plan must
    not make a move fail."""
    try:
        commands = [parse(text) for text in seat.plan.split(_BETWEEN)] if seat.plan else []
    except Malformed:
        return ()
    return tuple(command for command in commands if isinstance(command, Planned))


def text_of(commands: Iterable[Planned]) -> str:
    """Return a plan as it is stored in the row."""
    return _BETWEEN.join(map(write, commands))


def due_at(seat: Seat) -> datetime | None:
    """Return when the plan of a seat on turn is played: after the chosen delay, varied at random. The time depends on
    nothing secret. None while the seat is not on turn."""
    if seat.awaited_for != TURN or seat.awaited_since is None:
        return None
    about = f"{seat.game_id} {seat.number} {seat.awaited_since.timestamp():.6f}"
    lot = int(salted_hmac("games.planned", about, algorithm="sha256").hexdigest()[:8], 16) / 16**8
    return seat.awaited_since + timedelta(minutes=seat.plan_minutes) * (_SHORTEST + _SPREAD * lot)


def cards_of(command: Planned) -> tuple[str, ...]:
    """Return the cards of the hand that a command needs."""
    return command.cards if isinstance(command, Pass | Trade) else (command.card,)


def holds_all(hand: Iterable[str], commands: Iterable[Planned]) -> bool:
    """Whether a hand has the cards for each single command."""
    held = Counter(hand)
    return all(Counter(cards_of(command)) <= held for command in commands)


_OPENS_NOTHING = Sleep | Wake | Bot | TakeOver | Offer


def drop_fallen(seats: Iterable[Seat], before: engine.Game, after: engine.Game, command: Command) -> set[int]:
    """Drop the plans that a command ends, unsaved. Return the numbers of their seats.

    A plan ends with its turn and its round, when one of its cards is lost, and when its player leaves.
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


def seats_to_notify(
    before: engine.Game, after: engine.Game, fallen: set[int], events: Iterable[PublicEvent]
) -> list[int]:
    """Return the seats that lost their plan, or the order for their turn, without an action of their own."""
    fallen = fallen | {own.seat for own in before.seats if own.turn_order and not after.seats[own.seat].turn_order}
    acting = {getattr(event, "seat", None) for event in events}
    return [] if engine.is_over(after.public) else sorted(fallen - acting)
