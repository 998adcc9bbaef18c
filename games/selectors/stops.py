"""A user's way through what waits for them: from table to table, the most urgent first."""

from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from accounts.models import User
from games.selectors import waiting

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class SortKey(NamedTuple):
    """The position of an item among all that waits: the group of its kind, until when and since when it waits, both
    in microseconds since 1970, and the key of its table."""

    urgency: int
    until: int
    since: int
    game: int


class Stop(NamedTuple):
    """A page to visit: the kind of the item that waits there, its position, and the code of its table. All friend
    requests share one stop, without a table."""

    kind: str
    place: SortKey
    code: str


def stops_of(user: User) -> list[Stop]:
    """Return the stops of a user, the most urgent first, each page once; one query."""
    stops: dict[str, Stop] = {}
    for row in waiting.rows_for(user):
        code = row["game__code"] or ""
        stops.setdefault(code, Stop(row["kind"], _place(row), code))
    return list(stops.values())


def after(stops: list[Stop], code: str, remembered: SortKey | None = None) -> Stop | None:
    """Return the stop after the table with a code, cyclically. `remembered` is the position of that table while
    something waited there. Without a known position, return the first stop; None when nothing waits."""
    place = next((stop.place for stop in stops if code and stop.code == code), remembered)
    later = (stop for stop in stops if place is not None and stop.place > place)
    return next(later, stops[0] if stops else None)


def _place(row: dict[str, Any]) -> SortKey:
    return SortKey(row["urgency"], _micro(row["until"]), _micro(row["awaited_since"]), row["game_id"] or 0)


def _micro(moment: datetime) -> int:
    return (moment - _EPOCH) // timedelta(microseconds=1)
