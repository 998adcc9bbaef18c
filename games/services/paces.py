"""The only writer of players' paces (`Pace`): computed once a day from finished games."""

import logging
import time
from collections.abc import Callable, Iterator
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from accounts.models import User, VacationDay
from games import clock
from games.clocks import paces
from games.clocks.paces import PlayedTurn
from games.models import Chore, Game, Move, Notice, Pace, Seat, Status
from games.rows import notices

log = logging.getLogger(__name__)

NAME = "paces"
BATCH = 100
"""Players in one query."""
PATIENCE = 30.0
"""Seconds after which a run leaves the rest to the next one."""
_KNEW = (Notice.Outcome.SENT, Notice.Outcome.SEEN, Notice.Outcome.UNWANTED, Notice.Outcome.NO_CHANNEL)
"""Outcomes of a notice whose player was notified of a turn, or did not want to be. With other outcomes, the turn does
not count as missed."""


def renew(*, patience: float = PATIENCE, seconds: Callable[[], float] = time.monotonic) -> bool:
    """Compute the paces of all players who were not processed today. Return whether all are; otherwise the next run
    continues after the last player that was processed, even one without turns.

    Idempotent within a day. An error with one player does not affect the others.
    """
    end, now = seconds() + patience, clock.now()
    chore = _begun(now)
    while not chore.is_done:
        keys = _due(now, chore.after)
        for key in keys:
            if seconds() >= end:
                chore.save()
                return False
            try:
                count(key, now)
            except Exception:
                log.exception("the turns of person %s cannot be counted", key)
            chore.after = key
        chore.is_done = not keys
        chore.save()
    return True


def _begun(now: datetime) -> Chore:
    """Return the progress of today's job."""
    chore, _is_new = Chore.objects.get_or_create(name=NAME, defaults={"day": now.date()})
    return chore if chore.day == now.date() else Chore(name=NAME, day=now.date())


def _due(now: datetime, after: int) -> list[int]:
    """Return the next players to process today, in order: those with a game that counts, or with a stored pace."""
    played = Seat.objects.filter(_FINISHED, user=OuterRef("pk"), game__over_at__gt=now - paces.YEAR)
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    people = User.objects.filter(pk__gt=after, is_bot=False, is_guest=False, is_active=True)
    people = people.filter(Q(pace__isnull=False) | Exists(played)).exclude(pace__counted_at__gte=today)
    return list(people.order_by("pk").values_list("pk", flat=True)[:BATCH])


_FINISHED = Q(game__status=Status.OVER, game__practice=False)


def count(key: int, now: datetime) -> None:
    """Compute the pace of one player, and store it if there were enough turns."""
    user = User.objects.filter(pk=key, is_active=True).first()
    if user is None:
        return
    found = _counted(user, now)
    with transaction.atomic():
        # The slow part is done. A user who was deleted meanwhile has no row any more.
        if User.objects.select_for_update(no_key=True).filter(pk=key, is_active=True).exists():
            _keep(user, found, now)


def _counted(user: User, now: datetime) -> dict[str, int] | None:
    """Return a player's pace by the columns of `Pace`; None if there were not enough turns."""
    days = frozenset(VacationDay.objects.filter(user=user).values_list("day", flat=True))
    seconds, asked, missed = list[int](), 0, 0
    for game, turns in _games_of(user, now):
        quiet = user.quiet._replace(days=days if game.vacations else frozenset())
        answered = [turn for turn in turns if turn.user == user.pk and turn.ended > now - paces.YEAR]
        seconds += [paces.awake_seconds(turn, quiet) for turn in reversed(answered)]
        late = _missed(game, user, [turn for turn in turns if turn.user is None and turn.began > now - paces.LATELY])
        missed += late
        asked += late + sum(turn.began > now - paces.LATELY for turn in answered)
        if len(seconds) >= paces.MOST:
            break
    if len(seconds) < paces.FEWEST:
        return None
    latest = seconds[: paces.MOST]
    quick, typical, slow = paces.quartiles(latest)
    typical_of = {"quick": quick, "typical": typical, "slow": slow, "lately": asked, "missed": missed}
    return {"turns": len(latest), **typical_of}


def _keep(user: User, found: dict[str, int] | None, now: datetime) -> None:
    if found is None:
        Pace.objects.filter(user=user).delete()
    else:
        Pace.objects.update_or_create(user=user, defaults={"counted_at": now, **found})


def _games_of(user: User, now: datetime) -> Iterator[tuple[Game, list[PlayedTurn]]]:
    """Yield the finished games of a player, the latest first, with all turns that count. One query, and two for each
    game."""
    mine = Seat.objects.filter(user=user, game=OuterRef("pk"))
    moved = Move.objects.filter(user=user, game=OuterRef("pk"))
    games = Game.objects.filter(status=Status.OVER, practice=False, over_at__gt=now - paces.YEAR)
    games = games.filter(Exists(mine) | Exists(moved)).only("pk", "vacations", "over_at").order_by("-over_at", "-pk")
    for game in games:
        rows = Move.objects.filter(game=game).defer("among").order_by("seq")
        yield game, list(paces.turns_in(paces.lines_of(rows)))


def _missed(game: Game, user: User, turns: list[PlayedTurn]) -> int:
    """Return how many of the missed turns the player was notified of. One query if there are any."""
    if not turns:
        return 0
    notified = Notice.objects.filter(game=game, user=user, kind=notices.TURN, outcome__in=_KNEW)
    return notified.filter(seq__in=[turn.since for turn in turns]).count()


def forget(user: User) -> None:
    """Delete the pace of a user who leaves."""
    Pace.objects.filter(user=user).delete()
