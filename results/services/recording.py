"""Finished games are counted once, by a worker. Idempotent: a game that is counted again gives the same rows."""

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from accounts.services.farewell import DELETED
from games import clock
from games.models import Chore, Game, Status
from results import counts, rounds, rows
from results.counts import Counts
from results.models import Due, Together
from results.signals import game_counted
from results.sums import Pair, Results, add_share, results_of, shares_of
from saboteur_site.celery import nudge

log = logging.getLogger(__name__)

NAME = "results"
PATIENCE = 20.0
"""Seconds after which a run leaves the rest to the next one."""
BATCH = 100


def game_over(*, game: Game, **_signal: Any) -> None:
    """Have a game counted that has just ended. One statement."""
    if not game.practice:
        have_counted([game.pk])


def book_shown(*, game: Game, **_signal: Any) -> None:
    """Have a game counted again, because a player now shows their suspicions, or hides them."""
    have_counted([game.pk])


def chores_due(**_signal: Any) -> None:
    """Count what is due with the sweep of the chores."""
    work_off()


def have_counted(games: Sequence[int]) -> None:
    """Have games counted, for the first time or again; a worker does it after the commit."""
    Due.objects.bulk_create((Due(game_id=game) for game in games), ignore_conflicts=True)
    transaction.on_commit(lambda: nudge("results.tasks.count"), robust=True)


def work_off(*, patience: float = PATIENCE, seconds: Callable[[], float] = time.monotonic) -> bool:
    """Count the games that are due, oldest first; return whether that were all. A failing game stops no other."""
    end = seconds() + patience
    while games := list(Due.objects.filter(failed=False).order_by("pk").values_list("pk", flat=True)[:BATCH]):
        for game in games:
            if seconds() >= end:
                return False
            try:
                count(game)
            except Exception:
                log.exception("the results of game %s cannot be counted", game)
                Due.objects.filter(pk=game).update(failed=True)
    return True


@transaction.atomic
def count(game: int) -> None:
    """Write the results of a finished game in place of those before, and add them to the sums of its players."""
    alone()
    if not Due.objects.filter(pk=game).select_for_update().exists():
        return
    former = next(iter(rows.read([game])), None)
    results = _results(game)
    if former is not None:
        rows.remove(game)
    if results is not None:
        rows.write(results)
    _add(results, former)
    game_counted.send(sender=Game, game=game, results=results, former=former)
    Due.objects.filter(pk=game).delete()


def alone() -> None:
    """Let no other worker change sums until the transaction ends."""
    if not Chore.objects.select_for_update().filter(name=NAME):
        Chore.objects.get_or_create(name=NAME, defaults={"day": clock.now().date()})
        Chore.objects.select_for_update().get(name=NAME)


def _results(game: int) -> Results | None:
    row = Game.objects.filter(pk=game, status=Status.OVER).first()
    played = None if row is None else rounds.played(row)
    return None if played is None else results_of(game, played)


def _add(results: Results | None, former: Results | None) -> None:
    """Add the results of a game to the sums of its players, and take the former ones away."""
    people = frozenset[int]().union(*(one.people for one in (results, former) if one is not None))
    if not people:
        return
    known = results or former
    assert known is not None
    others = rows.others_of_day(known.day, known.game, people)
    after = shares_of(results, others) if results else {}
    before = shares_of(former, others) if former else {}
    gone = set(User.objects.filter(DELETED, pk__in=people).values_list("pk", flat=True))
    pairs = {pair for pair in {**before, **after} if gone.isdisjoint(pair)}
    subjects = Q(subject__in=people) | Q(subject=None)
    rows_of = Together.objects.filter(subjects, viewer__in=people).only("viewer", "subject", "sums")
    stored = {(row.viewer_id, row.subject_id): row for row in rows_of}
    new, changed = list[Together](), list[Together]()
    for pair in sorted(pairs, key=_in_order):
        row = stored.get(pair) or Together(viewer_id=pair[0], subject_id=pair[1])
        sums = counts.of(row.sums)
        add_share(sums, after.get(pair, {}), before.get(pair))
        text = counts.text_of(sums)
        if text != row.sums:
            row.sums, row.games = text, games_of(sums)
            (new if row.pk is None else changed).append(row)
    Together.objects.bulk_create(new)
    columns = ["games", "sums"]
    Together.objects.bulk_create(changed, update_conflicts=True, unique_fields=["id"], update_fields=columns)


def games_of(sums: Mapping[str, Any]) -> int:
    """Return how many games are in some sums."""
    all_of: Counts = sums.get("all", {})
    found: int = all_of.get("games", 0)
    return found


def _in_order(pair: Pair) -> tuple[int, int]:
    return pair[0], pair[1] or 0
