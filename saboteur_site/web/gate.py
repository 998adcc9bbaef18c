"""The gate before requests that use the database: it admits fewer than a server has threads."""

import threading
import time
from collections.abc import Callable


class Gate:
    """Admits so many requests at once. If none was served for `patience` seconds, further ones are refused without a
    wait.

    The remaining threads serve requests without the database, however long the others wait for it. A site that is only
    busy refuses no request, since some are served all the time. Requests that timed out do not count as served:
    otherwise the next ones would wait as long, and so would requests without the database.
    """

    def __init__(self, room: int, patience: float, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.room, self.patience, self._clock = room, patience, clock
        self._changed = threading.Condition()
        self._inside = 0
        self._in_vain = False
        """Whether the last request to leave had timed out."""
        self._waits_since = 0.0

    def enter(self) -> bool:
        """Wait for admission; return False if no request was served within the longest wait."""
        with self._changed:
            while self._inside >= self.room:
                left = self._waits_since + self.patience - self._clock()
                if left <= 0:
                    return False
                self._changed.wait(left)
            if not (self._inside and self._in_vain):
                self._waits_since = self._clock()
            self._inside += 1
            return True

    def leave(self, *, served: bool = True) -> None:
        """Leave; `served`: with a response, not after a timeout."""
        with self._changed:
            self._inside -= 1
            self._in_vain = not served
            if served:
                self._waits_since = self._clock()
            self._changed.notify()
