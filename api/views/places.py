"""Tables that a player may see, as the pages of the site decide."""

from django.http import Http404

from accounts.models import User
from games.models import Status
from games.selectors import lobby as lobby_selectors
from games.selectors import table as table_selectors
from games.selectors.table import Place
from games.services import lobby

BEGUN = (Status.RUNNING, Status.OVER)


def place_at(code: str, user: User) -> Place:
    """Return a table with the player's seat. Http404 if the player may not see it."""
    place = table_selectors.place_at(code, user)
    if place.seat is not None or place.game.status in BEGUN:
        return place
    game = lobby_selectors.table(code, user).game
    if game.status != Status.OPEN or not lobby.may_join(user=user, game=game):
        raise Http404
    return place


def begun_at(code: str, user: User) -> Place:
    """Return the same for a game that has begun; Http404 before it begins."""
    place = place_at(code, user)
    if place.game.status not in BEGUN:
        raise Http404
    return place
