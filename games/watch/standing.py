"""Running tables that are stuck, judged by public data only.

Answers to windows, plans, orders and outcomes of notices are not read, because the staff must not learn them from here
(R95). So an open window is never reported as a bot that does not answer.
"""

from datetime import datetime, timedelta

from django.db.models import QuerySet

from accounts.models import User
from games import clock
from games.clocks import deadlines
from games.models import Game, Seat, Status

BOTS_ARE_LATE = timedelta(minutes=10)
PEOPLE_ARE_LATE = timedelta(days=7)
"""A game is reported after it has waited this long for an absent player."""
TIME_IS_OVER = timedelta(days=1)
"""And only if its deadline passed this long ago, so that a table with a slow clock is not reported."""
LOOKED = 500
"""The number of seats to check, the longest awaited first. So the cost does not depend on the number of tables."""


def failing() -> QuerySet[Game]:
    """Return the tables whose clock or bots fail, or whose state is unreadable."""
    return Game.objects.filter(status=Status.RUNNING, stuck_at__isnull=False)


def for_a_bot() -> list[int]:
    """Return the keys of tables that have waited for a bot for so long that none will move by itself; five queries."""
    late = Seat.objects.filter(awaited_since__lt=clock.now() - BOTS_ARE_LATE)
    own = late.filter(user__in=_bots()).order_by("user", "awaited_since")
    left = late.filter(resting="bot").order_by("awaited_since")
    found = [game for seats in (own, left) for game, _user, _resting, why in _first(seats) if why != deadlines.WINDOW]
    return _that_wait(found)


def for_a_person() -> list[int]:
    """Return the keys of tables that have waited for a player for over a week, and have no running deadline that could
    end the wait, the longest wait first; three queries."""
    now, bots = clock.now(), set(_bots())
    late = Seat.objects.filter(awaited_since__lt=now - PEOPLE_ARE_LATE).order_by("awaited_since")
    found = [game for game, user, resting, _why in _first(late) if user not in bots and resting != "bot"]
    return _that_wait(found, time_is_over=now - TIME_IS_OVER)


def _bots() -> list[int]:
    return list(User.objects.filter(is_bot=True).order_by().values_list("pk", flat=True))


def _first(seats: QuerySet[Seat]) -> list[tuple[int, int, str, str]]:
    """Return game, user, resting and awaited_for of the first seats. A join with games would read all running ones."""
    return list(seats.values_list("game", "user", "resting", "awaited_for")[:LOOKED])


def _that_wait(games: list[int], *, time_is_over: datetime | None = None) -> list[int]:
    """Return those of some tables, in order and without duplicates, that are running, not paused, and have no deadline
    after a moment; one query.

    They are selected by key only. With a condition on the status, the database might read all running games.
    """
    columns = ("pk", "status", "paused_until", "deadline")
    now, stand = clock.now(), set[int]()
    for game, status, paused_until, deadline in Game.objects.filter(pk__in=games).order_by().values_list(*columns):
        pauses = paused_until is not None and paused_until > now
        has_time = time_is_over is not None and deadline is not None and deadline >= time_is_over
        if status == Status.RUNNING and not pauses and not has_time:
            stand.add(game)
    return [game for game in dict.fromkeys(games) if game in stand]
