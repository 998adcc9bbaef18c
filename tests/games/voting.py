"""Votes at a table, in few words."""

from games.models import Game, Matter, Motion
from games.services import motions
from tests.games import tables


def ask(game: Game, name: str, matter: str, *, days: int = 0, about: int | None = None, pace: str = "") -> None:
    """Open a motion as a player."""
    user = tables.seat_of(game, name).user
    motions.ask(user=user, code=game.code, matter=matter, days=days, about=about, pace=pace)


def vote(game: Game, name: str, choice: str, matter: str = Matter.PAUSE) -> None:
    """Cast a player's ballot in the last vote about a matter."""
    motion = Motion.objects.filter(game=game, matter=matter).latest("pk")
    motions.vote(user=tables.seat_of(game, name).user, code=game.code, motion=motion.pk, choice=choice)


def outcome(game: Game, matter: str = Matter.PAUSE) -> str:
    """What became of the last vote about a matter; "" while it is open."""
    return Motion.objects.filter(game=game, matter=matter).latest("pk").outcome
