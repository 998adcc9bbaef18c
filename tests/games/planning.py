"""Tables at which turns are planned, in the notation of records."""

from datetime import timedelta
from typing import Any

from games.clocks import planned
from games.clocks.planned import Planned
from games.models import Game, Whisper
from games.rules import codec
from games.rules.announcements import PlanDropped
from games.rules.notation import parse
from games.services import plans
from tests.games import tables
from tests.games.clocks import tick

MINUTE = timedelta(minutes=1)
HANDS = {"A": ["EW", "NS", "map"], "B": ["EW", "NS", "rockfall"], "C": ["map", "NESW"]}


def table(**parts: Any) -> Game:
    """Ann is on turn, then Bo, then Cy; it ticks."""
    game = tables.in_position(3, first="A", **{"hands": HANDS, **parts})
    Game.objects.filter(pk=game.pk).update(bank_hours=72, turn_hours=12)
    tick()
    return game


def plan(game: Game, name: str, *texts: str, minutes: int = 0) -> None:
    """Store a plan, given in the notation of records."""
    user = tables.seat_of(game, name).user
    for text in texts:
        command = parse(text)
        assert isinstance(command, Planned)
        plans.add(code=game.code, user=user, command=command)
    if minutes:
        plans.put_off(code=game.code, user=user, minutes=minutes)


def planned_by(game: Game, name: str) -> list[str]:
    """A player's plan, in order."""
    seat = tables.seat_of(game, name)
    return planned.text_of(planned.of(seat, tables.loaded(game).state.seats[seat.number].turn_order)).split(" | ")


def dropped(game: Game, name: str) -> int:
    """How often a player was told that their plan was dropped."""
    rows = Whisper.objects.filter(game=game, seat=tables.seat_of(game, name).number).values_list("event", flat=True)
    return sum(codec.decode_whisper(row) == PlanDropped() for row in rows)


def laid(game: Game) -> dict[str, str]:
    """The tunnels in the mine."""
    return {at: card for at, card in tables.loaded(game).state.public.mine.items() if at != "0,0"}
