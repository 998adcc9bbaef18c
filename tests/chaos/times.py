"""How long the chaos lasts, how long its faults do, and what may take how long; the suite shortens all of it alike."""

from typing import NamedTuple

from tests.conftest import SOAK


class Times(NamedTuple):
    """Seconds: of the whole chaos, between sweeps, that a mail server is given for an answer, that others are given to
    who gets posts, of bad moods, of a server that stands still, of a row that is held, that the previous
    release runs before and after the migration, where it is upgraded; and limits of what is counted
    (`docs/operating.md`). Waits after failures are divided by `hurry`."""

    whole: float
    sweeps: float
    answer: float
    posted: float
    hurry: float
    mood: tuple[float, float]
    still: tuple[float, float]
    held: float
    previous: tuple[float, float]
    oldest_tick: float
    longest_bot: float
    latest_notice: float
    recovery: float = 15.0
    switch: float = 90.0


TIMES = Times(
    whole=600,
    sweeps=30,
    answer=10,
    posted=10,
    hurry=1,
    mood=(60, 180),
    still=(5, 20),
    held=70,
    previous=(60, 240),
    oldest_tick=90,
    longest_bot=60,
    latest_notice=90,
)
"""The times of `./run soak`."""
SHORT = TIMES._replace(
    whole=30,
    sweeps=5,
    answer=0.5,
    posted=2,
    hurry=10,
    mood=(4, 10),
    still=(2, 5),
    held=25,
    previous=(5, 15),
    oldest_tick=30,
    longest_bot=25,
    latest_notice=35,
)
"""The times of the suite: a third of the limits, a tenth of the time."""
NOW = TIMES if SOAK else SHORT
