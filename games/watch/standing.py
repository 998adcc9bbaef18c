"""Running tables that stand still, by what all at the table can see.

Nothing is asked here about who has answered a window, who has a plan or an order, or what became of a notice: what the
staff is shown must not tell them (R95). So a window is never taken for a bot that does not answer.
"""

from datetime import timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from accounts.models import User
from games import clock
from games.clocks import deadlines
from games.models import PLAYED_BY_BOTS, Game, Seat, Status

BOTS_ARE_LATE = timedelta(minutes=10)
PEOPLE_ARE_LATE = timedelta(days=7)
"""How long a game has waited for somebody who is not coming."""
TIME_IS_OVER = timedelta(days=1)
"""How long after a deadline a game has waited, too. Whoever has so much time that a week is nothing is left alone."""


def failing() -> QuerySet[Game]:
    """Tables whose clock or bots fail, or whose state cannot be read."""
    return Game.objects.filter(status=Status.RUNNING, stuck_at__isnull=False)


def for_a_bot() -> QuerySet[Game]:
    """Tables that have waited for a bot for so long that none comes by itself."""
    now = clock.now()
    late = Seat.objects.filter(PLAYED_BY_BOTS, game=OuterRef("pk"), awaited_since__lt=now - BOTS_ARE_LATE)
    return _unpaused().filter(Exists(late.exclude(awaited_for=deadlines.WINDOW)))


def for_a_person() -> QuerySet[Game]:
    """Tables that have waited for a person for over a week and at which no time runs that could end it."""
    now = clock.now()
    late = Seat.objects.filter(game=OuterRef("pk"), awaited_since__lt=now - PEOPLE_ARE_LATE).exclude(PLAYED_BY_BOTS)
    no_time_runs = Q(deadline=None) | Q(deadline__lt=now - TIME_IS_OVER)
    return _unpaused().filter(no_time_runs, Exists(late))


def first_for_bots(most: int) -> list[int]:
    """Some of the tables `for_a_bot`, by their keys: of each bot the one that has waited longest, and up to so many at
    which a bot stands in. Two queries.

    The database finds these by its indexes however many tables there are; asked for all, it would read every seat.
    """
    late = Seat.objects.filter(awaited_since__lt=clock.now() - BOTS_ARE_LATE, game__in=_unpaused())
    late = late.exclude(awaited_for=deadlines.WINDOW).order_by("awaited_since")
    first = Subquery(late.filter(user=OuterRef("pk")).values("game")[:1])
    bots = User.objects.filter(is_bot=True).annotate(first=first).exclude(first=None).order_by("pk")
    stand_in = late.filter(resting="bot").values_list("game", flat=True)[:most]
    return list(dict.fromkeys([*bots.values_list("first", flat=True), *stand_in]))


def _unpaused() -> QuerySet[Game]:
    return Game.objects.filter(Q(paused_until=None) | Q(paused_until__lte=clock.now()), status=Status.RUNNING)
