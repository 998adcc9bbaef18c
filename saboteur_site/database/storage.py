"""Whether an error was caused by the state of database or disk, so that the request could not be served.

Such a request gets the page `errors.service_unavailable`, and a read that lost its connection is retried once
(`middleware.StorageMiddleware`).
"""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from django.db import connections
from psycopg_pool import PoolTimeout

from saboteur_site.database import patience
from saboteur_site.outgoing.breaker import CircuitBreaker

#: SQLSTATEs and classes of them: connection lost, read-only, idle in a transaction, rolled back because of others, out
#: of resources, locked, shutting down.
UNABLE = ("08", "25006", "25P03", "40", "53", "55P03", "57", "58")
#: The connection is lost, and a new one may work.
LOST = ("08", "25P03", "57P")
#: SQLite's: busy, locked, read-only, input or output, full, cannot open.
UNABLE_LITE = (5, 6, 8, 10, 13, 14)
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)

_optional_writes = CircuitBreaker("The database, for optional writes,")


def is_unavailable(error: BaseException | None) -> bool:
    """Return whether an error was caused by the state of database or disk, not by a fault of the code."""
    return any(_is_unable(root) for root in _roots(error))


def is_lost(error: BaseException | None) -> bool:
    """Return whether a connection was lost, and the time to wait for another one is not over: a retry may help."""
    roots = [root for root in _roots(error) if isinstance(root, psycopg.OperationalError)]
    if any(isinstance(root, PoolTimeout) for root in roots) or patience.left() == 0:
        return False
    return any(not root.sqlstate or root.sqlstate.startswith(LOST) for root in roots)


def begin() -> None:
    """Reset `may_have_committed` at the start of a request."""
    for connection in connections.all(initialized_only=True):
        connection.may_have_committed = False  # type: ignore[attr-defined]  # see the backends in saboteur_site/database


def may_have_committed() -> bool:
    """Return whether a transaction was committed since `begin`, or its commit got no response."""
    return any(
        getattr(connection, "may_have_committed", False) for connection in connections.all(initialized_only=True)
    )


@contextmanager
def if_possible() -> Iterator[None]:
    """Skip the optional work inside while the database takes no writes; this is logged once."""
    try:
        yield
    except Exception as error:
        if not is_unavailable(error) or is_lost(error):
            raise
        _optional_writes.record_failure(error)
    else:
        _optional_writes.record_success()


def drop_what_is_lost() -> None:
    """Close dead connections outside of transactions: the next statement opens another one."""
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close_if_unusable_or_obsolete()


def is_passing(error: BaseException) -> bool:
    """Return whether an error of the database is temporary, so that a worker leaves the work to the next sweep: a lock
    timeout, a lost connection. It is no fault of the work itself."""
    if not is_unavailable(error):
        return False
    drop_what_is_lost()
    return True


@contextmanager
def if_writable() -> Iterator[None]:
    """Skip the writes inside, which a worker can do without, while the database takes none, a lost connection included:
    earlier work stays done. Each outage is logged once."""
    try:
        yield
    except Exception as error:
        if not is_unavailable(error):
            raise
        drop_what_is_lost()
        _optional_writes.record_failure(error)
    else:
        _optional_writes.record_success()


def _roots(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error, and those that caused it."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        yield error
        seen.add(id(error))
        error = error.__cause__ or error.__context__


def _is_unable(root: BaseException) -> bool:
    if isinstance(root, psycopg.Error):
        state = root.sqlstate or ""
        return state.startswith(UNABLE) or (not state and isinstance(root, psycopg.OperationalError))
    if isinstance(root, sqlite3.Error):
        return getattr(root, "sqlite_errorcode", 0) & 0xFF in UNABLE_LITE
    return isinstance(root, OSError) and root.errno in NO_ROOM
