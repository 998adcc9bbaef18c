"""How far players have looked at their tables."""

from games.models import Seat
from saboteur_site import statements, storage


def look(seat: Seat, seq: int, words: int = 0) -> None:
    """Remember up to which command and which word a player has looked, if the database can."""
    if seat.seen_seq < seq or seat.heard < words:
        with storage.if_possible():
            statements.raise_to(Seat, seat.pk, seen_seq=seq, heard=words)
