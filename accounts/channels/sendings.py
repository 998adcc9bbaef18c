"""Concurrent deliveries: one thread uses the database, many wait for remote servers.

A `Sending` is a generator. It reads what it needs, yields `Job`s, is sent their results, and stores the outcome. Jobs
run in threads of their own and never use the database, so hundreds of hanging jobs hold no connection. A run (`work`)
drives many sendings at the same time, in lanes: a full lane delays its own sendings only. Whatever the remote server
does, a job ends after `LAST` seconds (docs/adr/0061).
"""

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Hashable, Iterable, Sequence
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from accounts.channels import NotSentError, Trouble

log = logging.getLogger(__name__)

Job = Callable[[], Any]
"""A function that waits for a remote server. It reads and writes no rows."""
Sending = Generator[Sequence[Job], list[Any], None]
"""A delivery in progress. It yields jobs that may run at the same time and is sent their results in the same order; an
exception of a job is raised at the `yield`."""

PATIENCE = 45.0
"""Seconds after which a run starts no more sendings; the next run does the rest."""
TURN = 50
"""How many messages of one source are started before the next source is asked."""
LAST = 60.0
"""Seconds after which a running job counts as failed. Channels have shorter timeouts of their own; this one is for what
they cannot limit, such as a hanging DNS resolver."""
ASKS = 1.0
"""Seconds between two polls for new messages while jobs run."""


