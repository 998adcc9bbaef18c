"""The view of one seat (R94), built from the public state and its own secret only."""

from msgspec import Struct
from msgspec.structs import replace

from games.rules.commands import Command
from games.rules.engine import Public, awaited, legal, passes
from games.rules.state import SeatSecret
from games.rules.task import Ask
from games.rules.turn import Onward, Turn


class PlayerView(Struct, frozen=True):
    """The game as one seat sees it; ``own`` and ``menu`` are empty for a spectator.

    ``menu`` are all legal commands of this seat now, passes included.
    """

    public: Public
    own: SeatSecret | None
    asks: tuple[Ask, ...]
    menu: tuple[Command, ...] = ()

    @property
    def seat(self) -> int | None:
        """Return the seat of the view."""
        return self.own.seat if self.own else None

    @property
    def my_decision(self) -> str:
        """The kind of decision this seat is awaited for, "" for none (R90)."""
        return next((ask.kind for ask in self.asks if ask.seat == self.seat), "")


def view(public: Public, own: SeatSecret | None) -> PlayerView:
    """Return the view of a seat; that of a spectator if ``own`` is None."""
    if own is None:
        return PlayerView(public=public, own=None, asks=awaited(public))
    return PlayerView(public=public, own=own, asks=awaited(public), menu=legal(public, own) + passes(public, own))


def next_turn_of(seen: PlayerView) -> PlayerView | None:
    """Return the view as if it were this seat's turn now, for a plan; None if no plan is possible (R95).

    The moves of others before that turn are unknown, so the mine is as it is now.
    """
    own, public = seen.own, seen.public
    is_on = any(isinstance(task, Turn | Onward) for task in public.agenda)
    if own is None or not own.hand or not is_on or seen.my_decision not in ("", "veto"):
        return None
    return view(replace(public, agenda=(Turn(seat=own.seat),)), replace(own, answered=False))
