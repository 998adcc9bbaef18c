"""The wait before a retry."""

from datetime import timedelta
from typing import NamedTuple


class BackOff(NamedTuple):
    """Waits that double with each failure in a row, from the ``first`` to the ``longest``."""

    first: timedelta
    longest: timedelta

    def after(self, failures: int, retry_after: float | None = None) -> timedelta:
        """Return the wait after so many failures in a row; ``retry_after`` seconds if the server asks for more.

        >>> back_off = BackOff(timedelta(seconds=30), timedelta(minutes=5))
        >>> [back_off.after(failures).seconds for failures in range(1, 7)]
        [30, 60, 120, 240, 300, 300]
        >>> back_off.after(1, retry_after=45.0).seconds
        45
        """
        wait: timedelta = min(self.first * 2 ** min(failures - 1, 10), self.longest)
        return max(wait, timedelta(seconds=retry_after or 0.0))
