"""How long a choice takes a worker that knows nothing of the game yet: another process, one choice of each round."""

import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from math import ceil
from multiprocessing import get_context

from games.bots.choice import Chooser
from games.rules.dice import Dice
from games.rules.events import PublicEvent
from games.rules.view import PlayerView
from tools.bots.course import Course
from tools.bots.measures import Counts, times


def timed(course: Course) -> Counts:
    """All choices of a round as they were made, and one of them made again where nothing is remembered."""
    turns = [turn for turn in course.turns if len(turn.view.menu) > 1]
    measured = times(course)
    if turns:
        turn = turns[Dice(b"cold", str(course.number)).below(len(turns))]
        seen = course.seen_before(turn)
        took = _worker().submit(_choose, course.chooser, turn.view, seen).result()
        measured[f"cold {ceil(took * 10)}"] += 1
    return measured


@cache
def _worker() -> ProcessPoolExecutor:
    """One process for all; it was not forked, so it remembers nothing of this one."""
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"))


def _choose(chooser: Chooser, view: PlayerView, seen: Sequence[PublicEvent]) -> float:
    begun = time.thread_time_ns()
    chooser(view, Dice(b"cold", "choice").below, seen)
    return (time.thread_time_ns() - begun) / 1e6