class Pause:
    """A job that only waits for some seconds and takes no room in its lane."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def __call__(self) -> None:
        """Wait."""
        time.sleep(self.seconds)


def _in_thread(job: Callable[[], None]) -> None:
    threading.Thread(target=job, daemon=True).start()


class Runtime(NamedTuple):
    """The monotonic clock of a run, and how it starts a job without waiting for it."""

    clock: Callable[[], float] = time.monotonic
    start: Callable[[Callable[[], None]], None] = _in_thread


RUNTIME = Runtime()
"""The runtime of this process. Tests use one with a fixed time in which jobs end at once."""


class Work(NamedTuple):
    """A sending that a source has begun. ``key`` is its recipient; a lane has one sending for each recipient at a
    time."""

    lane: str
    key: Hashable
    sending: Sending


Source = Callable[["Crew"], Work | None]
"""Returns the next due message for which there is room, with a lease on it; None without one."""


class Crew:
    """The sendings of one run. Everything except the jobs runs in the thread of the run. ``failures``: errors of
    sendings that could not store their outcome."""

    def __init__(self, runtime: Runtime | None = None) -> None:
        self._runtime = runtime or RUNTIME
        self.failures: list[Exception] = []
        self._done: SimpleQueue[tuple[int, int, Any, bool]] = SimpleQueue()
        self._under_way: dict[int, _UnderWay] = {}
        self._jobs: Counter[str] = Counter()
        self._number = 0

    def now(self) -> float:
        """The monotonic time of the run, in seconds."""
        return self._runtime.clock()

    @property
    def is_busy(self) -> bool:
        """Whether jobs are running."""
        return bool(self._under_way)

    def room(self, lane: str, most: int) -> bool:
        """Whether fewer than so many jobs run in a lane."""
        return self._jobs[lane] < most

    def keys(self, lane: str) -> list[Any]:
        """The recipients with running jobs in a lane."""
        return [one.work.key for one in self._under_way.values() if one.work.lane == lane]

    def start(self, work: Work) -> None:
        """Begin a sending, and start its first jobs."""
        self._go_on(work, None)

    def ask(self, source: Source, ends: float) -> bool:
        """Start what a source has, while there is room and time; return whether there was anything.

        Jobs that end meanwhile are settled at once: what was accepted and is not stored would be sent again. After
        `TURN` sendings with a job the other sources are asked; one that had nothing to send does not count.
        """
        found, last = False, self._number + TURN
        while self._number < last and self.now() < ends and (one := source(self)) is not None:
            self.start(one)
            self.wait(0.0)
            found = True
        return found

    def wait(self, seconds: float) -> None:
        """Wait at most so long for jobs to end, and resume their sendings."""
        end = self.now() + seconds
        while True:
            try:
                found = self._done.get(timeout=max(0.0, end - self.now()))
            except Empty:
                break
            self._is_over(*found)
            end = float("-inf")  # take the other results without waiting
        for number in [number for number, one in self._under_way.items() if one.ends <= self.now()]:
            one = self._forget(number)
            self._go_on(one.work, NotSentError(Trouble.AWAY))

    def _go_on(self, work: Work, came: "list[Any] | BaseException | None") -> None:
        """Resume a sending with the results of its jobs, None at its start, until it waits again or ends."""
        try:
            jobs = _step(work.sending, came)
        except Exception as error:
            self.failures.append(error)
            return
        if jobs is None:
            return
        self._number += 1
        one = _UnderWay(work, self.now() + LAST, jobs)
        self._under_way[self._number] = one
        self._jobs[work.lane] += one.room
        for place, job in enumerate(jobs):
            self._runtime.start(partial(self._run, self._number, place, job))

    def _run(self, number: int, place: int, job: Job) -> None:
        try:
            self._done.put((number, place, job(), False))
        except BaseException as error:  # it is raised where the sending waits
            self._done.put((number, place, error, True))

    def _is_over(self, number: int, place: int, came: Any, failed: bool) -> None:
        one = self._under_way.get(number)
        if one is None:  # the waiter gave up
            return
        one.results[place] = came
        one.failures += [came] if failed else []
        one.left -= 1
        if not one.left:
            self._forget(number)
            self._go_on(one.work, one.failures[0] if one.failures else one.results)

    def _forget(self, number: int) -> "_UnderWay":
        one = self._under_way.pop(number)
        self._jobs[one.work.lane] -= one.room
        return one


class _UnderWay:
    """The jobs that a sending waits for. ``room``: how many of them count in its lane."""

    def __init__(self, work: Work, ends: float, jobs: Sequence[Job]) -> None:
        self.work, self.ends, self.left = work, ends, len(jobs)
        self.results: list[Any] = [None] * len(jobs)
        self.room = sum(not isinstance(job, Pause) for job in jobs)
        self.failures: list[BaseException] = []


def work(sources: Iterable[Source], *, patience: float | None = None, runtime: Runtime | None = None) -> None:
    """Send the messages of the sources, until they have none and all sendings have ended. Messages that become due
    meanwhile are sent too.

    A source is asked until it has nothing more or its lanes are full, and only then the next one. So the order in which
    messages of different sources leave does not depend on how many others turn out to be obsolete. A source that fails
    is asked no more in this run, and a sending that fails stops no other. The first failure is raised at the end, the
    others are logged.
    """
    crew, asked = Crew(runtime), list(sources)
    ends = crew.now() + (PATIENCE if patience is None else patience)
    while True:
        found = False
        for source in list(asked):
            try:
                found |= crew.ask(source, ends)
            except Exception as error:
                asked.remove(source)
                crew.failures.append(error)
        if not found and not crew.is_busy:
            break
        crew.wait(0.0 if found else ASKS)
    for other in crew.failures[1:]:
        log.error("messages: another failure of the same run", exc_info=other)
    if crew.failures:
        raise crew.failures[0]


def run(sending: Sending | None) -> None:
    """Send one message and wait for it; raises what it raises. None: it was sent already."""
    came: list[Any] | BaseException | None = None
    while sending is not None and (jobs := _step(sending, came)) is not None:
        came = _results(jobs)


def _step(sending: Sending, came: list[Any] | BaseException | None) -> Sequence[Job] | None:
    """Resume a sending with the results of its jobs; return its next jobs, None at its end."""
    try:
        if isinstance(came, BaseException):
            return sending.throw(came)
        return next(sending) if came is None else sending.send(came)
    except StopIteration:
        return None


def _results(jobs: Sequence[Job]) -> list[Any] | BaseException:
    """The results of concurrent jobs; the first one runs in this thread."""
    found: list[Any] = [None] * len(jobs)
    failures: list[BaseException] = []

    def do(place: int) -> None:
        try:
            found[place] = jobs[place]()
        except BaseException as error:  # it is raised where the sending waits
            failures.append(error)

    threads = [threading.Thread(target=do, args=[place], daemon=True) for place in range(1, len(jobs))]
    for thread in threads:
        thread.start()
    if jobs:
        do(0)
    for thread in threads:
        thread.join()
    return failures[0] if failures else found
