"""Which tests reach a file of the product: by what `./run mutants` has recorded, else by who imports it."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tools.mutants.groups import TESTS, files
from tools.mutants.reach import Records

FOLDERS = (
    *("accounts", "api", "circles", "games", "handbook", "personal", "results", "saboteur_site"),
    *("templates", "tests"),
)
"""Where files stand that import or name others."""
ENOUGH = 4
"""Files with tests after which those that are further away are left out."""


def reaching(path: str, root: Path, records: Path) -> list[str]:
    """Return the names of tests, or of files with tests, that reach `path`, which is relative to `root`.

    Records in the folder `records` name single tests. Without one, the nearest files with tests are returned: those
    that import the file, then those that import a file that does, and so on; none if there are none.
    """
    return recorded(path, root, records) or nearest_importers(path, root)


def recorded(path: str, root: Path, records: Path) -> list[str]:
    """Return the tests that ran a line of the file when `./run mutants` last looked, and that are still there."""
    if not records.is_dir():
        return []
    known = Records(root, records)
    reached = known.read(file for file in files(TESTS, root=root) if known.holds(file))
    return sorted({found.case.name for found in reached if found.case and found.path == path})


def nearest_importers(path: str, root: Path) -> list[str]:
    """Return the files with tests that are the fewest imports away from a file, `ENOUGH` or more where there are."""
    users, tests = users_of_files(root), set(files(TESTS, root=root))
    seen, ring = {path}, {path}
    while ring and len(seen & tests) < ENOUGH:
        ring = set[str]().union(*(users[file] for file in ring)) - seen
        seen |= ring
    return sorted(seen & tests)


def users_of_files(root: Path) -> dict[str, set[str]]:
    """Return, by the path of each file, the paths of the files that import it, or name it if it is no Python."""
    found = [path.relative_to(root).as_posix() for folder in FOLDERS for path in (root / folder).rglob("*.*")]
    texts = {path: (root / path).read_text() for path in found if path.endswith((".py", ".html", ".txt"))}
    named = {path.partition("/")[2]: path for path in texts if path.startswith("templates/")}
    named |= {
        path.relative_to(root / "static").as_posix(): path.relative_to(root).as_posix()
        for path in (root / "static").rglob("*.*")
    }
    users = defaultdict[str, set[str]](set)
    for user, text in texts.items():
        for name, path in named.items():
            if name in text:
                users[path].add(user)
        for path in imported(user, text):
            users[path].add(user)
    return users


def imported(user: str, text: str) -> Iterator[str]:
    """Yield the paths that the imports of a Python file may stand for."""
    if not user.endswith(".py"):
        return
    for node in ast.walk(ast.parse(text)):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        for name in names:
            yield f"{name.replace('.', '/')}.py"
            yield f"{name.replace('.', '/')}/__init__.py"
