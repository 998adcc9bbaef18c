"""The state of a game in three parts: public, secret of each seat, hidden (``docs/adr/``).

Every part is a frozen value that one codec writes and reads. Seats are numbers from 0 clockwise; squares are text.
"""

from typing import Generic, TypeVar

from msgspec import Struct, field

from games.rules.commands import LET_BE_THIS_ROUND, Order
from games.rules.sights import Sight
from games.rules.table import RoundResult, Ruleset

TaskT = TypeVar("TaskT", covariant=True)

SCHEMA = 4
"""Incremented when stored states of earlier versions need an upgrade; the upgraders are in ``schemas``."""


class LastLaid(Struct, frozen=True):
    """Who laid the last tunnel card, and where (R25, R67); unknown in a position that a record gives."""

    seat: int | None
    at: str


class Before(Struct, frozen=True):
    """An action card that lies before a player (R15, R33)."""

    seat: int
    card: str


class Revealed(Struct, frozen=True):
    """The cards revealed at the end of the game (R24): gold by seat, hands, pile, discards, spare roles."""

    gold: tuple[int, ...]
    winners: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]
    discards: tuple[str, ...]
    spare_roles: tuple[str, ...]


class PublicState(Struct, Generic[TaskT], frozen=True, omit_defaults=True):
    """The public part; together with a seat's own secret it decides the legal moves."""

    ruleset: Ruleset
    seats: int
    round: int
    first: int
    mine: dict[str, str]
    face_down: dict[str, str]
    hands: tuple[int, ...]
    pile: int
    # A stack with its last task on top.
    agenda: tuple[TaskT, ...]
    # The schema in which the state is written.
    schema: int
    # All public commands of the game.
    seq: int = 0
    # The moves of the round.
    moves: int = 0
    direction: int = 1
    # The cards of R71 by square.
    fixed: dict[str, str] = {}
    last_laid: LastLaid | None = None
    last_mover: int | None = None
    # In order of play.
    before: tuple[Before, ...] = ()
    # The top is last. A card that lies face down is "".
    discards: tuple[str, ...] = ()
    rich: tuple[bool, ...] = ()
    resting: dict[int, str] = {}
    # Owners of miners by square (R70).
    miners: dict[str, int] = {}
    # How many miners the table has for the rest of the round (R70).
    miners_left: int = 0
    offers: dict[int, int] = {}
    maps_forbidden: bool = False
    # Squares of chests that were turned up (R73).
    chest_cards: tuple[str, ...] = ()
    # Squares of the cards of R71 that were joined to the start.
    joined: tuple[str, ...] = ()
    results: tuple[RoundResult, ...] = ()
    revealed: Revealed | None = None
    # The version of the lists from which the game draws tempers (``DRAWS``). Earlier games have the first.
    draws: int = 1


class Sighting(Struct, frozen=True):
    """A sight of a player, with the number of the move in the round (R18, R94)."""

    sight: Sight
    move: int


class SeatSecret(Struct, frozen=True, omit_defaults=True):
    """The secret of one player."""

    seat: int
    role: str
    # In the order of the catalogue.
    hand: tuple[str, ...]
    nuggets: int = 0
    gold: tuple[int, ...] = ()
    sightings: tuple[Sighting, ...] = ()
    orders: tuple[Order, ...] = ()
    # The options of a private decision: cards to keep one from, or gold cards to take one of.
    offer: tuple[str, ...] = ()
    # Whether the player has answered the window that is open (R93).
    answered: bool = False

    @property
    def worth(self) -> int:
        """Return all gold of a player, in nuggets (R26)."""
        return self.nuggets + sum(self.gold)

    @property
    def turn_order(self) -> Order | None:
        """The standing order for the next turn."""
        return next((order for order in self.orders if order.kind == "turn"), None)

    @property
    def lasting_orders(self) -> tuple[Order, ...]:
        """The other standing orders: they outlast a hand and a player."""
        return tuple(order for order in self.orders if order.kind != "turn")

    @property
    def orders_of_next_round(self) -> tuple[Order, ...]:
        """The standing orders that outlast the round too (R93)."""
        return tuple(order for order in self.lasting_orders if order != LET_BE_THIS_ROUND)


class Stream(Struct, frozen=True, tag="stream"):
    """Random numbers from the committed seed: the key of the game and the number of lots drawn so far (R98)."""

    key: bytes
    used: int = 0


class Scripted(Struct, frozen=True, tag="scripted"):
    """Random results fixed by a record: those of its lines, in order, then the stream."""

    lines: tuple[tuple[str, tuple[str, ...]], ...]
    stream: Stream


class HiddenState(Struct, frozen=True, omit_defaults=True):
    """The hidden part."""

    chance: Stream | Scripted
    goals: dict[str, str]
    # The top is first, here and in `spare_roles` and `gold_cards`.
    pile: tuple[str, ...]
    spare_roles: tuple[str, ...] = ()
    # The top is last.
    discards: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    gold_cards: tuple[int, ...] = ()
    on_offer: tuple[int, ...] = ()
    goals_left: tuple[str, ...] = ()
    chests: dict[str, tuple[str, str]] = field(default_factory=dict)


class State(Struct, Generic[TaskT], frozen=True):
    """A whole game. Only the rules and the store hold all three parts at once."""

    public: PublicState[TaskT]
    seats: tuple[SeatSecret, ...]
    table: HiddenState
