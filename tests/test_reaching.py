"""`./run test --for PATH` runs the tests that reach a file."""

from pathlib import Path

import pytest

from tests.reaching import reaching
from tools.mutants.reach import Records
from tools.mutants.trial import Outcome

TREE = {
    "games/rules/spade.py": "MINE = 1\n",
    "games/view.py": "from games.rules import spade\nPAGE = 'games/shaft.html'\n",
    "games/urls.py": "import games.view\n",
    "templates/games/shaft.html": "{% include 'games/_lamp.html' %}",
    "templates/games/_lamp.html": "<b></b>",
    "static/js/dig.js": "go()",
    "tests/test_spade.py": "from games.rules.spade import MINE\n",
    "tests/test_view.py": "from games import view\n",
    "tests/pages.py": "from games import urls\n",
    "tests/test_urls.py": "from tests import pages\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A small tree of product and tests."""
    for name, text in TREE.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("path", "enough", "expected"),
    [
        ("games/rules/spade.py", 1, ["test_spade"]),
        ("games/rules/spade.py", 2, ["test_spade", "test_view"]),
        ("games/rules/spade.py", 4, ["test_spade", "test_urls", "test_view"]),
        ("games/view.py", 1, ["test_view"]),
        ("games/urls.py", 1, ["test_urls"]),
        ("templates/games/_lamp.html", 1, ["test_view"]),
        ("static/js/dig.js", 1, []),
        ("tests/test_urls.py", 1, ["test_urls"]),
    ],
)
def test_without_records_the_nearest_importers_are_taken(
    root: Path, path: str, enough: int, expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.reaching.ENOUGH", enough)
    assert reaching(path, root, root / "records") == [f"tests/{name}.py" for name in expected]


def test_records_name_single_tests_while_their_file_is_unchanged(root: Path) -> None:
    lines = {"tests/test_view.py::test_page[1]": {"games/rules/spade.py": "0x2"}, "": {"games/urls.py": "0x2"}}
    outcome = Outcome(killed_by=None, failed=[], seconds={"tests/test_view.py::test_page[1]": 0.1}, lines=lines)
    Records(root, root / "records").write("tests/test_view.py", outcome)
    assert reaching("games/rules/spade.py", root, root / "records") == ["tests/test_view.py::test_page[1]"]
    assert reaching("games/urls.py", root, root / "records") == ["tests/test_urls.py"]
    (root / "tests/test_view.py").write_text("")
    assert reaching("games/rules/spade.py", root, root / "records") == [
        "tests/test_spade.py",
        "tests/test_urls.py",
    ]
