"""The processes of a site, each of which is killed or stopped at random moments and started again, as systemd would."""

import os
import signal
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import psutil

from tests.processes import PATIENCE, ROOT
from tests.services import Cluster, as_account

PAUSE = 0.5
"""Seconds after which what has ended is started again."""


class Child:
    """A process that is started again whenever it ends; what it says goes into a file.

    `has_helpers`: it has started others, of which one alone may die.
    """

    def __init__(
        self, name: str, command: list[str], folder: Path, *, has_helpers: bool = False, **options: Any
    ) -> None:
        self.name, self.command, self.options, self.has_helpers = name, command, options, has_helpers
        self.log = folder / f"{name}.log"
        self.starts = 0
        self.is_retired = False
        self._family: list[psutil.Process] = []
        self.start()

    def start(self) -> None:
        """Start it; processes left by its last run are ended first."""
        for left in self._family:
            with suppress(psutil.Error):
                left.kill()
        self._family = []
        self.starts += 1
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                self.command, stdout=output, stderr=subprocess.STDOUT, start_new_session=True, **self.options
            )

    def kill(self, rng: Random) -> str:
        """Kill -9 the process, or one of those it has started; what was killed."""
        try:
            helpers = psutil.Process(self.process.pid).children(recursive=True)
        except psutil.Error:
            return ""
        if self.has_helpers and helpers and rng.random() < 0.5:
            with suppress(psutil.Error):
                rng.choice(helpers).kill()
            return f"one of {self.name}"
        self._family = helpers
        with suppress(ProcessLookupError):
            os.kill(self.process.pid, signal.SIGKILL)
        return self.name

    def stand_still(self) -> "list[psutil.Process]":
        """Let it and all that it has started stand still (SIGSTOP); who does."""
        stopped = []
        with suppress(psutil.Error):
            process = psutil.Process(self.process.pid)
            for one in (process, *process.children(recursive=True)):
                with suppress(psutil.Error):
                    one.suspend()
                    stopped.append(one)
        return stopped

    def look_after(self) -> None:
        """Start it again if it has ended."""
        if self.process.poll() is not None:
            time.sleep(PAUSE)
            if not self.is_retired:
                self.start()

    def end(self) -> None:
        """End it for good, with all that it has started."""
        with suppress(psutil.Error):
            self._family += psutil.Process(self.process.pid).children(recursive=True)
        with suppress(ProcessLookupError):
            self.process.kill()
        self.process.wait()
        for left in self._family:
            with suppress(psutil.Error):
                left.kill()


class Nursery:
    """All children, with a supervisor."""

    def __init__(self) -> None:
        self.children: dict[str, Child] = {}
        self.killed: Counter[str] = Counter()
        self._over = threading.Event()
        self._nurses: dict[str, threading.Thread] = {}

    def add(self, child: Child) -> None:
        """Look after one more child, each by a nurse of its own, so that none has to wait for another."""
        self.children = {**self.children, child.name: child}
        nurse = threading.Thread(target=self._look_after, args=[child], daemon=True)
        self._nurses[child.name] = nurse
        nurse.start()

    def stop(self, names: Collection[str]) -> None:
        """Ask children to end, all at once as an operator does, and end those that do not; none is started again."""
        stopped = [self.children[name] for name in names]
        self.children = {name: child for name, child in self.children.items() if name not in names}
        for child in stopped:
            child.is_retired = True
        for child in stopped:
            self._nurses.pop(child.name).join(PATIENCE)  # it may be starting the process
            child.process.terminate()
        deadline = time.monotonic() + PATIENCE
        for child in stopped:
            with suppress(subprocess.TimeoutExpired):
                child.process.wait(max(0.0, deadline - time.monotonic()))
            child.end()

    def _look_after(self, child: Child) -> None:
        while not child.is_retired and not self._over.wait(0.1):
            child.look_after()

    def kill_one(self, rng: Random) -> str:
        """Kill a child; its name."""
        victim = self.children[rng.choice(sorted(self.children))]
        if name := victim.kill(rng):
            self.killed[name] += 1
        return victim.name

    def let_stand_still(self, name: str, seconds: float) -> None:
        """Let a child stand still for a while and go on with what it had."""
        stopped = self.children[name].stand_still()
        self._over.wait(seconds)
        for one in reversed(stopped):
            with suppress(psutil.Error):
                one.resume()
        self.killed[f"{name} stood still"] += 1

    def close(self) -> None:
        """End all."""
        self._over.set()
        for nurse in self._nurses.values():
            nurse.join(PATIENCE)
            assert not nurse.is_alive(), nurse.name
        for child in reversed(self.children.values()):
            child.end()


def postgresql(made: Cluster, port: int, folder: Path) -> Child:
    """A PostgreSQL that keeps what it has promised, when it is killed."""
    return Child("postgresql", made.command(port), folder, cwd=folder, **as_account(made.account))


def of_the_site(
    name: str, command: list[str], folder: Path, environment: dict[str, str], *, tree: Path = ROOT
) -> Child:
    """A process of the site itself, which runs the code in `tree`."""
    return Child(name, command, folder, has_helpers=not name.endswith("beat"), cwd=tree, env=environment)
