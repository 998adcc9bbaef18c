"""What one seat may know (R94), built up from nothing: the public table and its own secret go in, nothing else can."""

from msgspec import Struct

from games.rules.agenda import Ask
from games.rules.commands import Command
from games.rules.engine import Public, awaited, legal, passes
from games.rules.state import SeatSecret


class PlayerView(Struct, frozen=True):
    """The game as one seat sees it; ``own`` and ``menu`` are empty for somebody who only watches.

    ``menu`` are all legal commands of this seat now, passes included.
    """

    public: Public
    own: SeatSecret | None
    asks: tuple[Ask, ...]
    menu: tuple[Command, ...] = ()

    @property
    def seat(self) -> int | None:
        """Whose view it is."""
        return self.own.seat if self.own else None

    @property
    def my_decision(self) -> str:
        """The kind of decision this seat is awaited for, "" for none (R90)."""
        return next((ask.kind for ask in self.asks if ask.seat == self.seat), "")


def view(public: Public, own: SeatSecret | None) -> PlayerView:
    """What a seat may know; with ``own`` None what everybody may."""
    if own is None:
        return PlayerView(public=public, own=None, asks=awaited(public))
    return PlayerView(public=public, own=own, asks=awaited(public), menu=legal(public, own) + passes(public, own))
