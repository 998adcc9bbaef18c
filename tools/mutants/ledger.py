"""The ledger of mutants: the verdicts on those that were tested, and the list of equivalent ones.

Verdicts are lines appended to a file, so that an interrupted run can be resumed. A verdict is valid while its ground is
unchanged: the module and the test that killed the mutant, or all tests that reached it.
"""

import json
import tomllib
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tools.mutants.operators import Mutant
from tools.mutants.reach import Case, digest, file_digest


class Verdict(NamedTuple):
    """The verdict on a mutant."""

    key: str
    killed_by: str | None
    """The test that failed, or another reason in brackets; None if it survived."""
    tests: int
    """How many tests reach it."""
    seconds: float
    stands_on: str
    passed: list[str] | None = None
    """The tests that it survived so far, while it is being tested."""


class Ledger:
    """The verdicts in a file."""

    def __init__(self, root: Path, path: Path) -> None:
        self.root, self.path = root, path
        self.verdicts: dict[str, Verdict] = {}
        #: Tests that killed a mutant of a module or a function.
        self.killers: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        path.parent.mkdir(parents=True, exist_ok=True)
        for line in path.read_text().splitlines() if path.exists() else []:
            self._know(Verdict(*json.loads(line)))

    def _know(self, verdict: Verdict) -> None:
        self.verdicts[verdict.key] = verdict
        if verdict.killed_by:
            self.killers[verdict.key.partition(": ")[0]][verdict.killed_by] += 1

    def add(self, verdict: Verdict) -> None:
        """Append a verdict; several processes may do so at the same time."""
        self._know(verdict)
        with self.path.open("a") as lines:
            lines.write(json.dumps(verdict) + "\n")

    def known(self, mutant: Mutant, tests: Iterable[Case]) -> Verdict | None:
        """The valid verdict on a mutant that these tests reach, if there is one."""
        verdict = self.verdicts.get(mutant.key)
        if verdict and verdict.stands_on == self.ground_of(mutant, tests, verdict.killed_by):
            return verdict
        return None

    def ground_of(self, mutant: Mutant, tests: Iterable[Case], killed_by: str | None) -> str:
        """A hash of the ground of a verdict."""
        module = file_digest(self.root, mutant.path)
        if killed_by and "::" in killed_by:
            return digest(module, killed_by, file_digest(self.root, killed_by.partition("::")[0]))
        files = sorted({test.file for test in tests})
        names = sorted(test.name for test in tests)
        return digest(module, *names, *(file_digest(self.root, file) for file in files))


def equivalents(path: Path) -> dict[str, str]:
    """The equivalent mutants with the reasons, from a file of the form

    ["games/rules/payout.py".settle_base]
    "a < b → a <= b" = "why they are equivalent"
    """
    found = {}
    for module, functions in tomllib.loads(path.read_text()).items():
        for function, entries in functions.items():
            found.update({f"{module}: {function}: {change}": why for change, why in entries.items()})
    return found
