"""How far players have looked at their tables."""

from django.db.models.functions import Greatest

from games.models import Seat
from saboteur_site import storage


def look(seat: Seat, seq: int, words: int = 0) -> None:
    """Remember up to which command and which word a player has looked, if the database can."""
    if seat.seen_seq < seq or seat.heard < words:
        with storage.if_possible():
            Seat.objects.filter(pk=seat.pk).update(seen_seq=Greatest("seen_seq", seq), heard=Greatest("heard", words))
