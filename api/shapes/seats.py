"""Seats as letters, and other small types."""

from datetime import datetime
from typing import Annotated

from msgspec import Meta

from games.rules.notation import letter, seat_of

Seat = Annotated[str, Meta(pattern="^[A-L]$", description="A seat: letters from A clockwise.")]
Square = Annotated[
    str,
    Meta(pattern="^-?[0-9]{1,3},-?[0-9]{1,3}$", description="A square `x,y`; the start is `0,0`, goals lie at x = 8."),
]
Moment = Annotated[datetime, Meta(tz=True)]
Card = Annotated[str, Meta(pattern="^[A-Za-z0-9.:+-]{1,40}$", description="A card, as docs/notation.md names it.")]


def letter_of(seat: int | None) -> str | None:
    """Return the letter of a seat; None for none."""
    return None if seat is None else letter(seat)


def number_of(seat: str | None) -> int | None:
    """Return the number of a seat; None for none. Malformed if there is no such letter."""
    return None if seat is None else seat_of(seat)
