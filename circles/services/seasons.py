"""The seasons of a circle, and their sums: a game is added when its results are written."""

import logging
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.http import Http404
from django.utils.translation import gettext as _

from accounts.models import User
from circles.models import Circle, CircleTable, Season, SeasonPlayer
from circles.models.seasons import FASTEST, LIE, TUNNEL, season_token
from circles.selectors.circles import hosted_by, membership
from results import counts, rows
from results.counts import Counts
from results.models import CountedGame
from results.services.recording import alone
from results.sums import Results, totals_of
from saboteur_site.web.declined import DeclinedError

log = logging.getLogger(__name__)

MOST_SEASONS = 100
"""Seasons of a circle."""
AT_ONCE = 100
"""A new season of as many games is summed at once; a larger one is left to a worker."""
MOST_TIED = 5
"""Places that a record names, if several reached it."""


@transaction.atomic
def make(*, host: User, code: str, name: str, begins: date, ends: date) -> Season:
    """Create a season of a circle. PermissionDenied for its members, Http404 for others; DeclinedError for too many."""
    circle = Circle.objects.select_for_update().get(pk=hosted_by(code, host).circle.pk)
    if Season.objects.filter(circle=circle).count() >= MOST_SEASONS:
        raise DeclinedError(_("This circle has a lot of seasons. It can’t have more."))
    season = Season.objects.create(circle=circle, name=name, begins=begins, ends=ends)
    _sum_soon(season)
    return season


@transaction.atomic
def change(*, host: User, code: str, season: int, name: str, begins: date, ends: date) -> None:
    """Change name and days of a season; its games are summed again. Raises as `make`, Http404 too for no season."""
    alone()  # before the row of the season, as where a game is counted
    row = _locked(host, code, season)
    row.name, row.begins, row.ends = name, begins, ends
    row.save(update_fields=["name", "begins", "ends"])
    _sum_soon(row)


@transaction.atomic
def share(*, host: User, code: str, season: int, shared: bool) -> None:
    """Make a link to the last page of a season, or switch it off. Raises as `change`."""
    row = _locked(host, code, season)
    if bool(row.shared) != shared:
        row.shared = season_token() if shared else ""
        row.save(update_fields=["shared"])


@transaction.atomic
def name_me(*, user: User, code: str, season: int, named: bool) -> None:
    """Set whether a player is named on the last page that is shared. Http404 without a row in that season."""
    found = membership(code, user)
    if not SeasonPlayer.objects.filter(season=season, season__circle=found.circle, user=user).update(named=named):
        raise Http404


def _locked(host: User, code: str, season: int) -> Season:
    row = Season.objects.select_for_update().filter(circle=hosted_by(code, host).circle, pk=season).first()
    if row is None:
        raise Http404
    return row


# -- sums


def _sum_soon(season: Season) -> None:
    if _games_of(season).count() <= AT_ONCE:
        sum_up(season.pk)
    else:
        Season.objects.filter(pk=season.pk).update(stale=True)


def _games_of(season: Season) -> Any:
    days = (season.begins, season.ends)
    return CountedGame.objects.filter(game__circle_table__circle=season.circle_id, day__range=days).order_by("pk")


def game_counted(*, game: int, results: Results | None, former: Results | None, **_signal: Any) -> None:
    """Add the results of a game to the seasons of its circle. After a recount their games are summed again by a
    worker."""
    table = CircleTable.objects.filter(game=game).first()
    known = results or former
    if table is None or known is None:
        return
    seasons = Season.objects.filter(circle=table.circle_id, begins__lte=known.day, ends__gte=known.day)
    if former is not None or results is None:
        seasons.update(stale=True)
        return
    same_day = CountedGame.objects.filter(game__circle_table__circle=table.circle_id, day=results.day)
    is_new_day = not same_day.exclude(pk=game).exists()
    for season in seasons.filter(stale=False).select_for_update():
        _write(season, *_summed([results], counts.of(season.records)), more=(1, int(is_new_day)))


