"""Finished games that their players have shared: how many agree, and the game of a URL."""

from typing import NamedTuple

from django.http import Http404

from games.models import Game, Seat, Status
from games.rows.sharing import enough
from games.selectors.table import Place


class Agreed(NamedTuple):
    """How many players of a game agree to share it, how many players there are, and whether the viewer agrees."""

    agree: int
    of: int
    mine: bool

    @property
    def is_most(self) -> bool:
        """Whether more than half agree. Otherwise the game has no URL, even if it had one before a player left the
        site."""
        return 2 * self.agree > self.of


def agreed_at(place: Place) -> Agreed | None:
    """Return the consent of a finished game's players; None for users without a seat there. One query."""
    if place.seat is None:
        return None
    asked = Seat.objects.filter(game=place.game, user__is_bot=False, user__is_active=True).order_by()
    said = list(asked.values_list("shares", flat=True))
    return Agreed(sum(said), len(said), place.seat.shares)


def shared_at(token: str) -> Place:
    """Return the finished game of a secret URL, as a spectator sees it. Two queries. Raise Http404 when there is none,
    or when those who agree are no longer more than half, because one of them has left the site."""
    game = Game.objects.filter(shared=token, status=Status.OVER).first() if token else None
    if game is None or not enough(Seat.objects.filter(game=game).select_related("user").order_by()):
        raise Http404
    return Place(game, None)
