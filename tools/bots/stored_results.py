"""Results on the disk, so that a run that was cut off goes on where it stopped. Changed code starts over."""

import hashlib
import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tools.bots.measures import Counts

ROOT = Path(__file__).resolve().parent.parent.parent
CODE = ("games/bots", "games/rules", "tools/bots")
OFTEN = 10.0
"""Seconds after which what is known is written at the latest."""


class Result(NamedTuple):
    """What a number of rounds of a row came to."""

    rounds: int
    counts: Counts


def digest(folders: Iterable[str] = CODE, root: Path = ROOT) -> str:
    """What stands for all code that decides how a round goes and what is counted."""
    files = sorted(path for folder in folders for path in (root / folder).rglob("*") if path.suffix in (".py", ".json"))
    whole = hashlib.sha256()
    for path in files:
        whole.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return whole.hexdigest()[:16]


class StoredResults:
    """Results by the name of their row, in one file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._known: dict[str, Result] = {}
        if file.exists():
            stored = json.loads(file.read_text(encoding="utf-8"))
            self._known = {name: Result(one["rounds"], Counter(one["counts"])) for name, one in stored.items()}
        self._written = time.monotonic()

    def of(self, name: str) -> Result:
        """What is known of a row."""
        return self._known.get(name, Result(0, Counts()))

    def rounds_of(self, name: str, rounds: int) -> Iterator[int]:
        """The numbers of the rounds that are still to be played."""
        return iter(range(self.of(name).rounds, rounds))

    def add(self, name: str, counts: Counts) -> None:
        """Keep one round more of a row."""
        before = self.of(name)
        self._known[name] = Result(before.rounds + 1, before.counts + counts)
        if time.monotonic() - self._written > OFTEN:
            self.write()

    def write(self) -> None:
        """Write all that is known; all or nothing of it."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        draft = self.file.with_suffix(".draft")
        stored = {name: one._asdict() for name, one in sorted(self._known.items())}
        draft.write_text(json.dumps(stored, sort_keys=True, indent=1) + "\n", encoding="utf-8")
        draft.replace(self.file)
        self._written = time.monotonic()
