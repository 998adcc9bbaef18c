"""What a player is notified of at one table."""

from accounts.models import User
from games.models import Seat


def set_table_notifications(*, user: User, game: int, wants: str) -> None:
    """Set what a player is notified of at a table where they sit: a `Wanted`."""
    Seat.objects.filter(game=game, user=user).update(wants=wants)
