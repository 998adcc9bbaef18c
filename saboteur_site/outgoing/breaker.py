"""A circuit breaker in the memory of a process: a server that has not answered is not asked again for a while.

The breakers of channels are rows, because all processes share them (`accounts.channels.breakers`).
"""

import logging
import time
from collections.abc import Callable
from datetime import timedelta

from saboteur_site.outgoing.backoff import BackOff

log = logging.getLogger(__name__)

#: Requests wait for these servers, and go on without them. So each outage is noticed to be over within seconds.
BACK_OFF = BackOff(first=timedelta(seconds=5), longest=timedelta(seconds=5))


class CircuitBreaker:
    """The breaker of one server, shared by all threads of a process. ``clock`` gives monotonic seconds."""

    def __init__(self, name: str, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.name, self._clock = name, clock
        self._failures = 0
        self._open_until = float("-inf")

    @property
    def is_open(self) -> bool:
        """Whether the server must not be asked now."""
        return self._clock() < self._open_until

    def record_failure(self, error: Exception) -> None:
        """Open the breaker. The log has one line about the beginning of each outage."""
        if not self._failures:
            log.warning("%s is away, the site goes on without: %s", self.name, error)
        self._failures += 1
        self._open_until = self._clock() + BACK_OFF.after(self._failures).total_seconds()

    def record_success(self) -> None:
        """Close the breaker."""
        if self._failures:
            log.warning("%s is back", self.name)
        self._failures, self._open_until = 0, float("-inf")
