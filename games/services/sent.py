"""The commands that a seat has sent before, to recognize repeated and late ones."""

from games.models import Deal, Game, PrivateAct, Seat
from games.rules.commands import SeatCommand
from games.rules.notation import letter, write_line


def round_was_dealt(game: Game, *, since: int) -> bool:
    """Whether another round was dealt after the command ``since``."""
    return Deal.objects.filter(game=game, seq__gt=since).exists()


def was_said(game: Game, seat: Seat, seq: int, command: SeatCommand) -> bool:
    """Whether a seat has already sent this secret command in this state of the table: window answers have no key."""
    said = PrivateAct.objects.filter(game=game, seat=seat.number, seq=seq)
    return said.filter(command=write_line(seat.number, command)).exists()


def last_order(seat: Seat, *, since: int) -> str | None:
    """Return the last order that a seat gave in this state of the table or later; it may have been used already."""
    orders = PrivateAct.objects.filter(game=seat.game_id, seat=seat.number, seq__gte=since)
    orders = orders.filter(command__startswith=f"{letter(seat.number)} order ")
    return orders.values_list("command", flat=True).last()
