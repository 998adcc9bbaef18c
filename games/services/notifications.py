"""The notification settings of a player for one table."""

from accounts.models import User
from games.models import Seat


def set_table_notifications(*, user: User, game: int, wants: str) -> None:
    """Set the notifications that a player wants of a table where they have a seat: ``wants`` is a `Wanted`."""
    Seat.objects.filter(game=game, user=user).update(wants=wants)
