"""Unfinished files, whose writer was killed."""

import time
from collections.abc import Iterable
from pathlib import Path

UNFINISHED = 3600.0
"""Seconds after which a file that is still not finished is abandoned."""


def remove(files: Iterable[Path], seconds: float = UNFINISHED) -> int:
    """Remove the files that were last changed at least so many seconds ago; return how many."""
    gone, then = 0, time.time() - seconds
    for path in files:
        try:
            if path.stat().st_mtime <= then:
                path.unlink()
                gone += 1
        except FileNotFoundError:  # another process was first
            continue
    return gone
