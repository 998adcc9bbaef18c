"""A user's way through what waits for them: from table to table, the most urgent first."""

from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from accounts.models import User
from games.selectors import waiting
from games.selectors.waiting import URGENCY

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class SortKey(NamedTuple):
    """Where something stands among all that waits: how urgent its kind is, until when and since when it waits, both in
    microseconds since 1970, and the key of its table."""

    urgency: int
    until: int
    since: int
    game: int


class Stop(NamedTuple):
    """A page to go to: of which kind is what waits there, where it stands, and the code of its table. Asks to be
    friends have none, and one stop together."""

    kind: str
    place: SortKey
    code: str


def stops_of(user: User) -> list[Stop]:
    """Where something waits for a user, the most urgent first, each page once; one statement."""
    stops: dict[str, Stop] = {}
    for row in waiting.rows_for(user):
        code = row["game__code"] or ""
        stops.setdefault(code, Stop(row["kind"], _place(row), code))
    return list(stops.values())


def after(stops: list[Stop], code: str, remembered: SortKey | None = None) -> Stop | None:
    """The stop after the table with a code, and after the last one the first again. `remembered` is where that table
    stood while something waited there. Without a place to go on from it is the first; None where nothing waits."""
    place = next((stop.place for stop in stops if code and stop.code == code), remembered)
    later = (stop for stop in stops if place is not None and stop.place > place)
    return next(later, stops[0] if stops else None)


def _place(row: dict[str, Any]) -> SortKey:
    return SortKey(URGENCY.index(row["kind"]), _micro(row["until"]), _micro(row["awaited_since"]), row["game_id"] or 0)


def _micro(moment: datetime) -> int:
    return (moment - _EPOCH) // timedelta(microseconds=1)
