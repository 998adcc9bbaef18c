"""The pages about the project name files, functions and commands that exist."""

import ast
import re
import tomllib
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("tests/records/*.md")])
RECORDS = sorted(path for path in ROOT.glob("docs/adr/*.md") if path.name != "README.md")
ARCHITECTURE = (ROOT / "docs/architecture.md").read_text()
PYTHON = [
    *ROOT.glob("accounts/**/*.py"),
    *ROOT.glob("games/**/*.py"),
    *(path for app in ("api", "circles", "personal", "results") for path in ROOT.glob(f"{app}/**/*.py")),
    ROOT / "manage.py",
    *ROOT.glob("handbook/**/*.py"),
    *ROOT.glob("saboteur_site/**/*.py"),
]


def names_in(path: Path) -> set[str]:
    """The functions and classes of a Python file."""
    tree = ast.parse(path.read_text())
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}


def commands_of_run() -> set[object]:
    """The names of the commands of `./run`."""
    for node in ast.parse((ROOT / "run").read_text()).body:
        if (
            isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Dict)
            and ast.unparse(node.targets[0]) == "COMMANDS"
        ):
            return {key.value for key in node.value.keys if isinstance(key, ast.Constant)}
    raise AssertionError


@pytest.mark.parametrize("paper", PAGES, ids=lambda paper: paper.relative_to(ROOT).as_posix())
def test_every_link_of_a_page_leads_somewhere(paper: Path) -> None:
    links = re.findall(r"(?<!!)\[[^]]*\]\(([^)#]+)[^)]*\)", paper.read_text())
    lost = [link for link in links if "://" not in link and not (paper.parent / link).exists()]
    assert lost == []


@pytest.mark.parametrize("paper", PAGES, ids=lambda paper: paper.relative_to(ROOT).as_posix())
def test_every_command_that_a_page_names_is_there(paper: Path) -> None:
    text = paper.read_text()
    assert set(re.findall(r"\./run ([a-z][a-z-]*)", text)) <= commands_of_run()
    assert set(re.findall(r"(?:\./run manage|manage\.py)\s+([a-z]+)", text)) <= set(get_commands())
    makefile = (ROOT / "Makefile").read_text().split(".PHONY:")[1].splitlines()[0].split()
    assert set(re.findall(r"^ {4}make ([a-z]+)$", text, re.MULTILINE)) <= set(makefile)


def test_every_file_and_function_of_the_architecture_is_there() -> None:
    files = {path.name for path in [*PYTHON, *ROOT.glob("tests/**/*.py"), *ROOT.glob("tools/**/*.py")]}
    assert set(re.findall(r"`(?:[\w/]*/)?(\w+\.py)\b", ARCHITECTURE)) <= files
    named = set(re.findall(r"`(?:\w+\.)?(_?[a-z]+(?:_[a-z]+)+|_[a-z]+)`", ARCHITECTURE))
    assert len(named) > 10
    known = {name for path in PYTHON for name in names_in(path)}
    assert named - known - {"saboteur_site"} == set()
    modules = {path.stem: path for path in [*ROOT.glob("games/*.py"), *ROOT.glob("games/rules/*.py")]}
    for module, name in re.findall(r"`([a-z]+)\.(_?[A-Za-z_]+)`", ARCHITECTURE):
        if module in modules and name != "py":
            assert name in names_in(modules[module]), f"{module}.{name}"


def test_tree_of_the_architecture_lists_the_layers_of_games_in_order() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = next(each["layers"] for each in contracts if each.get("containers") == ["games"])
    names = [re.findall(r"\w+", layer) for layer in layers]
    rows = [row for row in ARCHITECTURE.split("## The tree")[1].split("## ")[0].splitlines() if row.startswith("| ")]
    rows = rows[next(row for row, text in enumerate(rows) if text.startswith("| `games/`")) :]
    places = [[row for row, text in enumerate(rows) if re.search(rf"`{name}(/|\.py)`", text)] for [name, *_] in names]
    assert [name for name, found in zip(names, places, strict=True) if not found] == []
    first = [min(found) for found in places]
    assert first == sorted(first)


def test_the_records_of_decisions_are_numbered_and_listed() -> None:
    index = (ROOT / "docs/adr/README.md").read_text()
    assert [int(path.name[:4]) for path in RECORDS] == list(range(1, len(RECORDS) + 1))
    assert [path.name for path in RECORDS if f"[{path.name[:4]}]({path.name})" not in index] == []


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)
def test_every_decision_record_has_all_of_its_parts(record: Path) -> None:
    text = record.read_text()
    assert text.startswith(f"# {int(record.name[:4])}. ")
    assert all(f"**{word}.**" in text for word in ("Decided", "Why", "What it costs", "Not chosen"))


PATHS = {"One move": 9, "One deadline": 9, "One vote": 9, "One mail": 7, "One page": 9}
"""The paths that the architecture follows, and how many files each may take."""


def files_of_path(name: str) -> dict[str, list[str]]:
    """The files of a path in their order, each with the functions and classes that its line names first."""
    part = ARCHITECTURE.split(f"### {name}\n")[1].split("\n\n")[1]
    lines = re.findall(r"^\d+\. `([\w/]+\.py)`: (.*(?:\n   .*)*)", part, re.MULTILINE)
    return {path: re.findall(r"`([A-Za-z_]+)`", words) for path, words in lines}


def imported_by(path: str) -> set[str]:
    """The files of the repository that a file imports anything from."""
    found = set[str]()
    for node in ast.walk(ast.parse((ROOT / path).read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{one.name}" for one in node.names)]
            found |= {f"{name.replace('.', '/')}.py" for name in names}
    return found


@pytest.mark.parametrize("name", PATHS)
def test_a_path_of_the_architecture_is_short_and_leads_downward(name: str) -> None:
    files = files_of_path(name)
    assert 4 < len(files) <= PATHS[name]
    order = list(files)
    back = {path: imported_by(path) & set(order[:number]) for number, path in enumerate(order)}
    assert name == DRAWN or {path: found for path, found in back.items() if found} == {}
    followed = {path for number, path in enumerate(order) for above in order[:number] if path in imported_by(above)}
    assert {path for path in order[1:] if path not in followed} <= LOOKED_UP
    assert {path: words for path, words in files.items() if not names_in(ROOT / path).intersection(words)} == {}


LOOKED_UP = {
    "games/rules/turn.py",
    "games/rules/effects.py",
    "accounts/channels/email.py",
    "games/templatetags/table.py",
}
"""Files that are found by a value: the task on the agenda, the effect of the card, the channel, the template."""
DRAWN = "One page"
"""The path on which values that were read come back: what draws them imports their types from above. The order of this
path, as of the others, is checked by a trace (`tests/games/test_paths.py`)."""
