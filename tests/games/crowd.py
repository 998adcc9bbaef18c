"""A crowd for races: threads with connections of their own that act in the same moment."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import QuerySet
from django.http import Http404

from games.services import moves
from saboteur_site.web.declined import DeclinedError

Answers = list[Any]
PATIENCE = 60.0
"""Seconds after which who is still not there is given up, so that a fault does not become a hang."""


class Crowd:
    """Threads that each keep one connection and do their deeds in the same moment."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._start = threading.Barrier(size)
        self._pool = ThreadPoolExecutor(size)

    def at_once(self, deeds: Sequence[Callable[[], Any]]) -> Answers:
        """What each deed, one for each thread, gave: its answer, or what it raised."""
        assert len(deeds) == self.size
        return list(self._pool.map(self._do, deeds, timeout=2 * PATIENCE))

    def _do(self, deed: Callable[[], Any]) -> Any:
        self._start.wait(PATIENCE)
        try:
            return deed()
        except (DeclinedError, Http404) as refused:
            return type(refused).__name__
        except Exception as error:
            return error

    def go_home(self) -> None:
        """Close all connections and end the threads."""
        self.at_once([lambda: connection.close()] * self.size)
        self._pool.shutdown(wait=False)


@contextmanager
def crowd(size: int) -> Iterator[Crowd]:
    """A crowd that goes home at the end."""
    people = Crowd(size)
    try:
        yield people
    finally:
        people.go_home()


def one_after_the_other(first: Callable[[], Any], second: Callable[[], Any]) -> Answers:
    """What two deeds gave, of which the second begins while the first still holds what it has locked.

    The first is over when the second waits for it, or is done because it does not wait.
    """
    first_is_done, second_is_done = threading.Event(), threading.Event()

    def hold() -> Any:
        with transaction.atomic():
            answer = first()
            first_is_done.set()
            _until(lambda: second_is_done.is_set() or lock_is_awaited())
        return answer

    def follow() -> Any:
        assert first_is_done.wait(PATIENCE)
        try:
            return second()
        finally:
            second_is_done.set()

    with crowd(2) as people:
        return people.at_once([hold, follow])


def lock_is_awaited() -> bool:
    """Whether another connection waits for a lock."""
    waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # else a transaction sees the same again and again
        cursor.execute(waiting)
        return cursor.fetchone() is not None


def _until(is_so: Callable[[], bool]) -> None:
    over = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < over
        time.sleep(0.01)


def plant_lock(monkeypatch: pytest.MonkeyPatch, how: "Callable[..., QuerySet[Any]]") -> None:
    """A fault: rows that are read for a change are locked so."""
    monkeypatch.setattr(QuerySet, "select_for_update", how)
    for prepared in moves._LOCKS.values():
        monkeypatch.setattr(prepared, "_reading", None)


def without_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault: what reads rows for a change locks none."""
    plant_lock(monkeypatch, lambda rows, *_how, **_more: rows.all())


def with_another(meeting: threading.Barrier) -> None:
    """Wait a short while until another thread has come this far too."""
    try:
        meeting.wait(0.5)
    except threading.BrokenBarrierError:
        meeting.reset()
