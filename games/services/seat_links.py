"""Links to a seat of a running game that a new player may take: one for a seat at most (R96)."""

from datetime import datetime

from games.models import Game, Invitation, Seat
from games.rows import store
from games.services.lobby import LINK_LIVES


def make(loaded: store.Loaded, seat: Seat, now: datetime) -> None:
    """Create the only link to the seat, in the name of the host, or of the player with the longest-held seat if the
    host is away."""
    close(loaded.game, seat, now)
    people = [other for other in loaded.seats if other.user.is_person and other != seat]
    by = min(people, key=lambda other: (other.user_id != loaded.game.host_id, other.joined_at, other.number))
    Invitation.objects.create(
        game=loaded.game, by=by.user, seat=seat.number, created_at=now, expires_at=now + LINK_LIVES
    )


def close(game: Game, seat: Seat, now: datetime) -> None:
    """Revoke the link to the seat."""
    Invitation.objects.filter(game=game, seat=seat.number, revoked_at=None).update(revoked_at=now)
