"""Players who do not come, and what ends when one is back at a seat that others had begun to do without (R96)."""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q

from games import clock
from games.models import Ballot, Game, Invitation, Matter, Motion, Seat
from games.sheets.motions import VoteChoice

NO_CLOCK_WAITS = timedelta(days=3)
"""For how long a seat has to be awaited where no clock runs before its player counts as away."""


def is_away(game: Game, resting: str, since: datetime | None, due: datetime | None, now: datetime) -> bool:
    """Whether the player of a seat is away, as all may see it: it rests, or is awaited beyond its deadline ``due``.

    ``since`` is since when it is awaited; in a pause no seat is late.
    """
    if resting or since is None or game.paused_until:
        return bool(resting)
    return due <= now if due else now - since >= NO_CLOCK_WAITS


def has_come(resting: str, since: datetime | None, opened: datetime) -> bool:
    """Whether the player of a seat has moved since the others were asked about it: it is awaited again since then."""
    return not resting and since is not None and since > opened


def is_still_asked_about(now: datetime, long_ago: datetime) -> Q:
    """Whether a motion still asks something, in a query on motions: it is about no seat, or about one whose player
    `is_away` and not `has_come`. ``long_ago`` is `NO_CLOCK_WAITS` before ``now``."""
    late = Q(due_at__lte=now) | Q(due_at=None, awaited_since__lte=long_ago)
    waits = Q(game__paused_until=None, awaited_since__lte=OuterRef("opened_at"))
    seats = Seat.objects.filter(~Q(resting="") | late & waits, game=OuterRef("game"), number=OuterRef("seat"))
    return Q(seat=None) | Q(Exists(seats))


def is_over(game: Game, seat: int) -> None:
    """There is no open question about a seat, and no link leads to it."""
    now = clock.now()
    asked = Motion.objects.filter(game=game, matter=Matter.ABSENT, seat=seat, decided_at=None)
    Ballot.objects.filter(motion__in=asked).delete()
    asked.update(decided_at=now, outcome=VoteChoice.NONE)
    Invitation.objects.filter(game=game, seat=seat, revoked_at=None).update(revoked_at=now)
