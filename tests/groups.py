"""Tests of one `xdist_group` run in one process of a parallel run, one after the other.

With pytest 9.2, xdist 3.8 overlooks its own mark (https://github.com/pytest-dev/pytest-xdist/issues/1386). So here each
process of tests writes down which test is of which group, and the process that gives out the work reads that.
"""

import json
import os
import tempfile
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling


def groups_of(items: Iterable[pytest.Item]) -> dict[str, str]:
    """The group of each test that is of one, by the test's whole name."""
    marks = {item.nodeid: item.get_closest_marker("xdist_group") for item in items}
    return {name: str(mark.args[0]) for name, mark in marks.items() if mark}


class Together(LoadScopeScheduling):
    """Gives out the tests of a group as one piece of work, and every other test by itself."""

    def __init__(self, config: pytest.Config, log: Any, file: Path) -> None:
        super().__init__(config, log)
        self.file = file

    @cached_property
    def groups(self) -> dict[str, str]:
        """What the processes of tests have written down: they all collect the same."""
        found: dict[str, str] = json.loads(self.file.read_text())
        return found

    def _split_scope(self, nodeid: str) -> str:
        return self.groups.get(nodeid, nodeid)


class Groups:
    """A plugin of pytest, for the process that gives out work and for those that do it."""

    def __init__(self, config: pytest.Config) -> None:
        given = str(getattr(config, "workerinput", {}).get("groups", ""))
        self.folder = None if given else tempfile.TemporaryDirectory(prefix="saboteur-groups-")
        self.file = Path(self.folder.name, "groups") if self.folder else Path(given)

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Tell a process of tests where to write."""
        node.workerinput["groups"] = str(self.file)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Write down the groups, before it is told that all tests are collected."""
        if self.folder is None:
            draft = self.file.with_name(f"{self.file.name}-{os.getpid()}")
            draft.write_text(json.dumps(groups_of(items)))
            draft.replace(self.file)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_make_scheduler(self, config: pytest.Config, log: Any) -> Together | None:
        """Give out the work so where groups are asked for."""
        return Together(config, log, self.file) if config.getoption("dist") == "loadgroup" else None

    def pytest_unconfigure(self) -> None:
        """Leave nothing behind."""
        if self.folder is not None:
            self.folder.cleanup()
