"""What a viewer may see of the results of others: sums over the tables that both played at.

Guests, bots and deleted accounts have no page, and who hides their results has none for others.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404

from accounts.models import User
from results import counts
from results.counts import Counts
from results.models import Hidden, Together

MOST_LISTED = 50
"""How many of the players that one met most are listed."""
_ON_SHOW = Q(is_active=True, is_bot=False, is_guest=False)


class Seen(NamedTuple):
    """A player as another sees them: their sums over the games of both."""

    person: User
    sums: Counts


class Met(NamedTuple):
    """A player that one has met, None for all bots, with the number of games, and the rounds that they won."""

    person: User | None
    games: int
    rounds: int
    rounds_won: int


def seen(viewer: User, subject: int) -> Seen:
    """Return what a viewer sees of a player, who may be the viewer. One query.

    Http404 for a player that they never met at a counted table, and for one who has no page. The viewer's own page is
    there before their first game.
    """
    row = _rows(viewer).filter(subject=subject).first()
    if row is None or row.subject is None:
        if subject == viewer.pk:
            return Seen(viewer, {})
        raise Http404
    return Seen(row.subject, counts.of(row.sums))


def pair(viewer: User, one: int, other: int) -> tuple[Seen, Seen]:
    """Return what a viewer sees of two players. One query. Http404 if one of them has no page for the viewer, or if
    they never met there."""
    rows = {row.subject_id: row for row in _rows(viewer).filter(subject__in=(one, other))}
    if one == other or len(rows) < 2:
        raise Http404
    first, second = (Seen(rows[key].subject, counts.of(rows[key].sums)) for key in (one, other))  # type: ignore[arg-type]
    if str(other) not in first.sums.get("with", {}):
        raise Http404
    return first, second


def people_named(viewer: User, keys: Collection[int]) -> Mapping[int, User]:
    """Return those of some players that may be named to a viewer, by key. One query."""
    return {user.pk: user for user in on_show(viewer).filter(pk__in=keys)}


def with_pages(viewer: User, keys: Collection[int]) -> set[int]:
    """Return which of some players have a page for a viewer, by key. One query."""
    return set(_rows(viewer).filter(subject__in=keys).values_list("subject", flat=True))


def has_page(viewer: User, column: str = "user") -> Exists:
    """Return the condition that the player in a column has a page for a viewer, for a query of other rows."""
    return Exists(_rows(viewer).filter(subject=OuterRef(column)))


def on_show(viewer: User) -> QuerySet[User]:
    """Return the players whose results others see, and the viewer."""
    hidden = Exists(Hidden.objects.filter(user=OuterRef("pk")))
    return User.objects.filter(_ON_SHOW).filter(~hidden | Q(pk=viewer.pk))


def met(viewer: User) -> list[Met]:
    """Return the players that a viewer has met most, most games first, with all bots as one of them. One query."""
    rows = _rows(viewer, bots=True).exclude(subject=viewer).order_by("-games", "pk")[:MOST_LISTED]
    found = [(row.subject, row.games, counts.of(row.sums).get("all", {})) for row in rows]
    return [Met(who, games, sums.get("rounds", 0), sums.get("rounds_won", 0)) for who, games, sums in found]


def hides(user: User) -> bool:
    """Whether a player hides their results. One query."""
    return Hidden.objects.filter(user=user).exists()


def _rows(viewer: User, *, bots: bool = False) -> QuerySet[Together]:
    hidden = Exists(Hidden.objects.filter(user=OuterRef("subject")))
    on_show = Q(subject__is_active=True, subject__is_bot=False, subject__is_guest=False)
    rows = Together.objects.filter(viewer=viewer).select_related("subject")
    rows = rows.filter(~hidden | Q(subject=viewer))
    return rows.filter(on_show | Q(subject=None)) if bots else rows.filter(on_show)
