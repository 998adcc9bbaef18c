"""How leaks are planted: the list of all that there are, and what they find to let slip."""

import hashlib
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import pytest

from games.models import Game, Seat
from games.rules import engine
from games.rules.state import SeatSecret
from tests.games.tables import loaded
from tests.secrecy.pages.stage import CODE
from tests.secrecy.worlds import Pair

Plant = Callable[[pytest.MonkeyPatch], None]


class Leak(NamedTuple):
    """Who sees a leak (`player`, `spectator`, `stranger`, `anonymous`, `staff`), how it is planted, and a maker of
    pairs where only some games have what it tells of."""

    watcher: str
    plant: Plant
    only: Callable[[Random], Pair] | None


LEAKS: dict[str, Leak] = {}
"""All leaks by name."""


def seen_by(watcher: str, only: Callable[[Random], Pair] | None = None) -> Callable[[Plant], Plant]:
    """Put a leak on the list."""

    def listed(plant: Plant) -> Plant:
        LEAKS[plant.__name__] = Leak(watcher, plant, only)
        return plant

    return listed


def hidden() -> engine.Game:
    """All that nobody may know of the table."""
    return loaded(Game.objects.get(code=CODE)).state


def awaited_hands() -> list[SeatSecret]:
    """The seats that are awaited."""
    state = hidden()
    return [state.seats[ask.seat] for ask in engine.awaited(state.public)]


def change(leak: pytest.MonkeyPatch, owner: Any, name: str, to: Callable[..., Any]) -> None:
    """Let a function give something else: ``to`` gets what it gave, and its arguments."""
    real = getattr(owner, name)
    leak.setattr(owner, name, lambda *given, **named: to(real(*given, **named), *given, **named))


def maps_in_hands() -> int:
    """How many maps are in hands."""
    return sum(hand.split().count("map") for hand in Seat.objects.values_list("hand", flat=True))


def sum_of(text: str) -> str:
    """A few digits that are others when a text is another."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]
