"""Running tables that stand still, by what all at the table can see.

Nothing is asked here about who has answered a window, who has a plan or an order, or what became of a notice: what the
staff is shown must not tell them (R95). So a window is never taken for a bot that does not answer.
"""

from datetime import datetime, timedelta

from django.db.models import QuerySet

from accounts.models import User
from games import clock
from games.clocks import deadlines
from games.models import Game, Seat, Status

BOTS_ARE_LATE = timedelta(minutes=10)
PEOPLE_ARE_LATE = timedelta(days=7)
"""How long a game has waited for an absent player."""
TIME_IS_OVER = timedelta(days=1)
"""How long after a deadline a game has waited, too. A table with a longer clock is left alone."""
LOOKED = 500
"""How many seats are looked at, the longest awaited first: so it costs the same however many tables there are."""


def failing() -> QuerySet[Game]:
    """Tables whose clock or bots fail, or whose state cannot be read."""
    return Game.objects.filter(status=Status.RUNNING, stuck_at__isnull=False)


def for_a_bot() -> list[int]:
    """Tables that have waited for a bot for so long that none comes by itself, by their keys; five queries."""
    late = Seat.objects.filter(awaited_since__lt=clock.now() - BOTS_ARE_LATE)
    own = late.filter(user__in=_bots()).order_by("user", "awaited_since")
    left = late.filter(resting="bot").order_by("awaited_since")
    found = [game for seats in (own, left) for game, _user, _resting, why in _first(seats) if why != deadlines.WINDOW]
    return _that_wait(found)


def for_a_person() -> list[int]:
    """Tables that have waited for a person for over a week and at which no time runs that could end it, by their keys,
    the longest first; three queries."""
    now, bots = clock.now(), set(_bots())
    late = Seat.objects.filter(awaited_since__lt=now - PEOPLE_ARE_LATE).order_by("awaited_since")
    found = [game for game, user, resting, _why in _first(late) if user not in bots and resting != "bot"]
    return _that_wait(found, time_is_over=now - TIME_IS_OVER)


def _bots() -> list[int]:
    return list(User.objects.filter(is_bot=True).order_by().values_list("pk", flat=True))


def _first(seats: QuerySet[Seat]) -> list[tuple[int, int, str, str]]:
    """The table, player, rest and reason of the first seats. Joined with tables, all that run would be read."""
    return list(seats.values_list("game", "user", "resting", "awaited_for")[:LOOKED])


def _that_wait(games: list[int], *, time_is_over: datetime | None = None) -> list[int]:
    """Those of some tables, each once and in their order, that run and do not pause, with no deadline after a moment;
    one query.

    They are read by key alone. By their state, too, all that run might be read.
    """
    columns = ("pk", "status", "paused_until", "deadline")
    now, stand = clock.now(), set[int]()
    for game, status, paused_until, deadline in Game.objects.filter(pk__in=games).order_by().values_list(*columns):
        pauses = paused_until is not None and paused_until > now
        has_time = time_is_over is not None and deadline is not None and deadline >= time_is_over
        if status == Status.RUNNING and not pauses and not has_time:
            stand.add(game)
    return [game for game in dict.fromkeys(games) if game in stand]
