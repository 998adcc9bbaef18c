"""The total time that a request waits for the database, and the lock timeouts of PostgreSQL by kind of process."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

LONGEST = 10.0
"""Seconds from the beginning of a request."""

IDLE: Mapping[str, str] = {"idle_in_transaction_session_timeout": "30s"}
"""Settings of every connection: a process that is idle in a transaction loses its locks."""

WEB: Mapping[str, str] = {"statement_timeout": "8s", "lock_timeout": "5s"}
"""Further settings for requests: after such an error certainly nothing was committed."""

WORKER: Mapping[str, str] = {"lock_timeout": "2s"}
"""Further settings for workers: locked rows are left to the next sweep, the others are handled (docs/adr/0062)."""

_limits: dict[str, str] = {}
_request = threading.local()


def begin(**_: Any) -> None:
    """Start the time of a request in this thread."""
    _request.ends = time.monotonic() + LONGEST


def end(**_: Any) -> None:
    """End the time of the request, whatever its outcome."""
    _request.ends = None


def left() -> float | None:
    """Return the seconds left for the request in this thread, at least 0; None outside of requests."""
    ends: float | None = getattr(_request, "ends", None)
    return None if ends is None else max(0.0, ends - time.monotonic())


def limit_statements() -> None:
    """Let PostgreSQL cancel slow statements. To be called in a process that only serves requests."""
    _limits.update(WEB)


def limit_locks(**_signal: object) -> None:
    """Limit the time for locks. To be called in a worker."""
    _limits.update(WORKER)


@contextmanager
def limited(limit: Callable[[], None]) -> Iterator[None]:
    """Call `limit_statements` or `limit_locks` for connections that are opened inside."""
    before = dict(_limits)
    limit()
    try:
        yield
    finally:
        _limits.clear()
        _limits.update(before)


def limits() -> Mapping[str, str]:
    """Return the limits of this process by the names of PostgreSQL's settings."""
    return {**IDLE, **_limits}


def limits_of_transactions() -> Mapping[str, str]:
    """Return the limits that each transaction sets by itself where connections are shared; none outside of web server
    and workers."""
    return dict(_limits)
