"""The fields of the three parts of a state that a command may change, typed for the type checker."""

from typing import TypedDict

from games.rules.commands import Order
from games.rules.state import Before, LastLaid, Revealed, Scripted, Sighting, Stream
from games.rules.table import RoundResult


class PublicChanges(TypedDict, total=False):
    """The fields of the public state that an event may change (`projection`)."""

    mine: dict[str, str]
    face_down: dict[str, str]
    direction: int
    last_laid: LastLaid | None
    last_mover: int | None
    before: tuple[Before, ...]
    resting: dict[int, str]
    miners: dict[str, int]
    miners_left: int
    offers: dict[int, int]
    maps_forbidden: bool
    chest_cards: tuple[str, ...]
    joined: tuple[str, ...]
    results: tuple[RoundResult, ...]
    revealed: Revealed | None


class SeatChanges(TypedDict, total=False):
    """The fields of a seat's secret that a command may change."""

    role: str
    hand: tuple[str, ...]
    nuggets: int
    gold: tuple[int, ...]
    sightings: tuple[Sighting, ...]
    orders: tuple[Order, ...]
    offer: tuple[str, ...]
    answered: bool


class TableChanges(TypedDict, total=False):
    """The fields of the hidden state that a command may change."""

    chance: Stream | Scripted
    goals: dict[str, str]
    pile: tuple[str, ...]
    spare_roles: tuple[str, ...]
    discards: tuple[str, ...]
    gold_cards: tuple[int, ...]
    on_offer: tuple[int, ...]
