"""`./run test` takes a fixed set of tests: what is not left to the soak, and of each test so many examples."""

from collections.abc import Iterable, Sequence
from typing import Any
from unittest.mock import Mock

import pytest

from tests.fixed_set import FixedSet, spread

NAMES = [f"test_one[{number}]" for number in range(20)]
OTHER = "test_another[1]"


class Item:
    """What pytest collects, as far as the fixed set looks at it."""

    def __init__(self, nodeid: str, *markers: pytest.MarkDecorator, differ: Iterable[str] = ()) -> None:
        self.nodeid, self.markers = nodeid, {marker.name: marker.mark for marker in markers}
        self.callspec = Mock(params=dict.fromkeys(differ))

    def get_closest_marker(self, name: str) -> Any:
        """The marker of this name, if there is one."""
        return self.markers.get(name)


def taken(items: Sequence[Item], *arguments: str) -> list[str]:
    """Return which of these items a run takes that was given these arguments."""
    left: Any = list(items)
    FixedSet().pytest_collection_modifyitems(Mock(args=arguments), left)
    return [item.nodeid for item in left]


def examples(names: Sequence[str], *markers: pytest.MarkDecorator, differ: Iterable[str] = ()) -> list[Item]:
    """Return items with the same markers."""
    return [Item(name, *markers, differ=differ) for name in names]


@pytest.mark.parametrize(
    ("count", "expected"),
    [(1, [0]), (2, [0, 9]), (3, [0, 4, 9]), (4, [0, 3, 6, 9]), (10, [*range(10)]), (11, [*range(10)])],
)
def test_examples_are_spread_from_the_first_to_the_last(count: int, expected: list[int]) -> None:
    assert spread(range(10), count) == expected


@pytest.mark.parametrize(("names", "count"), [([], 3), (NAMES, 0)])
def test_test_without_an_example_is_refused(names: list[str], count: int) -> None:
    with pytest.raises(ValueError, match="proves nothing"):
        spread(names, count)


def test_marked_examples_are_chosen_per_test_in_their_order() -> None:
    items = [*examples(NAMES, pytest.mark.examples(3)), *examples([OTHER], pytest.mark.examples(3))]
    assert taken(items) == ["test_one[0]", "test_one[9]", "test_one[19]", OTHER]


def test_unmarked_examples_are_all_taken() -> None:
    assert taken(examples(NAMES)) == NAMES


def test_soak_tests_are_left_out_and_do_not_count_as_examples() -> None:
    items = [*examples(NAMES[:5], pytest.mark.soak), *examples(NAMES[5:8], pytest.mark.examples(2))]
    assert taken(items) == ["test_one[5]", "test_one[7]"]


@pytest.mark.parametrize(("argument", "expected"), [("test_one", NAMES[:2]), (NAMES[1], NAMES[1:2]), ("test_on", [])])
def test_tests_named_on_the_command_line_run(argument: str, expected: list[str]) -> None:
    assert taken(examples(NAMES[:2], pytest.mark.soak), argument) == expected


def test_one_screen_in_three_is_taken_where_nothing_else_differs() -> None:
    assert len(taken(examples(NAMES[:6], differ=["browser_name", "width", "height", "theme"]))) == 2
    assert len(taken(examples(NAMES[:2], differ=["browser_name", "screen"]))) == 1
    for differ in (["browser_name"], ["browser_name", "screen", "words"], ["seed"]):
        assert taken(examples(NAMES[:6], differ=differ)) == NAMES[:6]
