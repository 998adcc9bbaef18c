"""Seasons as members of the circle read them, and the last page as everyone reads it who has its link."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet, Subquery, Value
from django.http import Http404

from accounts.models import User
from circles.models import Circle, Season, SeasonPlayer
from circles.models.seasons import FASTEST, LIE, TUNNEL
from games.rules.roles import DIGGERS, SABOTEUR
from results import counts
from results.figures.rates import Rate
from results.models import Hidden
from results.selectors.seen import has_page

PODIUM = 3
"""Places on the podium."""
FEWEST = 3
"""Games that a small honour needs."""


class Standing(NamedTuple):
    """A row of the standing. Without a user it is all bots; ``place`` is shared by equal gold."""

    place: int
    user: User | None
    is_bots: bool
    named: bool
    gold: int
    games: int
    digger: Rate
    saboteur: Rate


class Record(NamedTuple):
    """A record: its kind, its value, and the players who share it; none for one that belongs to the whole table."""

    kind: str
    best: int
    users: tuple[User | None, ...] = ()


class SeasonPage(NamedTuple):
    """A season, its standing with most gold first, its podium and its records. `pages` are the keys of its players who
    have a page for the viewer."""

    season: Season
    rows: tuple[Standing, ...]
    records: tuple[Record, ...]
    mine: Standing | None
    pages: frozenset[int]

    @property
    def named(self) -> frozenset[int]:
        """The keys of the players who agreed to be named on the page that is shared."""
        return frozenset(row.user.pk for row in self.rows if row.named and row.user)

    @property
    def podium(self) -> tuple[Standing, ...]:
        """Return the players on the podium; more than three if places are shared."""
        return tuple(row for row in self.rows if row.place <= PODIUM and row.gold > 0 and not row.is_bots)


def seasons_of(circle: Circle) -> QuerySet[Season]:
    """Return the seasons of a circle, the latest first. One query."""
    return Season.objects.filter(circle=circle).order_by("-begins", "-pk")


def season_of(circle: Circle, key: int) -> Season:
    """Return a season of a circle; Http404 if it is none of its. One query."""
    found = Season.objects.filter(circle=circle, pk=key).first()
    if found is None:
        raise Http404
    return found


def shared(token: str) -> Season:
    """Return the season that is shared by a link; Http404 without one. One query."""
    found = Season.objects.select_related("circle").filter(shared=token).exclude(shared="").first()
    if found is None:
        raise Http404
    return found


def page(season: Season, viewer: User | None) -> SeasonPage:
    """Return the page of a season. One query.

    Guests are left out until they have an account, and hidden players for all but themselves. A player without a name
    is one whose account was deleted.
    """
    return _page(season, list(_players(viewer).filter(season=season)), viewer)


def now(circle: Circle, today: date, viewer: User) -> SeasonPage | None:
    """Return the page of the season that a day belongs to; None without such a season, and before its first game. Of
    several it is the one that began last. One query."""
    seasons = Season.objects.filter(circle=circle, begins__lte=today, ends__gte=today).order_by("-begins", "-pk")
    of_one = _players(viewer).filter(season=Subquery(seasons.values("pk")[:1]))
    players = list(of_one.select_related("season", "user"))
    found = _page(players[0].season, players, viewer) if players else None
    return found if found and found.rows else None


def _players(viewer: User | None) -> QuerySet[Any]:
    """Return the players of seasons, each with whether they hide their results, and have a page for the viewer."""
    hides = Exists(Hidden.objects.filter(user=OuterRef("user")))
    pages = has_page(viewer) if viewer else Value(value=False)
    return SeasonPlayer.objects.select_related("user").annotate(hides=hides, has_page=pages).order_by("pk")


def _page(season: Season, players: Sequence[Any], viewer: User | None) -> SeasonPage:
    hidden = {one.user_id for one in players if one.hides} - {viewer.pk if viewer else None}
    known = [one for one in players if one.user_id not in hidden and not (one.user and one.user.is_guest)]
    sums = {one.user_id: counts.of(one.sums) for one in known}
    named = {one.user_id: one.named for one in known}
    users = {one.user_id: one.user for one in known}
    gold = sorted((sums[key].get("gold", 0) for key in sums if key), reverse=True)
    rows = [
        _row(users[key], is_bots=key is None, named=named[key], sums=sums[key], gold=gold) for key in sums if sums[key]
    ]
    rows.sort(key=lambda row: (row.is_bots, row.place, row.user.username.lower() if row.user else ""))
    found = (*_of_rounds(season, users), *_of_players(sums, users))
    mine = next((row for row in rows if viewer and row.user == viewer), None)
    pages = frozenset(one.user_id for one in players if one.has_page)
    return SeasonPage(season, tuple(rows), found, mine, pages)


def _row(user: User | None, *, is_bots: bool, named: bool, sums: Mapping[str, Any], gold: list[int]) -> Standing:
    mine = sums.get("gold", 0)
    place = 1 + sum(other > mine for other in gold)
    roles = sums.get("role", {})
    person = None if user is None or user.is_gone else user
    return Standing(
        place, person, is_bots, named, mine, sums.get("games", 0), _rate(roles, DIGGERS), _rate(roles, {SABOTEUR})
    )


def _rate(roles: Mapping[str, Any], those: Collection[str]) -> Rate:
    found = [roles.get(role, {}) for role in those]
    return Rate(sum(one.get("won", 0) for one in found), sum(one.get("n", 0) for one in found))


def _of_rounds(season: Season, users: Mapping[int | None, User | None]) -> list[Record]:
    """Return the records of rounds. Those of players who are not shown are left out."""
    stored, found = counts.of(season.records), list[Record]()
    for kind in (LIE, TUNNEL, FASTEST):
        if kind not in stored:
            continue
        keys = list(dict.fromkeys(where[2] for where in stored[kind]["where"] if len(where) > 2))
        shown = tuple(users[key] for key in keys if key in users)
        if kind == TUNNEL or shown:
            found.append(Record(kind, stored[kind]["best"], tuple(None if _is_gone(user) else user for user in shown)))
    return found


def _of_players(sums: Mapping[int | None, Mapping[str, Any]], users: Mapping[int | None, User | None]) -> list[Record]:
    """Return who was mended most, and whose maps showed stone most often. Both need three games and a lead."""
    found = []
    for kind, name in (("mended", "was_mended"), ("maps", "maps_stone")):
        order = sorted(
            ((one.get(name, 0), key) for key, one in sums.items() if key and one.get("games", 0) >= FEWEST),
            reverse=True,
        )
        if order and order[0][0] and (len(order) < 2 or order[1][0] < order[0][0]):
            user = users[order[0][1]]
            if not _is_gone(user):
                found.append(Record(kind, order[0][0], (user,)))
    return found


def _is_gone(user: User | None) -> bool:
    return user is None or user.is_gone
