"""`python -m saboteur_site.workers`: workers and beat in little memory, for `./run` and small hosts.

One process loads the site and forks five: a worker for each queue, so that a mail server that hangs delays neither
clock nor bots, and beat. They share the loaded memory. When one of them exits, all exit; the supervisor of this process
restarts it.
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
"""The modules of Celery that all of them need."""
PATIENCE = 15.0
"""Seconds within which workers may exit by themselves; the supervisor waits a little longer."""
_WORKER = ["--pool", "solo", "--without-gossip", "--without-mingle", "--without-heartbeat"]


def main() -> int:
    """Work until a signal arrives or one of the five exits; return the exit code."""
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
    """Terminate processes, kill those that do not exit within `PATIENCE`, and wait for all.

    A worker exits after its current task, which may hang.
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
    """Fork a process of Celery; return its id."""
    parent = os.getpid()
    return os.fork() or _be(command, parent)


def _be(command: list[str], parent: int) -> NoReturn:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # it exits when its parent dies, even by kill -9
    try:
        if os.getppid() == parent:
            app.start(argv=["--quiet", *command, "--loglevel", "WARNING"])
    finally:
        os._exit(1)


if __name__ == "__main__":
    sys.exit(main())
