"""How long a request waits for the database, all in all, and how long PostgreSQL lets each process wait for a lock."""

import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

LONGEST = 10.0
"""Seconds from the beginning of a request."""

IDLE: Mapping[str, str] = {"idle_in_transaction_session_timeout": "30s"}
"""What PostgreSQL is told for every connection: a process that stands still in a transaction loses its locks."""

WEB: Mapping[str, str] = {"statement_timeout": "8s", "lock_timeout": "5s"}
"""And for those of requests: then an error says for sure that nothing was kept."""

WORKER: Mapping[str, str] = {"lock_timeout": "2s"}
"""And for those of workers: what is locked is left to the next sweep, and all else goes on (docs/adr/0062)."""

_limits: dict[str, str] = {}
_request = threading.local()


def begin(**_: Any) -> None:
    """A request begins in this thread."""
    _request.ends = time.monotonic() + LONGEST


def end(**_: Any) -> None:
    """The request is over, whatever became of it."""
    _request.ends = None


def left() -> float | None:
    """The seconds that are left of the request in this thread, 0 when there are none; None outside of requests."""
    ends: float | None = getattr(_request, "ends", None)
    return None if ends is None else max(0.0, ends - time.monotonic())


def limit_statements() -> None:
    """This process serves requests and nothing else: let PostgreSQL itself end what takes too long."""
    _limits.update(WEB)


def limit_locks(**_signal: object) -> None:
    """This process works off what is due: it waits for no lock for long."""
    _limits.update(WORKER)


@contextmanager
def locks_limited() -> Iterator[None]:
    """The same for the connections that are opened inside."""
    before = dict(_limits)
    limit_locks()
    try:
        yield
    finally:
        _limits.clear()
        _limits.update(before)


def limits() -> Mapping[str, str]:
    """The limits of this process by the names that PostgreSQL has for them."""
    return {**IDLE, **_limits}


def lock_limit() -> str:
    """How long a worker waits for a lock, as PostgreSQL is told; "" where it is no worker."""
    return _limits["lock_timeout"] if _limits.get("lock_timeout") == WORKER["lock_timeout"] else ""
