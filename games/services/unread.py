"""Which moves and chat messages of a table its players have seen."""

from django.db.models.functions import Greatest

from games.models import Seat
from games.rows import pulse
from saboteur_site.database import statements, storage


def mark_seen(seat: Seat, seq: int, words: int = 0) -> None:
    """Store the number of the last move and chat message that a player has seen, if the database can."""
    if seat.seen_seq < seq or seat.heard < words:
        with storage.if_possible():
            statements.raise_to(Seat, seat.pk, seen_seq=seq, heard=words)


def report(token: str, seq: int, words: int) -> None:
    """Mark as seen for the player whose seat has this token. Their page reports it after user input. Numbers that the
    table has not reached yet are ignored."""
    holder = pulse.holder_of(token)
    if holder is None:
        return
    game, seat, user = holder
    mine = Seat.objects.filter(game=game, number=seat, user=user, game__seq__gte=seq, game__words__gte=words)
    with storage.if_possible():
        mine.update(seen_seq=Greatest("seen_seq", seq), heard=Greatest("heard", words))
