"""Absent players, and the votes about their seats, which end when they return (R96)."""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q

from games import clock
from games.models import Ballot, Game, Invitation, Matter, Motion, Seat
from games.sheets.motions import VoteChoice

NO_CLOCK_WAITS = timedelta(days=3)
"""Without a clock, a player counts as away once their seat has been awaited for this long."""


def is_away(game: Game, resting: str, since: datetime | None, due: datetime | None, now: datetime) -> bool:
    """Whether the player of a seat is publicly away: the seat rests, or it is awaited beyond its deadline ``due``.

    ``since`` is the time from which it has been awaited. During a pause no seat is late.
    """
    if resting or since is None or game.paused_until:
        return bool(resting)
    return due <= now if due else now - since >= NO_CLOCK_WAITS


def has_returned(resting: str, since: datetime | None, opened: datetime) -> bool:
    """Whether the player of a seat has moved since a motion about it was opened: the seat was awaited again later."""
    return not resting and since is not None and since > opened


def is_still_asked_about(now: datetime, long_ago: datetime) -> Q:
    """Return the filter for motions that still matter: about no seat, or about one whose player `is_away` and not
    `has_returned`. ``long_ago`` is `NO_CLOCK_WAITS` before ``now``."""
    late = Q(due_at__lte=now) | Q(due_at=None, awaited_since__lte=long_ago)
    waits = Q(game__paused_until=None, awaited_since__lte=OuterRef("opened_at"))
    seats = Seat.objects.filter(~Q(resting="") | late & waits, game=OuterRef("game"), number=OuterRef("seat"))
    return Q(seat=None) | Q(Exists(seats))


def close_motions(game: Game, seat: int) -> None:
    """Close the open motions about a seat, and revoke the links to it."""
    now = clock.now()
    motions = Motion.objects.filter(game=game, matter=Matter.ABSENT, seat=seat, decided_at=None)
    Ballot.objects.filter(motion__in=motions).delete()
    motions.update(decided_at=now, outcome=VoteChoice.NONE)
    Invitation.objects.filter(game=game, seat=seat, revoked_at=None).update(revoked_at=now)
