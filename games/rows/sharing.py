"""Whether a finished game is open to other users."""

from collections.abc import Iterable

from games.models import Seat


def enough(seats: Iterable[Seat]) -> bool:
    """Whether more than half of the players agree; bots and deleted accounts do not count. Each seat is read with its
    user."""
    asked = [seat for seat in seats if not seat.user.is_bot and seat.user.is_active]
    return 2 * sum(seat.shares for seat in asked) > len(asked)
