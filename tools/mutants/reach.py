"""Which test reaches which line, and how long it takes.

Each file with tests has a record of its own below a folder, which is rewritten when that file has changed. When the
code has changed since, its lines are looked up where they were: a new line is reached by what reached the old one in
its place. That may miss a test, so that a mutant seems to survive, and never the other way round.
"""

import ast
import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, NamedTuple

from tools.mutants.operators import Mutant, bound_by
from tools.mutants.trial import Outcome


class Case(NamedTuple):
    """A test: its name as pytest has it, its file, and how long it takes."""

    name: str
    file: str
    seconds: float

    @property
    def family(self) -> str:
        """Its name without the parameters."""
        return self.name.partition("[")[0]


class Reached(NamedTuple):
    """What a test reached in a file: the lines as the bits of a number, of the file as it was then."""

    case: Case | None
    """None stands for what runs while modules are imported."""
    path: str
    version: str
    lines: int


def digest(*texts: str) -> str:
    """A short digest of texts."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


def file_digest(root: Path, path: str) -> str:
    """A digest of a file; of nothing if it is not there."""
    return digest((root / path).read_text() if (root / path).exists() else "")


class Records:
    """The records of all files with tests, below a folder, and the code as it was then."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root, self.folder = root, folder
        self.digest_of = cache(lambda path: file_digest(root, path))
        folder.mkdir(parents=True, exist_ok=True)

    def _path(self, file: str) -> Path:
        return self.folder / f"{file.replace('/', '.')}.json"

    def _read(self, file: str) -> dict[str, Any]:
        path = self._path(file)
        return dict(json.loads(path.read_text())) if path.exists() else {"on": {}, "tests": {}}

    def holds(self, file: str) -> bool:
        """Tell whether there is a record of a file with tests as it is now."""
        return bool(self._read(file)["on"].get(file) == self.digest_of(file))

    def write(self, file: str, outcome: Outcome) -> None:
        """Keep what a run of a file with tests has reached; tests that failed are no help and are left out."""
        seconds = {name: spent for name, spent in outcome.seconds.items() if name not in outcome.failed}
        tests = {name: [spent, outcome.lines.get(name, {})] for name, spent in {"": 0.0, **seconds}.items()}
        on = {path: self.digest_of(path) for path in sorted({file}.union(*outcome.lines.values()))}
        for path, version in on.items():
            _write(self.folder / f"{version}.py", (self.root / path).read_text())
        _write(self._path(file), json.dumps({"on": on, "tests": tests}))

    def then(self, version: str) -> str:
        """A file of the code as it was when it had this digest."""
        return (self.folder / f"{version}.py").read_text()

    def read(self, files: Iterable[str]) -> Iterator[Reached]:
        """Everything that the tests of these files reach."""
        for file in files:
            record = self._read(file)
            for name, (seconds, lines) in record["tests"].items():
                case = Case(name, file, seconds) if name else None
                for path, mask in lines.items():
                    yield Reached(case, path, record["on"][path], int(mask, 16))


def _write(path: Path, text: str) -> None:
    """Write a file as a whole; others may write the same one at the same time."""
    with NamedTemporaryFile("w", dir=path.parent, suffix=".draft", delete=False) as draft:
        draft.write(text)
    Path(draft.name).replace(path)


class Reach:
    """Which tests reach a mutant."""

    def __init__(self, records: Records, modules: Sequence[str], tests: Sequence[str]) -> None:
        self.records, self.root = records, records.root
        self.reached: dict[str, dict[str, list[Reached]]] = defaultdict(lambda: defaultdict(list))
        self.spoken: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        self.built: dict[str, set[str]] = defaultdict(set)
        for reached in records.read(tests):
            self.reached[reached.path][reached.version].append(reached)
        for path in modules:
            for statement in ast.parse((self.root / path).read_text()).body:
                self._listen(path, statement)

    def _listen(self, path: str, statement: ast.stmt) -> None:
        """Note which names a statement of a module binds, of what they are built, and of what its functions speak."""
        names = bound_by(statement)
        for name in names:
            self.spoken[name][path] |= _bits(statement.lineno, statement.end_lineno or statement.lineno)
        for node in ast.walk(statement):
            if isinstance(node, ast.Name | ast.Attribute):
                name = node.id if isinstance(node, ast.Name) else node.attr
                self.spoken[name][path] |= _bits(node.lineno, node.lineno)
                if not isinstance(statement, ast.FunctionDef):
                    self.built[name] |= names - {name}

    def tests_for(self, mutant: Mutant) -> list[Case]:
        """The tests that reach a mutant.

        What runs when a module is imported is reached by the tests that reach a line that speaks of a name bound there,
        or of a name that is built of it.
        """
        masks = {mutant.path: _bits(*mutant.lines)}
        found = self._who_reach(mutant.path, masks[mutant.path])
        if not mutant.is_inside or None in found:
            names, new = set(mutant.bound), set(mutant.bound)
            while new:
                new = set().union(*(self.built[name] for name in new)) - names
                names |= new
            for name in names:
                for path, mask in self.spoken[name].items():
                    masks[path] = masks.get(path, 0) | mask
            found = dict.fromkeys(case for path, mask in masks.items() for case in self._who_reach(path, mask))
        return [case for case in found if case]

    def _who_reach(self, path: str, mask: int) -> dict[Case | None, None]:
        """The tests that reach one of some lines of a file, which are given as the bits of a number."""
        found: dict[Case | None, None] = {}
        for version, all_reached in self.reached[path].items():
            then = self._then(path, version, mask)
            found.update({reached.case: None for reached in all_reached if reached.lines & then})
        return found

    def _then(self, path: str, version: str, mask: int) -> int:
        """Where lines of a file stood in a version of it, or what stood in their place."""
        if version == self.records.digest_of(path):
            return mask
        return sum({1 << line for now in _numbers(mask) for line in self._places(path, version).get(now, ())})

    @cache  # noqa: B019 (there is one for a campaign)
    def _places(self, path: str, version: str) -> dict[int, range]:
        """For each line of a file the lines of a version that stood in its place, and for a new line the one before."""
        then, now = self.records.then(version).splitlines(), (self.root / path).read_text().splitlines()
        places = {}
        for kind, from_then, to_then, first, last in SequenceMatcher(None, then, now, autojunk=False).get_opcodes():
            for line in range(first, last):
                same = from_then + line - first
                places[line + 1] = range(same + 1, same + 2) if kind == "equal" else range(from_then, to_then + 1)
        return places


def _numbers(mask: int) -> list[int]:
    """The lines that are the bits of a number."""
    return [line for line in range(mask.bit_length()) if mask >> line & 1]


def _bits(first: int, last: int) -> int:
    """Lines as the bits of a number."""
    return (1 << last + 1) - (1 << first)
