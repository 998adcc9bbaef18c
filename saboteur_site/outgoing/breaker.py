"""A circuit breaker in the memory of a process: a server that did not respond gets no requests for a while.

The breakers of channels are rows, because all processes share them (`accounts.channels.breakers`).
"""

import logging
import time
from collections.abc import Callable
from datetime import timedelta

from saboteur_site.outgoing.backoff import BackOff

log = logging.getLogger(__name__)

#: Requests wait for these servers, and continue without them. So the end of an outage is noticed within seconds.
BACK_OFF = BackOff(first=timedelta(seconds=5), longest=timedelta(seconds=5))


class CircuitBreaker:
    """The breaker of one server, shared by all threads of a process. ``clock`` returns monotonic seconds."""

    def __init__(self, name: str, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.name, self._clock = name, clock
        self._failures = 0
        self._open_until = float("-inf")

    @property
    def is_open(self) -> bool:
        """Return whether the breaker is open."""
        return self._clock() < self._open_until

    def record_failure(self, error: Exception) -> None:
        """Open the breaker. The beginning of each outage is logged once."""
        if not self._failures:
            log.warning("%s is away, the site goes on without: %s", self.name, error)
        self._failures += 1
        self._open_until = self._clock() + BACK_OFF.after(self._failures).total_seconds()

    def record_success(self) -> None:
        """Close the breaker."""
        if self._failures:
            log.warning("%s is back", self.name)
        self._failures, self._open_until = 0, float("-inf")
