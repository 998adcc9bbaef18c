"""The time: the database's own, so that several servers agree (UTC). Tests turn it by an offset; nothing sleeps."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import DateTimeField, Func

from saboteur_site.database import clock

offset = timedelta()
"""Added to every reading; tests set it."""


class Moment(Func):
    """The database's clock as it is when a row is read: in a query after the lock is held, the moment of the lock."""

    function = "clock_timestamp"
    template = "%(function)s()"
    arity = 0
    output_field = DateTimeField()

    def as_sqlite(self, compiler: Any, connection: Any, **more: Any) -> tuple[str, tuple[Any, ...]]:
        """The embedded database runs on the server's own clock."""
        return "strftime('%%Y-%%m-%%d %%H:%%M:%%f', 'now')", ()


def now() -> datetime:
    """The moment, aware, in UTC, where no row is locked: by the clock of this server, in a worker by the database's."""
    return clock.now() + offset


def turned(moment: datetime | None) -> datetime:
    """What the database's clock said, or this server's where it was not asked, turned as tests want it."""
    return now() if moment is None else moment + offset
