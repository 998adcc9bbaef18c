"""How long a request waits for the database, all in all. Whoever is no request (worker, commands) waits as long as it
takes."""

import threading
import time
from typing import Any

from django.db import connections

LONGEST = 10.0
"""Seconds from the beginning of a request."""

SERVER_SIDE = "-c statement_timeout=8s -c lock_timeout=5s"
"""What PostgreSQL itself is told of it, as long as it can listen: then an error says for sure that nothing was kept."""

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
    """Let PostgreSQL itself end what takes too long, in this process alone, which serves requests and nothing else.

    Not through somebody else's pool (DATABASE_POOL_SIZE=0), which would hand such connections out to others, too.
    """
    options = connections.settings["default"]["OPTIONS"]
    if "pool" in options:
        options["options"] = f"{SERVER_SIDE} {options.get('options', '')}".strip()
