"""The open motions of a table for one of its players, with their own ballot.

Ballots of others are not read. Motions and players are read in one statement.
"""

from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.db.models import FilteredRelation, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from games import clock
from games.models import Ballot, Game, Invitation, Seat
from games.selectors.table import PEOPLE_COLUMNS, Person, person_of, seats_at
from saboteur_site.database.statements import Prepared


class OpenMotion(NamedTuple):
    """An open motion; `mine` is the ballot of the viewing seat, "" before it has voted."""

    pk: int
    matter: str
    seat: int | None
    by: int | None
    days: int
    pace: str
    closes_at: datetime
    mine: str = ""


class FreeSeat(NamedTuple):
    """A seat that a new player may take, and the token of its link."""

    seat: int
    token: str


class OpenMotions(NamedTuple):
    """The players of a table by seat, its open motions, and the seats that are free for a new player."""

    people: list[Person]
    questions: list[OpenMotion]
    free: list[FreeSeat]


def open_motions_at(game: Game, seat: int) -> OpenMotions:
    """Return the players of a running table with its open motions and links, for a player there. One query."""
    found = _OPEN(game.pk, seat, clock.now())
    first = len(found[0]) - len(PEOPLE_COLUMNS)
    return OpenMotions(
        people=[person_of(game, row) for row in {row[first]: row[first:] for row in found}.values()],
        questions=list({row[1]: OpenMotion(*row[1:first]) for row in found if row[1] is not None}.values()),
        free=list({row[first]: FreeSeat(row[first], row[0]) for row in found if row[0] is not None}.values()),
    )


def _open(game: int, seat: int, now: datetime) -> QuerySet[Seat, Any]:
    links = Invitation.objects.filter(game=OuterRef("game"), seat=OuterRef("number"), revoked_at=None)
    ballots = Ballot.objects.filter(motion=OuterRef("asked__pk"), seat=seat)
    return (
        seats_at(game)
        .annotate(asked=FilteredRelation("game__motions", condition=Q(game__motions__decided_at=None)))
        .annotate(link=Subquery(links.filter(expires_at__gt=now).values("token")[:1]))
        .annotate(mine=Coalesce(Subquery(ballots.values("choice")), Value("")))
        .order_by("number", "asked__pk")
        .values_list(
            *(
                "link",
                "asked__pk",
                "asked__matter",
                "asked__seat",
                "asked__by",
                "asked__days",
                "asked__pace",
                "asked__closes_at",
            ),
            *("mine", *PEOPLE_COLUMNS),
        )
    )


_OPEN = Prepared(_open, -1, 9999, datetime(2000, 1, 1, tzinfo=UTC))
