"""Tests with more examples than a run needs: `@pytest.mark.drawn(3)` takes three of them, drawn by the run's seed.

The next run draws others, and the soak takes all. What is drawn is drawn from the examples that were asked for: whoever
names one of them gets it.
"""

from collections import defaultdict
from collections.abc import Iterable
from random import Random

import pytest


def drawn(names: Iterable[str], count: int, seed: object) -> set[str]:
    """So many of these names, by lot; all of them where there are no more. ValueError where nothing would be drawn."""
    known = sorted(names)
    if count < 1 or not known:
        raise ValueError("a test of which no example is drawn proves nothing")
    return set(Random(str(seed)).sample(known, min(count, len(known))))


class Lots:
    """A plugin of pytest that leaves out the examples that were not drawn."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Draw once the options `-k` and `-m` have left out theirs."""
        groups, counts = defaultdict[str, list[str]](list), dict[str, int]()
        for item in items:
            if mark := item.get_closest_marker("drawn"):
                test = item.nodeid.partition("[")[0]
                groups[test].append(item.nodeid)
                counts[test] = mark.args[0]
        taken = set[str]().union(*(drawn(groups[test], counts[test], f"{self.seed} {test}") for test in groups))
        left = {name for names in groups.values() for name in names} - taken
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid in left])
        items[:] = [item for item in items if item.nodeid not in left]
