"""Whether a finished game may be looked at by others."""

from collections.abc import Iterable

from games.models import Seat


def enough(seats: Iterable[Seat]) -> bool:
    """Whether more than half of the people agree; bots and people who have left the site are not asked. Each seat is
    read with its person."""
    asked = [seat for seat in seats if not seat.user.is_bot and seat.user.is_active]
    return 2 * sum(seat.shares for seat in asked) > len(asked)
