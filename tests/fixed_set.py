"""Which tests `./run test` takes: a fixed set, the same in every run. `./run soak` takes all.

- `@pytest.mark.soak` on a test, an example or a file leaves it to the soak.
- `@pytest.mark.examples(3)` takes three examples of a test: the first, the last and those evenly between. One is the
  first.
- A test in the browser whose examples are screens alone needs no marker: one screen in three is taken, in the same way.

A test that is named on the command line runs wherever it belongs. A test that goes through many things by itself takes
those that `chosen` gives.
"""

import os
from collections import defaultdict
from collections.abc import Sequence
from typing import TypeVar

import pytest

T = TypeVar("T")

SOAK = bool(os.environ.get("SABOTEUR_SOAK"))
"""True under `./run soak`: all tests, with larger numbers."""
SCREENS = {"browser_name", "width", "height", "screen", "theme", "scheme"}
"""Parameters of examples that look at the same thing on several screens, in light and in dark."""


def spread(examples: Sequence[T], count: int) -> list[T]:
    """Return `count` examples, evenly from the first to the last; the first alone for 1, all if there are no more.

    Raises `ValueError` if none would be left.
    """
    if count < 1 or not examples:
        raise ValueError("a test without an example proves nothing")
    if count >= len(examples):
        return list(examples)
    last = len(examples) - 1
    return [examples[index * last // max(1, count - 1)] for index in range(count)]


def chosen(every: Sequence[T], count: int) -> list[T]:
    """Return `count` of these, evenly from the first to the last; all of them in the soak."""
    return list(every) if SOAK else spread(every, count)


def count_of(examples: Sequence[pytest.Item]) -> int:
    """Return how many examples of a test `./run test` takes."""
    if marker := examples[0].get_closest_marker("examples"):
        return int(marker.args[0])
    differ = getattr(getattr(examples[0], "callspec", None), "params", {}).keys()
    return max(1, len(examples) // 3) if differ - {"browser_name"} and differ <= SCREENS else len(examples)


def test_of(item: pytest.Item) -> str:
    """Return the name of the test that an item is an example of."""
    return item.nodeid.partition("[")[0]


def is_named(item: pytest.Item, arguments: Sequence[str]) -> bool:
    """Return whether an argument of pytest names this example, or its test."""
    return item.nodeid in arguments or test_of(item) in arguments


class FixedSet:
    """A plugin of pytest that leaves to the soak what is not of the fixed set."""

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Choose once the options `-k` and `-m` have left out theirs, so that they choose among all examples."""
        groups = defaultdict[str, list[pytest.Item]](list)
        for item in items:
            if not item.get_closest_marker("soak"):
                groups[test_of(item)].append(item)
        taken = {item.nodeid for examples in groups.values() for item in spread(examples, count_of(examples))}
        taken.update(item.nodeid for item in items if is_named(item, config.args))
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in taken])
        items[:] = [item for item in items if item.nodeid in taken]
