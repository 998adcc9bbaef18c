"""What others may see of a finished game: its picture at a signed address, and its replay if most players agree."""

from collections.abc import Iterable

from django.core import signing

from games.models import Seat

_SALT = "games.picture"


def enough(seats: Iterable[Seat]) -> bool:
    """Whether more than half of the players agree; bots and deleted accounts do not count. Each seat is read with its
    user."""
    asked = [seat for seat in seats if seat.user.is_person and seat.user.is_active]
    return 2 * sum(seat.shares for seat in asked) > len(asked)


def picture_token(game_id: int) -> str:
    """Return the signed part of the address of a game's picture. It is not stored, and it is always the same."""
    return signing.Signer(salt=_SALT).sign_object(game_id)


def game_of_picture(token: str) -> int | None:
    """Return the id of the game of a picture's address; None when it is forged."""
    try:
        game_id = signing.Signer(salt=_SALT).unsign_object(token)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return game_id if isinstance(game_id, int) else None
