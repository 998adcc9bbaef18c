"""Tests of a group are one piece of work of a parallel run, and any other test is one by itself."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.groups import Groups, Together


@pytest.fixture
def file(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """What a process of tests has written down that has collected this very test, once as it is and once in a group."""
    file, alone = tmp_path / "groups", request.node
    mark = pytest.mark.xdist_group("browsers").mark
    grouped: Any = SimpleNamespace(nodeid="test_there[one]", get_closest_marker=lambda _name: mark)
    Groups(SimpleNamespace(workerinput={"groups": str(file)})).pytest_collection_modifyitems(  # type: ignore[arg-type]
        [alone, grouped]
    )
    return file


def test_work_is_given_out_by_what_the_processes_have_written_down(file: Path, request: pytest.FixtureRequest) -> None:
    work = Together.__new__(Together)
    work.file = file
    assert work._split_scope("test_there[one]") == "browsers"
    assert work._split_scope(request.node.nodeid) == request.node.nodeid
    assert list(file.parent.iterdir()) == [file]


def test_parent_process_shares_its_folder_and_removes_it() -> None:
    plugin, node = Groups(SimpleNamespace()), SimpleNamespace(workerinput={})  # type: ignore[arg-type]
    plugin.pytest_configure_node(node)
    folder = Path(node.workerinput["groups"])
    assert folder.parent.is_dir()
    plugin.pytest_unconfigure()
    assert not folder.parent.exists()
