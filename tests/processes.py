"""Processes of the site as operators start them: by the commands of the Procfile, with nothing else around them."""

import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

ROOT = Path(__file__).resolve().parents[1]


def commands_of(tree: Path) -> dict[str, str]:
    """The commands of the Procfile in a folder, by their names."""
    return dict(re.findall(r"^(\w+): (.+)$", (tree / "Procfile").read_text(), re.MULTILINE))


COMMANDS = commands_of(ROOT)
PATIENCE = 60.0


def at(address: str, workers: int = 2, *, tree: Path = ROOT) -> str:
    """The command of the web server of a release when it listens at an address; each worker takes a second of a
    processor."""
    return (
        commands_of(tree)["web"]
        .replace("0.0.0.0:${PORT:-8000}", address)
        .replace("--workers 2", f"--workers {workers}")
    )


def surroundings(folder: Path, **variables: str) -> dict[str, str]:
    """An environment with these variables, what no program can do without, and nothing else in it."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    return {"PATH": path, "HOME": str(folder), "LOCAL_DIR": str(folder), **variables}


@contextmanager
def running(command: str, folder: Path, **variables: str) -> Iterator["subprocess.Popen[bytes]"]:
    """A process that runs a command, and is asked to end at the end."""
    process = subprocess.Popen(shlex.split(command), cwd=ROOT, env=surroundings(folder, **variables))
    try:
        yield process
    finally:
        process.terminate()
        process.wait(PATIENCE)


def run(command: str, folder: Path, **variables: str) -> None:
    """Run a command to its end; AssertionError if it does not end well."""
    with running(command, folder, **variables) as process:
        assert process.wait(PATIENCE) == 0, command


def said(folder: Path, *arguments: str, **variables: str) -> str:
    """What Python says with these arguments; CalledProcessError if it does not end well."""
    environment = surroundings(folder, DJANGO_SETTINGS_MODULE="saboteur_site.settings", **variables)
    return subprocess.check_output([sys.executable, *arguments], cwd=ROOT, env=environment, text=True)


def fetched(address: str, **headers: str) -> bytes:
    """What comes from an address, as soon as a server answers there."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            with urlopen(Request(address, headers=headers), timeout=5) as answer:  # noqa: S310 (it is http)
                return bytes(answer.read())
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)


def becomes(question: Callable[[], bool]) -> bool:
    """Whether something becomes so before patience is over."""
    deadline = time.monotonic() + PATIENCE
    while not question():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.2)
    return True
