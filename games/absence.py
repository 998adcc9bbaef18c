"""What ends when a player is back at a seat that others had begun to do without (R96)."""

from games import clock
from games.models import Ballot, Game, Invitation, Matter, Motion


def is_over(game: Game, seat: int) -> None:
    """Nobody is asked any more what becomes of a seat, and no link leads to it."""
    now = clock.now()
    asked = Motion.objects.filter(game=game, matter=Matter.ABSENT, seat=seat, decided_at=None)
    Ballot.objects.filter(motion__in=asked).delete()
    asked.update(decided_at=now, outcome="none")
    Invitation.objects.filter(game=game, seat=seat, revoked_at=None).update(revoked_at=now)
