"""What comparisons of two worlds share."""

from random import Random

import pytest

from tests.conftest import SOAK
from tests.secrecy.pages import look
from tests.secrecy.pages.addresses import ADDRESSES


@pytest.fixture
def some_addresses(chance: Random, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run compares a quarter of the site's addresses, at random, the same ones in both worlds; a soak compares all.

    Each test draws its own, so most addresses are compared in a run. The table, the first page and the pulse are looked
    at each time.
    """
    look_at_one_in(4, chance, monkeypatch)


@pytest.fixture
def third_of_the_addresses(chance: Random, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same, for tests that look at the whole site: a run compares a third of it."""
    look_at_one_in(3, chance, monkeypatch)


def look_at_one_in(many: int, chance: Random, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let people look at one in so many of the addresses that there are."""
    if not SOAK:
        drawn = chance.sample(ADDRESSES, len(ADDRESSES) // many)
        monkeypatch.setattr(look, "ADDRESSES", sorted(drawn, key=ADDRESSES.index))
