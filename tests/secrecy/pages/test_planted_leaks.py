"""Leaks planted into pages, notices and logs: the comparison of two worlds catches each (R94, R95)."""

from random import Random

import pytest

from tests.secrecy.pages import leaks, leaks_elsewhere, leaks_of_modules
from tests.secrecy.pages.compare import Plan, first_difference
from tests.secrecy.pages.pairs import rich_pair
from tests.secrecy.pages.planting import LEAKS
from tests.secrecy.worlds import Pair

assert all([leaks, leaks_elsewhere, leaks_of_modules])

pytestmark = pytest.mark.django_db

SIZES = ((3, 8), (5, 9), (4, 14), (3, 20), (5, 20), (4, 26), (3, 30))
"""Players and acts of the pairs, the cheap ones first."""

TRIES = 4
"""Pairs in which a leak of a few games has to be seen."""


@pytest.fixture(scope="module")
def pairs(seed: int) -> list[Pair]:
    """Pairs in which something of every kind is hidden."""
    lot = Random(f"{seed} planted")
    return [rich_pair(lot, *size) for size in SIZES]


@pytest.mark.parametrize("name", LEAKS)
def test_r94_a_planted_leak_is_caught(
    name: str, pairs: list[Pair], monkeypatch: pytest.MonkeyPatch, chance: Random
) -> None:
    watcher, plant, only = LEAKS[name]
    plant(monkeypatch)
    assert any(is_caught(pair, watcher) for pair in ((only(chance) for _ in range(TRIES)) if only else pairs))


def is_caught(pair: Pair, watcher: str) -> bool:
    """Whether the two worlds of a pair look different."""
    return first_difference(pair, Plan(watcher, thorough=1)) is not None


@pytest.mark.parametrize("watcher", sorted({leak.watcher for leak in LEAKS.values()}))
def test_without_a_leak_the_same_worlds_look_the_same(watcher: str, pairs: list[Pair]) -> None:
    assert not is_caught(pairs[3], watcher)