def chores_due(**_signal: Any) -> None:
    """Sum the games of seasons again that need it, a few with each sweep."""
    for key in Season.objects.filter(stale=True).order_by("pk").values_list("pk", flat=True)[:5]:
        try:
            sum_up(key)
        except Exception:
            log.exception("season %s cannot be summed", key)


def all_counted(**_signal: Any) -> None:
    """Have all seasons summed again."""
    Season.objects.update(stale=True)


@transaction.atomic
def sum_up(key: int) -> None:
    """Sum the games of a season from their results. Idempotent."""
    alone()
    season = Season.objects.select_for_update().get(pk=key)
    keys = list(_games_of(season).values_list("pk", flat=True))
    results = [one for at in range(0, len(keys), rows.BATCH) for one in rows.read(keys[at : at + rows.BATCH])]
    season.players.update(sums="{}")
    season.games = season.evenings = 0
    season.stale = False
    _write(season, *_summed(results, {}), more=(len(results), len({one.day for one in results})))
    season.players.filter(sums="{}", named=False).delete()


def _summed(results: Iterable[Results], best: Counts) -> tuple[dict[int | None, Counts], Counts]:
    """Return the sums of each player over some games, and the records with theirs."""
    found = defaultdict[int | None, Counts](dict)
    for one in results:
        for person in one.people:
            counts.add(found[person], totals_of(one, person))
        if any(seat.is_bot for seat in one.seats):
            counts.add(found[None], totals_of(one, None))
        for kind, value, where in _candidates(one):
            best = _with(best, kind, value, where)
    return found, best


def _candidates(one: Results) -> Iterable[tuple[str, int, list[int]]]:
    """Yield what might be a record of a game: its kind, its value, and where: game, round, and the player if any."""
    by_seat = {(part.round, part.seat): part.person for part in one.rounds}
    for number, of_round in counts.of(one.records).items():
        if of_round.get("tunnel"):
            yield TUNNEL, of_round["tunnel"], [one.game, int(number)]
        if "moves" in of_round and (person := by_seat.get((int(number), of_round["by"]))):
            yield FASTEST, of_round["moves"], [one.game, int(number), person]
    for part in one.rounds:
        lie = counts.of(part.counts).get(counts.MOST, {}).get("lie", 0)
        if lie and part.person is not None:
            yield LIE, lie, [one.game, part.round, part.person]


def _with(best: Counts, kind: str, value: int, where: list[int]) -> Counts:
    """Return records with one more candidate. The fewest moves are best, else the most."""
    now = best.get(kind)
    if now is None or (value < now["best"] if kind == FASTEST else value > now["best"]):
        return {**best, kind: {"best": value, "where": [where]}}
    if value == now["best"] and where not in now["where"]:
        return {**best, kind: {"best": value, "where": sorted([*now["where"], where])[:MOST_TIED]}}
    return best


def _write(season: Season, sums: dict[int | None, Counts], records: Counts, *, more: Sequence[int]) -> None:
    stored = {
        row.user_id: row for row in season.players.filter(Q(user__in=[key for key in sums if key]) | Q(user=None))
    }
    found = [
        stored.get(person) or SeasonPlayer(season=season, user_id=person)
        for person in sorted(sums, key=lambda key: key or 0)
    ]
    for row in found:
        row.sums = counts.text_of(counts.added(counts.of(row.sums), sums[row.user_id]))
    SeasonPlayer.objects.bulk_create(row for row in found if row.pk is None)
    changed = [row for row in found if row.user_id in stored]
    SeasonPlayer.objects.bulk_create(changed, update_conflicts=True, unique_fields=["id"], update_fields=["sums"])
    season.games, season.evenings = season.games + more[0], season.evenings + more[1]
    season.records = counts.text_of(records)
    season.save(update_fields=["games", "evenings", "records", "stale"])
