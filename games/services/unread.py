"""How far players have looked at their tables."""

from django.db.models.functions import Greatest

from games.models import Seat
from games.rows import pulse
from saboteur_site.database import statements, storage


def mark_seen(seat: Seat, seq: int, words: int = 0) -> None:
    """Remember up to which command and which word a player has looked, if the database can."""
    if seat.seen_seq < seq or seat.heard < words:
        with storage.if_possible():
            statements.raise_to(Seat, seat.pk, seen_seq=seq, heard=words)


def report(token: str, seq: int, words: int) -> None:
    """Remember the same of the player of a seat, by its token, as their page reports it after user input, if the
    database can. A command or a word that the table does not have yet does not count."""
    holder = pulse.holder_of(token)
    if holder is None:
        return
    game, seat, user = holder
    mine = Seat.objects.filter(game=game, number=seat, user=user, game__seq__gte=seq, game__words__gte=words)
    with storage.if_possible():
        mine.update(seen_seq=Greatest("seen_seq", seq), heard=Greatest("heard", words))
