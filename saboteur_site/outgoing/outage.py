"""What a process knows of a server that may go away: whether to leave it alone for a while."""

import logging
import time

log = logging.getLogger(__name__)

#: Seconds that a process leaves a server alone after it has not answered.
REST = 5.0


class Line:
    """The line to one server, shared by all threads of a process."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._is_away = False
        self._rests_until = 0.0

    def rests(self) -> bool:
        """Tell whether the server is not to be asked now."""
        return time.monotonic() < self._rests_until

    def breaks(self, error: Exception) -> None:
        """Leave the server alone for a while; the log hears of the beginning of an outage only."""
        if not self._is_away:
            log.warning("%s is away, the site goes on without: %s", self.name, error)
        self._is_away = True
        self._rests_until = time.monotonic() + REST

    def works(self) -> None:
        """Take note that the server has answered."""
        if self._is_away:
            log.warning("%s is back", self.name)
        self._is_away = False
