"""The gate before everything that may have to wait: behind it is less room than a server has threads."""

import threading
import time


class Gate:
    """Room for so many requests at once. When nobody has come out for `patience` seconds, nobody waits for room any
    more.

    The threads that are left over serve those who need no database, however long the others wait for it. A site that is
    merely busy turns nobody away: there somebody comes out all the time.
    """

    def __init__(self, room: int, patience: float) -> None:
        self.room, self.patience = room, patience
        self._changed = threading.Condition()
        self._inside = 0
        self._full_since = 0.0

    def enter(self) -> bool:
        """Wait for room and take it; False if there is none, and nobody has come out for as long as one may wait."""
        with self._changed:
            while self._inside >= self.room:
                left = self._full_since + self.patience - time.monotonic()
                if left <= 0:
                    return False
                self._changed.wait(left)
            self._inside += 1
            self._full_since = time.monotonic()
            return True

    def leave(self) -> None:
        """Make room."""
        with self._changed:
            self._inside -= 1
            self._full_since = time.monotonic()
            self._changed.notify()
