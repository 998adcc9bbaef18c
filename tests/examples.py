"""Tests with more examples than a run needs: `@pytest.mark.drawn(3)` takes three of them, drawn by the run's seed.

A test in the browser that is given screens alone needs no mark: a run takes one in three of them.

The next run draws others, and the soak takes all. What is drawn is drawn from the examples that were asked for: whoever
names one of them gets it.
"""

from collections import defaultdict
from collections.abc import Iterable
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


class Lots:
    """A plugin of pytest that leaves out the examples that were not drawn."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Draw once the options `-k` and `-m` have left out theirs."""
        groups = defaultdict[str, list[pytest.Item]](list)
        for item in items:
            groups[item.nodeid.partition("[")[0]].append(item)
        taken = set[str]()
        for test, examples in groups.items():
            taken |= drawn([item.nodeid for item in examples], asked_for(examples), f"{self.seed} {test}")
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in taken])
        items[:] = [item for item in items if item.nodeid in taken]
