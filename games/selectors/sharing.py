"""Finished games that their players have shared: who agrees, and which game an address is of."""

from typing import NamedTuple

from django.http import Http404

from games.models import Game, Seat, Status
from games.rows.sharing import enough
from games.selectors.table import Place


class Agreed(NamedTuple):
    """How many of the people of a game agree that others look at it, how many there are, and whether I do."""

    agree: int
    of: int
    mine: bool

    @property
    def is_most(self) -> bool:
        """Whether they are more than half: else the game has no address, whatever it had before a player left."""
        return 2 * self.agree > self.of


def agreed_at(place: Place) -> Agreed | None:
    """How far the people of a finished game agree; None for users without a seat there. One statement."""
    if place.seat is None:
        return None
    asked = Seat.objects.filter(game=place.game, user__is_bot=False, user__is_active=True).order_by()
    said = list(asked.values_list("shares", flat=True))
    return Agreed(sum(said), len(said), place.seat.shares)


def shared_at(token: str) -> Place:
    """The finished game of a secret address, as a spectator sees it; Http404 when there is none, and
    when those who agree are most of its people no more, because one of them has left the site. Two statements."""
    game = Game.objects.filter(shared=token, status=Status.OVER).first() if token else None
    if game is None or not enough(Seat.objects.filter(game=game).select_related("user").order_by()):
        raise Http404
    return Place(game, None)
