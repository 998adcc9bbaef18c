"""What others see of finished games: how many players agree to share the replay, the names on the
picture, and the game of a URL."""

from typing import NamedTuple

from django.http import Http404

from games.models import Game, Seat, Status
from games.rows import archived
from games.rows.sharing import enough, game_of_picture
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
    asked = Seat.objects.filter(game=place.game, user__is_bot=False, user__owner=None, user__is_active=True).order_by()
    said = list(asked.values_list("shares", flat=True))
    return Agreed(sum(said), len(said), place.seat.shares)


def shared_at(token: str) -> Place:
    """Return the finished game of a secret URL, as a spectator sees it. Two queries. Raise Http404 when there is none,
    or when those who agree are no longer more than half, because one of them has left the site."""
    game = Game.objects.filter(shared=token, status=Status.OVER).first() if token else None
    if game is None or not enough(Seat.objects.filter(game=game).select_related("user").order_by()):
        raise Http404
    archived.at_hand(game)
    return Place(game, None)


class NamedPlayers(NamedTuple):
    """Names on the picture of a finished game, by seat: "" for players who did not agree. Bots are named if any
    player is. `title` is the name of the table if its host is named, because it is the host's text. `people` are the
    players who agreed, bots not among them; `all` says whether all players did."""

    names: tuple[str, ...]
    title: str
    people: tuple[str, ...]
    all: bool


def named_at(game: Game) -> NamedPlayers:
    """Return the names on the picture of a finished game. Players who left the site are not named. One query."""
    rows = Seat.objects.filter(game=game).order_by("number")
    found = list(rows.values_list("user__username", "named", "user__is_bot", "user__is_active", "user_id"))
    people = tuple(name for name, named, bot, active, _user in found if named and active and not bot)
    names = tuple(name if people and (bot or (named and active)) else "" for name, named, bot, active, _user in found)
    host = any(user == game.host_id and named and active for _name, named, _bot, active, user in found)
    return NamedPlayers(names, game.name if host else "", people, all(names))


def pictured_at(token: str) -> Game:
    """Return the finished game of a picture's address. One query. Raise Http404 when there is none."""
    pk = game_of_picture(token)
    game = Game.objects.filter(pk=pk, status=Status.OVER).first() if pk else None
    if game is None:
        raise Http404
    return game


def replay_of(game: Game) -> str:
    """Return the secret part of the URL of a game's replay; "" if most players do not agree to it. One query."""
    shared = game.shared and enough(Seat.objects.filter(game=game).select_related("user").order_by())
    return game.shared if shared else ""
