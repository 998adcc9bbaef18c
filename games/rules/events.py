"""Events: what happened, as data. The public ones make the table's log; a seat is told others in a whisper.

The site puts them into words when it shows them. Nothing in a public event may be secret (R94).
"""

from msgspec import Struct


class RoundBegan(Struct, frozen=True, tag="round-began"):
    """A round was dealt; ``first`` has the first turn (R12, R25)."""

    round: int
    first: int


class Laid(Struct, frozen=True, tag="laid"):
    """A tunnel card was laid (R14)."""

    seat: int
    card: str
    at: str
    turned: bool = False
    payer: int | None = None


class Played(Struct, frozen=True, tag="played"):
    """An action card took effect; ``lifted`` is the card it removed, from a player or the mine."""

    seat: int
    card: str
    target: int | None = None
    at: tuple[str, ...] = ()
    lifted: str = ""


class Passed(Struct, frozen=True, tag="passed"):
    """Cards were discarded face down (R13, R32)."""

    seat: int
    count: int


class PassedOver(Struct, frozen=True, tag="passed-over"):
    """A seat without cards was passed over (R97)."""

    seat: int


class Traded(Struct, frozen=True, tag="traded"):
    """Two cards were discarded face down to lift a card that lay before the player (R32)."""

    seat: int
    lifted: str


class Stole(Struct, frozen=True, tag="stole"):
    """A thief took a nugget from a player, or from nobody (R49)."""

    seat: int
    victim: int | None


class GoalTurned(Struct, frozen=True, tag="goal-turned"):
    """A goal was reached and turned up (R19)."""

    seat: int
    at: str
    goal: str


class GoldTaken(Struct, frozen=True, tag="gold-taken"):
    """A player took a gold card; its value is secret (R22, R24)."""

    seat: int


class RoundEnded(Struct, frozen=True, tag="round-ended"):
    """Play of a round ended and roles are up (R21, R24). ``paid`` in nuggets by seat where the role tells it."""

    round: int
    reason: str
    connector: int | None
    winners: tuple[int, ...]
    roles: tuple[str, ...]
    paid: tuple[int, ...] = ()


class GameEnded(Struct, frozen=True, tag="game-ended"):
    """The game is over: all gold, and who won (R26)."""

    gold: tuple[int, ...]
    winners: tuple[int, ...]


class TimedOut(Struct, frozen=True, tag="timed-out"):
    """Time ran out, the default of the decision is taken (R92)."""

    seat: int
    kind: str


class SeatChanged(Struct, frozen=True, tag="seat-changed"):
    """A seat is asleep, awake, played by a bot or taken over (R96)."""

    seat: int
    how: str


class TableEnded(Struct, frozen=True, tag="table-ended"):
    """The players ended the table (R96)."""


class Drew(Struct, frozen=True, tag="drew"):
    """Whisper: cards drawn."""

    cards: tuple[str, ...]


class Dealt(Struct, frozen=True, tag="dealt"):
    """Whisper: the role and the hand of a new round."""

    round: int
    role: str
    hand: tuple[str, ...]


class Discarded(Struct, frozen=True, tag="discarded"):
    """Whisper: what one discarded face down."""

    cards: tuple[str, ...]


class Saw(Struct, frozen=True, tag="saw"):
    """Whisper: what a look showed: a goal's or chest's square, or a seat's letter, and what it is (R18, R41)."""

    what: str
    found: str


class NewRole(Struct, frozen=True, tag="new-role"):
    """Whisper: the role one has from now on (R42, R71)."""

    role: str


class GotHand(Struct, frozen=True, tag="got-hand"):
    """Whisper: the hand one got for the own (R43)."""

    cards: tuple[str, ...]


class TookGold(Struct, frozen=True, tag="took-gold"):
    """Whisper: the value of a gold card taken, in nuggets (R22)."""

    value: int


PublicEvent = (
    RoundBegan
    | Laid
    | Played
    | Passed
    | PassedOver
    | Traded
    | Stole
    | GoalTurned
    | GoldTaken
    | RoundEnded
    | GameEnded
    | TimedOut
    | SeatChanged
    | TableEnded
)
PrivateEvent = Drew | Dealt | Discarded | Saw | NewRole | GotHand | TookGold
Event = PublicEvent | PrivateEvent
