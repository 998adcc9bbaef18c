"""The gate before requests that use the database: it admits fewer than a server has threads."""

import threading
import time
from collections.abc import Callable


class Gate:
    """Admits so many requests at once. If none was served for `patience` seconds, further ones are refused without a
    wait.

    The threads that are left over serve those who need no database, however long the others wait for it. A site that is
    merely busy refuses no request: there some are served all the time. Requests that gave up waiting do not count: else
    those who come next would wait as long for the same, and so would requests that need no database.
    """

    def __init__(self, room: int, patience: float, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.room, self.patience, self._clock = room, patience, clock
        self._changed = threading.Condition()
        self._inside = 0
        self._in_vain = False
        """Whether the last request that left had given up."""
        self._waits_since = 0.0

    def enter(self) -> bool:
        """Wait for admission; False if no request was served for as long as one may wait."""
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
        """Leave; `served`: with a response, not after giving up."""
        with self._changed:
            self._inside -= 1
            self._in_vain = not served
            if served:
                self._waits_since = self._clock()
            self._changed.notify()
