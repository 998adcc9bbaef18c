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

from tests.chaos.errors import PREVIOUS
from tests.chaos.evidence import Expiry
from tests.chaos.scene import SLEEPERS
from tests.chaos.site import Site
from tests.chaos.takers import Taker
from tests.chaos.times import NOW

NOTIFIED = 10.0
"""Seconds between two notices for each person whose chat hangs."""
BETWEEN = (1.0, 5.0)
"""Seconds."""
ROUND = ("kill",) * 6 + ("flush", "postgresql", "redis")
"""What happens before anything of it happens again; a server's name: it stands still."""
SERVES = ("web", f"{PREVIOUS}web", "postgresql", "redis")
"""Whose end people may notice."""


class Fault(NamedTuple):
    """Something that was done and may have hindered people until then, by the clock of the process."""

    what: str
    at: float


def happen(site: Site, takers: Sequence[Taker], slept: list[str], rng: Random) -> tuple[list[Fault], list[Expiry]]:
    """Let faults happen until the time is over, and let the time of sleepers run out; which fault hit which process."""
    over, faults, expiries = time.monotonic() + NOW.whole, list[Fault](), list[Expiry]()
    held, *running_out = slept
    acts = [partial(_hold, site, held), partial(_notify_hanging, site)]
    acts += [partial(_run_previous_release, site)] if site.previous else []
    for act in acts:
        threading.Thread(target=act, args=[over], daemon=True).start()
    for what in _kinds(rng):
        threading.Event().wait(rng.uniform(*BETWEEN))
        if time.monotonic() > over:
            return faults, expiries
        for taker in takers:
            taker.change(rng)
        name = _do(what, site, rng)
        if name in SERVES:
            faults.append(Fault(f"{what} {name}", time.monotonic()))
        expiries += site.let_run_out(rng.choice(running_out), SLEEPERS)
    raise AssertionError  # the kinds never end


def _hold(site: Site, table: str, over: float) -> None:
    """Let an idle transaction hold a table again and again; one that is cut off begins again."""
    while (left := over - time.monotonic()) > 0:
        site.hold(table, min(NOW.held, left))
        threading.Event().wait(1)


def _notify_hanging(site: Site, over: float) -> None:
    """Write notices for people whose chats hang, again and again."""
    for number in count():
        if time.monotonic() >= over:
            return
        site.notify_hanging(number)
        threading.Event().wait(NOTIFIED)


def _run_previous_release(site: Site, over: float) -> None:
    """Let processes of the previous release run beside today's again and again, as while a site is upgraded."""
    beside, apart = NOW.previous
    while (left := over - time.monotonic()) > 0:
        site.start_previous_release()
        threading.Event().wait(min(beside, left))
        site.stop_previous_release()
        threading.Event().wait(apart)


def power_cut(site: Site) -> Fault:
    """Kill all in the same moment."""
    for child in site.nursery.children.values():
        child.kill(Random(1))
        site.nursery.killed["all"] += 1
    return Fault("power cut", time.monotonic())


def _kinds(rng: Random) -> Iterator[str]:
    while True:
        yield from rng.sample(ROUND, len(ROUND))


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
