"""Tests with more examples than a run needs: `@pytest.mark.drawn(3)` takes three of them, the same in every run.

`@pytest.mark.among("whole rounds", 2)` stands on tests that go the same way by other means, in whatever files: a run
takes two of all that bear this name. Of a test with both marks examples are drawn first.

A test in the browser that is given screens alone needs no mark: a run takes one in three of them.

They are chosen by a fixed seed, and the soak takes all. What is chosen is chosen from the examples that were asked
for: naming one of them on the command line runs it.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from random import Random

import pytest


def drawn(names: Iterable[str], count: int, seed: object) -> set[str]:
    """Some of these names, by lot; all of them where there are no more. ValueError where nothing would be drawn."""
    known = sorted(names)
    if count < 1 or not known:
        raise ValueError("a test of which no example is drawn proves nothing")
    return set(Random(str(seed)).sample(known, min(count, len(known))))


LOOKS = {"browser_name", "width", "height", "screen", "theme", "scheme"}
"""By what the examples of a test differ that looks at the same thing on several screens, in light and in dark."""


def asked_for(examples: list[pytest.Item]) -> int:
    """How many examples of a test a run takes: what its mark says; of those that are screens alone, one in three."""
    if mark := examples[0].get_closest_marker("drawn"):
        return int(mark.args[0])
    differ = getattr(getattr(examples[0], "callspec", None), "params", {}).keys()
    return max(1, len(examples) // 3) if differ - {"browser_name"} and differ <= LOOKS else len(examples)


def test_of(item: pytest.Item) -> str:
    """The test of which this is an example."""
    return item.nodeid.partition("[")[0]


def goal_of(item: pytest.Item) -> str:
    """What a test shares with others that go there by other means; a test without such a mark stands for itself."""
    mark = item.get_closest_marker("among")
    return str(mark.args[0]) if mark else item.nodeid


def asked_for_of(ways: list[pytest.Item]) -> int:
    """How many of the ways to one goal a run goes."""
    mark = ways[0].get_closest_marker("among")
    return int(mark.args[1]) if mark else len(ways)


class Lots:
    """A plugin of pytest that leaves out the tests and examples that were not drawn."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Draw once the options `-k` and `-m` have left out theirs: of each test, then of the ways to each goal."""
        left = self.drawn(self.drawn(items, test_of, asked_for), goal_of, asked_for_of)
        taken = {item.nodeid for item in left}
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in taken])
        items[:] = left

    def drawn(
        self,
        items: list[pytest.Item],
        group_of: Callable[[pytest.Item], str],
        count: Callable[[list[pytest.Item]], int],
    ) -> list[pytest.Item]:
        """Of each group of items as many as are asked for, in their order."""
        groups = defaultdict[str, list[pytest.Item]](list)
        for item in items:
            groups[group_of(item)].append(item)
        taken = set[str]()
        for name, of in groups.items():
            taken |= drawn([item.nodeid for item in of], count(of), f"{self.seed} {name}")
        return [item for item in items if item.nodeid in taken]
