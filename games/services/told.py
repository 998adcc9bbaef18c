"""What a player wants to be told of one table."""

from accounts.models import User
from games.models import Seat


def choose(*, user: User, game: int, wants: str) -> None:
    """From now on tell somebody this of a table where they sit: a `Wanted`."""
    Seat.objects.filter(game=game, user=user).update(wants=wants)
