"""One run of some tests in a process of its own: with a mutant in place of a module, or noting which lines are reached.

The process is forked from one that has imported pytest and the libraries already, so that it begins at once. No file is
changed: its importers get the mutant, in this process alone.
"""

import json
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType
from typing import NamedTuple

import pytest

from tests.services import end_with_parent
from tools.mutants.witness import Witness, notes_of, reached

MEMORY = 6 * 2**30
"""Bytes that a run may take."""


class Ground(NamedTuple):
    """Where tests run: the root of a repository, the folders with its code, pytest's options."""

    root: Path
    code: Sequence[str]
    options: Sequence[str] = ()
    furnish: Callable[[int], None] = lambda _: None
    """What the process of a slot does before it begins."""


class Errand(NamedTuple):
    """What a run is to do."""

    files: Sequence[str]
    wanted: frozenset[str] | None = None
    """The tests of these files that are to run; None for all."""
    mutant: tuple[str, CodeType] | None = None
    """A module and its other code, which runs until a test fails; None to run all and note what they reach."""
    limit: float = 1200.0
    """Seconds of the processor's time after which the run is ended; it is ended too after three times as long."""


class Outcome(NamedTuple):
    """What became of a run."""

    killed_by: str | None
    """The first test that failed, or what else went wrong; None if all went well."""
    seconds: dict[str, float]
    """The tests that ran, and how long each took."""
    failed: Sequence[str]
    lines: dict[str, dict[str, str]]
    """What each test reached, as `reached` gives it."""


def run(ground: Ground, errand: Errand, *, slot: int, folder: Path) -> Outcome:
    """Run tests in a process of their own. A slot is used by one run at a time and keeps its papers in a folder."""
    answer = folder / f"answer-{slot}.json"
    answer.unlink(missing_ok=True)
    child = fork(lambda: _work(ground, errand, slot, answer))
    try:
        in_time = _ends(child, 3 * errand.limit)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
    if answer.exists():
        return Outcome(**json.loads(answer.read_text()))
    return Outcome("(it ended by itself)" if in_time else "(it took too long)", {}, [], {})


def fork(work: Callable[[], object]) -> int:
    """Begin a process that does some work and ends, at the latest with this one; its number. It ends with 0 or 1."""
    sys.stdout.flush()
    if child := os.fork():
        return child
    code = 1
    try:
        end_with_parent(signal.SIGKILL)
        work()
        code = 0
    except SystemExit as asked:
        code = int(bool(asked.code))
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(code)


def _ends(child: int, limit: float) -> bool:
    """Wait until a process has ended; False if its time, by the clock or by the processor, was over."""
    deadline = time.monotonic() + limit
    while (ended := os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT)) is None:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return ended.si_code == os.CLD_EXITED


def _work(ground: Ground, errand: Errand, slot: int, answer: Path) -> None:
    """What the process of a run does; it writes its answer as a whole, at the end."""
    os.setsid()
    said = os.open(answer.with_suffix(".log"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for stream in (1, 2):
        os.dup2(said, stream)
    resource.setrlimit(resource.RLIMIT_CPU, (int(errand.limit) + 1, int(errand.limit) + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.chdir(ground.root)
    sys.path.insert(0, str(ground.root))
    ground.furnish(slot)
    notes = None
    if errand.mutant:
        sys.meta_path.insert(0, InPlace(ground.root, *errand.mutant))
    else:
        notes = notes_of([ground.root / folder for folder in ground.code])
    witness = Witness(errand.wanted, notes)
    options = [
        "-q",
        "-p",
        "no:cacheprovider",
        "-W",
        "ignore::pytest.PytestAssertRewriteWarning",
        *(["--exitfirst"] if errand.mutant else []),
        *ground.options,
    ]
    code = pytest.main([*options, *errand.files], plugins=[witness])
    went_well = code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
    killed_by = next(iter(witness.failed), None if went_well else "(nothing could be collected)")
    lines = reached(notes, ground.root) if notes else {}
    draft = answer.with_suffix(".draft")
    draft.write_text(json.dumps(Outcome(killed_by, witness.seconds, witness.failed, lines)._asdict()))
    draft.replace(answer)


class InPlace(MetaPathFinder):
    """Lets one module of a repository be imported as the code of its mutant."""

    def __init__(self, root: Path, path: str, code: CodeType) -> None:
        self.file, self.code = root / path, code
        self.name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """The mutant, if this is its module."""
        if name != self.name:
            return None
        return spec_from_file_location(name, self.file, loader=_Mutated(name, str(self.file), self.code))


class _Mutated(SourceFileLoader):
    def __init__(self, name: str, path: str, code: CodeType) -> None:
        super().__init__(name, path)
        self.mutated = code

    def get_code(self, fullname: str) -> CodeType:
        return self.mutated
