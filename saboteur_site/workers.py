"""`python -m saboteur_site.workers`: all that works beside the web server in little room, for `./run` and small hosts.

One process loads the site and becomes five: a worker for each queue, so that a mail server that hangs holds up neither
clock nor bots, and beat. They share the memory of what was loaded. When one of them ends, all end. Whatever looks after
this process starts it again.
"""

import ctypes
import gc
import os
import signal
import sys
import time
from importlib import import_module
from typing import NoReturn

from saboteur_site.celery import SWEEPS, app

SHARED = ("bin.celery", "apps.worker", "apps.beat", "concurrency.solo", "worker.consumer")
"""What of Celery all of them need."""
PATIENCE = 15.0
"""Seconds in which workers may end by themselves; those who end this process wait a little longer."""
_WORKER = ["--pool", "solo", "--without-gossip", "--without-mingle", "--without-heartbeat"]


def main() -> int:
    """Work until a signal comes or one of the five ends; the exit code."""
    app.loader.import_default_modules()
    for module in SHARED:
        import_module(f"celery.{module}")
    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    commands = [["worker", "--queues", name, "--hostname", f"{name}@%h", *_WORKER] for name in SWEEPS]
    family = [_start(command) for command in [*commands, ["beat"]]]
    try:
        while (ended := os.wait()[0]) not in family:
            pass  # the first process of a container inherits others
        family.remove(ended)
        return 1
    except KeyboardInterrupt:
        return 130
    finally:
        end(family)


def end(family: list[int]) -> None:
    """Let processes end what they do, kill those that do not come to an end within `PATIENCE`, and wait for all.

    A worker in its task ends after it, and what it waits for may hang.
    """
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    for member in family:
        os.kill(member, signal.SIGTERM)
    left, ends = set(family), time.monotonic() + PATIENCE
    while left and time.monotonic() < ends:
        left -= {member for member in left if os.waitpid(member, os.WNOHANG)[0]}
        time.sleep(0.05)
    for member in left:
        os.kill(member, signal.SIGKILL)
        os.waitpid(member, 0)


def _start(command: list[str]) -> int:
    """Let a copy of this process be one of Celery's; its number."""
    parent = os.getpid()
    return os.fork() or _be(command, parent)


def _be(command: list[str], parent: int) -> NoReturn:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # it ends when its parent dies, be it by kill -9
    try:
        if os.getppid() == parent:
            app.start(argv=["--quiet", *command, "--loglevel", "WARNING"])
    finally:
        os._exit(1)


if __name__ == "__main__":
    sys.exit(main())
