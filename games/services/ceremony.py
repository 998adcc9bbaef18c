"""Which deals and ends of rounds a player has been shown. This is private to the player: no lock, no version, no
clock."""

from games.models import Seat, Status
from games.rows import store


def shown(seat: Seat, number: int) -> None:
    """Store that the player of a seat, loaded with its game, was shown the end of a round and of earlier ones. Rounds
    that are not over are ignored. One query."""
    if seat.game.status not in (Status.RUNNING, Status.OVER):
        return
    over = len(store.public(seat.game).results)
    rows = Seat.objects.filter(pk=seat.pk, user=seat.user_id, seen_round__lt=min(number, over))
    rows.update(seen_round=min(number, over))


def deal_shown(seat: Seat, number: int) -> None:
    """Store that the player of a seat, loaded with its game, was shown the deal of a round and of earlier ones. Rounds
    that were not dealt yet are ignored. One query."""
    if seat.game.status != Status.RUNNING:
        return
    dealt = min(number, store.public(seat.game).round)
    Seat.objects.filter(pk=seat.pk, user=seat.user_id, seen_deal__lt=dealt).update(seen_deal=dealt)
