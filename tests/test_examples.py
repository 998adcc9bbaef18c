"""Of some tests a run takes a few examples by lot: never none, others the next time, each of them sooner or later."""

from collections.abc import Iterable, Sequence
from typing import Any
from unittest.mock import Mock

import pytest

from tests.examples import Lots, drawn

NAMES = [f"test_one[{number}]" for number in range(20)]
OTHER = "test_another[1]"


class Item:
    """What is collected, as far as lots look at it."""

    def __init__(self, nodeid: str, count: int | None = 3, differ: Iterable[str] = (), among: int = 0) -> None:
        self.nodeid, self.count, self.among = nodeid, count, among
        self.callspec = Mock(params=dict.fromkeys(differ))

    def get_closest_marker(self, name: str) -> Any:
        """The mark with which so many examples are drawn, or so many of all ways there; if there is one."""
        if name == "among":
            return pytest.mark.among("there", self.among).mark if self.among else None
        assert name == "drawn"
        return None if self.count is None else pytest.mark.drawn(self.count).mark


def left_of(names: Sequence[str], seed: int, count: int | None = 3, differ: Iterable[str] = ()) -> list[str]:
    """Which of these tests a run takes; in what their examples differ, if that is known."""
    items: Any = [Item(name, count, differ) for name in names]
    Lots(seed).pytest_collection_modifyitems(Mock(), items)
    return [item.nodeid for item in items]


def test_a_run_takes_so_many_of_each_test_in_their_order() -> None:
    taken = left_of([*NAMES, OTHER], 7)
    assert len(taken) == 4
    assert OTHER in taken
    assert taken == [name for name in [*NAMES, OTHER] if name in taken]


def test_same_seed_selects_the_same_examples() -> None:
    assert set(left_of(NAMES, 7)) == set(left_of(NAMES[::-1], 7))
    assert {name for seed in range(100) for name in left_of(NAMES, seed)} == set(NAMES)


def test_named_examples_are_taken_and_others_left() -> None:
    assert left_of(NAMES[4:5], 7) == NAMES[4:5]
    assert left_of(NAMES, 7, count=None) == NAMES


def test_screens_alone_are_thinned_and_other_examples_are_kept() -> None:
    assert len(left_of(NAMES[:6], 7, None, ["browser_name", "width", "height", "theme"])) == 2
    assert len(left_of(NAMES[:2], 7, None, ["browser_name", "screen"])) == 1
    for differ in (["browser_name"], ["browser_name", "screen", "words"], ["seed"]):
        assert left_of(NAMES[:6], 7, None, differ) == NAMES[:6]


def test_of_all_ways_to_one_goal_so_many_are_gone_and_each_sooner_or_later() -> None:
    def gone(seed: int) -> list[str]:
        ways: Any = [Item(f"test_{way}[{number}]", 1, among=2) for way in "abcd" for number in range(3)]
        items = [*ways, *(Item(name, None) for name in NAMES)]
        Lots(seed).pytest_collection_modifyitems(Mock(), items)
        return [item.nodeid for item in items]

    assert gone(7)[2:] == NAMES
    first, second = (name.partition("[")[0] for name in gone(7)[:2])
    assert first < second
    assert {name for seed in range(200) for name in gone(seed)[:2]} == {
        f"test_{way}[{number}]" for way in "abcd" for number in range(3)
    }


@pytest.mark.parametrize(("names", "count"), [([], 3), (NAMES, 0)])
def test_nothing_is_never_drawn(names: list[str], count: int) -> None:
    with pytest.raises(ValueError, match="proves nothing"):
        drawn(names, count, 7)
