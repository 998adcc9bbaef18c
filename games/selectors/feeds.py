"""Data that programs fetch for a user at secret URLs: their deadlines, and the public events of their tables.

Only public data is read, and whether the user has answered a window.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import F, Q

from accounts.models import User
from games import clock
from games.models import Move, Seat, Status
from games.rules.events import PublicEvent
from games.selectors.table import NAMED, events_of

MOST = 50
"""The number of moves in a feed, of all tables together."""
AFTER_THE_END = timedelta(days=14)
"""How long a finished game remains in a feed."""


class Due(NamedTuple):
    """An open decision of a player, and its deadline. `kind` is the kind of the decision."""

    game: int
    code: str
    table: str
    seat: int
    kind: str
    since: datetime
    until: datetime


class Tidings(NamedTuple):
    """The public events of one command, and the names of the table's players by seat. `at` is in whole seconds, because
    how long a command took is private."""

    code: str
    table: str
    seq: int
    at: datetime
    events: tuple[PublicEvent, ...]
    names: Sequence[str]


def deadlines_of(user: User) -> list[Due]:
    """Return a player's open decisions at tables with a clock, the first deadline first; one query.

    Windows that they have answered are left out, and seats that a bot plays for them.
    """
    seats = Seat.objects.filter(user=user, game__status=Status.RUNNING, awaited_since__isnull=False, answered=False)
    rows = seats.filter(due_at__isnull=False).exclude(resting="bot").order_by("due_at", "game")
    columns = ("game", "game__code", "game__name", "number", "awaited_for", "awaited_since", "due_at")
    return [Due(*row) for row in rows.values_list(*columns)]


def tidings_of(user: User) -> list[Tidings]:
    """Return the last `MOST` public commands at a player's running and recently finished tables, newest first; two
    queries."""
    is_over = Q(game__status=Status.OVER, game__over_at__gt=clock.now() - AFTER_THE_END)
    tables = Seat.objects.filter(Q(game__status=Status.RUNNING) | is_over, user=user).order_by().values("game")
    # An index finds the last moves of each table; only those are sorted.
    moves = Move.objects.filter(game__in=tables, seq__gt=F("game__seq") - MOST).order_by("-at", "-game", "-seq")
    rows = list(moves.values_list("game", "game__code", "game__name", "seq", "at", "events", NAMED)[:MOST])
    names = _names({row[0] for row in rows})
    return [
        Tidings(code, table, seq, at.replace(microsecond=0), events_of(events, name, game=game, seq=seq), names[game])
        for game, code, table, seq, at, events, name in rows
    ]


def _names(games: Iterable[int]) -> dict[int, list[str]]:
    """Return the names of the players of some tables, by seat."""
    names: dict[int, list[str]] = defaultdict(list)
    seats = Seat.objects.filter(game__in=list(games)).order_by("game", "number")
    for game, name in seats.values_list("game", "user__username"):
        names[game].append(name)
    return names
