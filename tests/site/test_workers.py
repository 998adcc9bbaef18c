"""The process of all workers ends in time, whatever its children do."""

import os
import subprocess
import sys
import time

import pytest

from saboteur_site import alone, workers
from tests.processes import ROOT

PYTHON = sys.executable
STUBBORN = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(flush=True); time.sleep(60)"
GOOD = "import time; print(flush=True); time.sleep(60)"


def started(script: str) -> int:
    """The number of a child that runs by now."""
    process = subprocess.Popen([PYTHON, "-c", script], stdout=subprocess.PIPE)
    assert process.stdout
    process.stdout.readline()
    process.stdout.close()
    process.returncode = 0  # the code under test waits for it
    return process.pid


def test_worker_that_does_not_end_is_killed_and_others_are_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "PATIENCE", 1.0)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    family, began = [started(STUBBORN), started(GOOD)], time.monotonic()
    workers.end(family)
    assert 1.0 <= time.monotonic() - began < 10.0
    for member in family:
        with pytest.raises(ProcessLookupError):
            os.kill(member, 0)


def test_workers_end_before_those_lose_patience_who_end_them() -> None:
    assert workers.PATIENCE < alone.PATIENCE


@pytest.mark.parametrize("module", ["alone", "workers"])
def test_first_process_of_a_container_survives_the_end_of_an_orphan(module: str) -> None:
    """A child that the process has not started, as the first one of a container inherits them."""
    script = f"""
import os, subprocess, sys, threading, time
from saboteur_site import {module} as site
from saboteur_site.celery import app
orphan = os.fork()
if not orphan:
    time.sleep(0.2)
    os._exit(0)
site.subprocess = type("Fake", (), {{
    "run": lambda *_a, **_n: None, "TimeoutExpired": subprocess.TimeoutExpired,
    "Popen": lambda *_a, **_n: subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1)"]),
}})
def child(_command):
    if not (number := os.fork()):
        time.sleep(1)
        os._exit(0)
    return number
site._start = child
began = time.monotonic()
code = site.main()
print(code, round(time.monotonic() - began, 1))
"""
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    code, lasted = done.stdout.split()
    assert code == "1"
    assert float(lasted) >= 0.9
