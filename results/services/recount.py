"""All results computed again from the logs, and compared with what is stored."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date

from django.db import transaction

from accounts.models import User
from accounts.services.farewell import DELETED
from games.models import Game, Status
from results import counts, rounds, rows
from results.counts import Counts
from results.models import CountedGame, Due, Together
from results.services.recording import alone, games_of
from results.signals import all_counted
from results.sums import Pair, Results, add_share, results_of, shares_of

INSERTED = 500
"""Rows that one statement inserts."""


def recount() -> int:
    """Compute all results again from the logs, each game in a transaction of its own, and then all sums in one. Return
    how many games count. Pages show the former figures meanwhile."""
    for game in _over():
        with transaction.atomic():
            rows.remove(game)
            if (results := _from_the_log(game)) is not None:
                rows.write(results)
    with transaction.atomic():
        alone()
        Together.objects.all().delete()
        found = _summed(rows.all_results())
        Together.objects.bulk_create(
            (
                Together(viewer_id=viewer, subject_id=subject, games=games_of(sums), sums=counts.text_of(sums))
                for (viewer, subject), sums in found.items()
            ),
            batch_size=INSERTED,
        )
        all_counted.send(sender=Game, results=rows.all_results)
        Due.objects.filter(pk__in=CountedGame.objects.values("pk")).delete()
    return CountedGame.objects.count()


def differences() -> list[str]:
    """Return what differs between the stored results and those computed from the logs, a line each; nothing is
    written. Games that are still to be counted are compared as if they were."""
    lines, found = list[str](), list[Results]()
    for game in _over():
        counted, stored = _from_the_log(game), next(iter(rows.read([game])), None)
        if counted != stored:
            lines.append(f"game {game}: the results differ")
        found += [counted] if counted is not None else []
    sums = {pair: counts.text_of(one) for pair, one in _summed(found).items()}
    sums_by_pair = {(row.viewer_id, row.subject_id): row.sums for row in Together.objects.iterator()}
    lines += [f"sums of {viewer} and {subject}: they differ" for viewer, subject in sorted(
        (pair for pair in {**sums, **sums_by_pair} if sums.get(pair) != sums_by_pair.get(pair)), key=str
    )]  # fmt: skip
    return lines


def _over() -> Iterator[int]:
    return iter(list(Game.objects.filter(status=Status.OVER).order_by("pk").values_list("pk", flat=True)))


def _from_the_log(game: int) -> Results | None:
    played = rounds.played(Game.objects.get(pk=game))
    return None if played is None else results_of(game, played)


def _summed(all_results: Iterable[Results]) -> dict[Pair, Counts]:
    """Return the sums of all pairs over some games."""
    gone = set(User.objects.filter(DELETED).values_list("pk", flat=True))
    sums, days = dict[Pair, Counts](), defaultdict[date, list[frozenset[int]]](list)
    for results in all_results:
        for pair, share in shares_of(results, days[results.day]).items():
            if gone.isdisjoint(pair):
                add_share(sums.setdefault(pair, {}), share)
        days[results.day].append(results.people)
    return sums
