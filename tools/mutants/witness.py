"""What is watched from inside a run of pytest: which tests run, how long they take, which fail and what they reach."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import coverage
import hypothesis
import pytest


class Witness:
    """A plugin of pytest that keeps the tests that are wanted and remembers what became of them."""

    def __init__(self, wanted: frozenset[str] | None, notes: coverage.Coverage | None = None) -> None:
        self.wanted, self.notes = wanted, notes
        self.seconds: dict[str, float] = {}
        self.failed: list[str] = []

    def pytest_collection(self) -> None:
        """Ask hypothesis for no smaller example of a fault: one is enough, and a smaller one takes time."""
        phases = [hypothesis.Phase.explicit, hypothesis.Phase.generate]
        hypothesis.settings.register_profile("mutants", hypothesis.settings(phases=phases, print_blob=False))
        hypothesis.settings.load_profile("mutants")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the tests that are wanted."""
        if self.wanted is not None:
            items[:] = [item for item in items if item.nodeid in self.wanted]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Note which test reaches the lines that are reached now."""
        if self.notes:
            self.notes.switch_context(item.nodeid)
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up the seconds of a test, and remember it if it failed."""
        self.seconds[report.nodeid] = round(self.seconds.get(report.nodeid, 0.0) + report.duration, 4)
        if report.failed and report.nodeid not in self.failed:
            self.failed.append(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Remember what could not be imported."""
        if report.failed:
            self.failed.append(report.nodeid)


def notes_of(folders: Sequence[Path]) -> coverage.Coverage:
    """Begin to note which lines of these folders are reached."""
    sources = [str(folder) for folder in folders]
    notes = coverage.Coverage(data_file=None, config_file=False, source=sources, omit=["*/migrations/*"])
    notes.start()
    return notes


def reached(notes: coverage.Coverage, root: Path) -> dict[str, dict[str, str]]:
    """End the notes; for each test the files that it reached, with the lines as the bits of a number in hex.

    What ran while modules were imported stands under the test without a name.
    """
    notes.stop()
    found = notes.get_data()
    masks: dict[str, dict[str, int]] = {}
    for file in sorted(found.measured_files()):
        path = Path(file).relative_to(root).as_posix()
        for line, tests in found.contexts_by_lineno(file).items():
            for test in tests:
                of_test = masks.setdefault(test, {})
                of_test[path] = of_test.get(path, 0) | 1 << line
    return {test: {path: f"{mask:x}" for path, mask in of_test.items()} for test, of_test in masks.items()}
