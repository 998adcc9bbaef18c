"""What is done to a site while people play: kills, servers that stand still, a Redis that has forgotten everything."""

import threading
import time
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count
from random import Random
from typing import NamedTuple

from redis import Redis
from redis.exceptions import RedisError

from tests.chaos.evidence import Expiry
from tests.chaos.scene import SLEEPERS
from tests.chaos.site import PREVIOUS_WEB, Site
from tests.chaos.takers import Taker
from tests.chaos.times import NOW
from tests.chaos.watch import Span

NOTIFIED = 10.0
"""Seconds between two notices for each person whose chat hangs."""
BETWEEN = (1.0, 5.0)
"""Seconds."""
ROUND = ("kill",) * 6 + ("flush", "postgresql", "redis")
"""What happens before anything of it happens again; a server's name: it stands still."""
SERVES = ("web", PREVIOUS_WEB, "postgresql", "redis")
"""Whose end people may notice."""


class Fault(NamedTuple):
    """Something that was done and may have hindered people until then, by the clock of the process."""

    what: str
    at: float


class Happened(NamedTuple):
    """Which faults people may have noticed, whose time was let run out, and when no workers ran, as they were
    replaced."""

    faults: list[Fault]
    expiries: list[Expiry]
    switches: list[Span]


def happen(site: Site, takers: Sequence[Taker], slept: list[str], rng: Random) -> Happened:
    """Let faults happen until the time is over, and let the time of sleepers run out.

    A site that runs the previous release is upgraded in between.
    """
    over, happened = threading.Event(), Happened([], [], [])
    held, *running_out = slept
    for act in (partial(_hold, site, held), partial(_notify_hanging, site)):
        threading.Thread(target=act, args=[over], daemon=True).start()
    parts = [NOW.whole]
    if site.previous:
        old, migrated = NOW.previous
        parts = [old, migrated, NOW.whole - old - migrated]
    for number, seconds in enumerate(parts):
        _upgrade(site, number, happened)
        for what in _kinds_until(time.monotonic() + seconds, rng):
            for taker in takers:
                taker.change(rng)
            name = _do(what, site, rng)
            if name in SERVES:
                happened.faults.append(Fault(f"{what} {name}", time.monotonic()))
            happened.expiries.extend(site.let_run_out(rng.choice(running_out), SLEEPERS))
    over.set()
    return happened


def _upgrade(site: Site, number: int, happened: Happened) -> None:
    """Take a step of the upgrade, as `docs/operating.md` has it: first none, then migrate, then switch to today's
    release."""
    if number == 1:
        site.migrate()
    elif number == 2:
        began = time.time()
        site.stop_previous_workers()
        happened.faults.append(Fault("switch", time.monotonic()))
        site.switch()
        happened.switches.append(Span(began, time.time()))


def _hold(site: Site, table: str, over: threading.Event) -> None:
    """Let an idle transaction hold a table again and again; one that is cut off begins again."""
    while not over.is_set():
        site.hold(table, NOW.held, over)
        over.wait(1)


def _notify_hanging(site: Site, over: threading.Event) -> None:
    """Write notices for people whose chats hang, again and again."""
    for number in count():
        site.notify_hanging(number)
        if over.wait(NOTIFIED):
            return


def power_cut(site: Site) -> Fault:
    """Kill all in the same moment."""
    for child in site.nursery.children.values():
        child.kill(Random(1))
        site.nursery.killed["all"] += 1
    return Fault("power cut", time.monotonic())


def _kinds_until(end: float, rng: Random) -> Iterator[str]:
    """What happens until a moment, some seconds after one another; all kinds before any happens again."""
    while True:
        for what in rng.sample(ROUND, len(ROUND)):
            time.sleep(rng.uniform(*BETWEEN))
            if time.monotonic() > end:
                return
            yield what


def _do(what: str, site: Site, rng: Random) -> str:
    """Do one of them; its target."""
    if what == "kill":
        return site.nursery.kill_one(rng)
    if what == "flush":
        try:
            with Redis.from_url(site.environment["REDIS_URL"], socket_timeout=1, socket_connect_timeout=1) as redis:
                redis.flushall()
            site.nursery.killed["all that redis knew"] += 1
        except RedisError:
            return ""
        return "redis"
    site.nursery.let_stand_still(what, rng.uniform(*NOW.still))
    return what


def recoveries(faults: list[Fault], answers: list[tuple[float, float]]) -> list[float]:
    """How long after each fault a later request was served again; where another came in between, after that.

    `answers` are the good ones: request time and answer time.

    >>> recoveries([Fault("kill web", 10.0)], [(9.0, 9.5), (9.9, 12.0), (10.5, 13.0), (11.0, 12.5)])
    [2.5]
    >>> recoveries([Fault("kill web", 10.0), Fault("kill web", 12.0)], [(12.1, 14.0)])
    [2.0, 2.0]
    >>> recoveries([Fault("kill web", 10.0)], [])
    [inf]
    """
    found = []
    for fault in faults:
        served = min((answered for asked, answered in answers if asked >= fault.at), default=float("inf"))
        last = max(one.at for one in faults if one.at <= served)
        found.append(served - last if served < float("inf") else served)
    return found
