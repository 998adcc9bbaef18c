"""Events as data. The public ones form the table's log; private ones are whispers to one seat.

The site turns them into texts when it shows them. A public event contains no secrets (R94).
"""

from msgspec import Struct

from games.rules.announcements import Announcement, PlanDropped
from games.rules.sights import Sight


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


class Kept(Struct, frozen=True, tag="kept"):
    """A player kept one of the cards on offer; the others went back face down (R62, R73)."""

    seat: int


class Vetoed(Struct, frozen=True, tag="vetoed"):
    """A card just announced has no effect (R63)."""

    seat: int
    by: int
    card: str
    at: tuple[str, ...] = ()
    target: int | None = None


class Announced(Struct, frozen=True, tag="announced", omit_defaults=True):
    """A card was announced and may be vetoed by others before it has its effect (R93): the whole command.

    ``moved`` is the tunnel card that a detour moves, and ``was`` the square it comes from. ``reaches``: a goal would be
    reached.
    """

    seat: int
    card: str
    at: tuple[str, ...] = ()
    turned: bool = False
    target: int | None = None
    tool: str = ""
    payer: int | None = None
    moved: str = ""
    was: str = ""
    reaches: bool = False


class Swapped(Struct, frozen=True, tag="swapped"):
    """Two face-down goals were taken and put back, swapped or not (R61)."""

    seat: int
    at: tuple[str, ...]


class Detoured(Struct, frozen=True, tag="detoured"):
    """The last laid tunnel card was moved (R67)."""

    seat: int
    card: str
    was: str
    at: str
    turned: bool = False


class MinerPut(Struct, frozen=True, tag="miner-put"):
    """A miner was put on an open end of the mine for a card discarded face down (R70)."""

    seat: int
    at: str


class TollPaid(Struct, frozen=True, tag="toll-paid"):
    """A nugget was paid for laying where a miner stood (R70)."""

    seat: int
    owner: int
    at: str


class GoldChanged(Struct, frozen=True, tag="gold-changed"):
    """A gold card was changed into nuggets at the bank, openly (R70)."""

    seat: int
    value: int


class Offered(Struct, frozen=True, tag="offered"):
    """A player offers to pay a toll for another, or ends the offer (R70)."""

    seat: int
    target: int | None


class Joined(Struct, frozen=True, tag="joined"):
    """A fixed card was joined to the start for the first time (R71)."""

    seat: int
    at: str
    name: str


class ChestTurned(Struct, frozen=True, tag="chest-turned"):
    """A tunnel card over a chest was reached and turned up (R73)."""

    seat: int
    at: str
    card: str
    chest: str


class ChestFell(Struct, frozen=True, tag="chest-fell"):
    """A chest was removed with the face-down card over it (R73)."""

    at: str


class GoalMoved(Struct, frozen=True, tag="goal-moved"):
    """A face-down goal was moved one square further from the start (R73)."""

    seat: int
    was: str
    at: str


class NuggetTaken(Struct, frozen=True, tag="nugget-taken"):
    """Nuggets were taken from the bank, or paid to it when negative (R22, R72, R73)."""

    seat: int
    count: int


class CardGrabbed(Struct, frozen=True, tag="card-grabbed"):
    """A card was taken unseen out of another hand (R73)."""

    seat: int
    target: int


class RoleSeen(Struct, frozen=True, tag="role-seen"):
    """A player looked at the role of another (R73)."""

    seat: int
    target: int


class Traded(Struct, frozen=True, tag="traded"):
    """Two cards were discarded face down to lift a card that lay before the player (R32)."""

    seat: int
    lifted: str


class Stole(Struct, frozen=True, tag="stole"):
    """A thief took a nugget from a player, or from no one (R49)."""

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
    """Whisper: what a look showed (R18, R41, R73). Logs of before schema 4 have it as text (`schemas`)."""

    sight: Sight


class NewRole(Struct, frozen=True, tag="new-role"):
    """Whisper: the role one has from now on (R42, R71)."""

    role: str


class GotHand(Struct, frozen=True, tag="got-hand"):
    """Whisper: the hand one got for the own (R43)."""

    cards: tuple[str, ...]


class LostCard(Struct, frozen=True, tag="lost-card"):
    """Whisper: the card that another took out of one's hand (R73)."""

    card: str


class TookGold(Struct, frozen=True, tag="took-gold"):
    """Whisper: the value of a gold card taken, in nuggets (R22)."""

    value: int


PublicEvent = (
    RoundBegan
    | Laid
    | Played
    | Passed
    | PassedOver
    | Kept
    | Vetoed
    | Announced
    | Swapped
    | Detoured
    | MinerPut
    | TollPaid
    | GoldChanged
    | Offered
    | Joined
    | ChestTurned
    | ChestFell
    | GoalMoved
    | NuggetTaken
    | CardGrabbed
    | RoleSeen
    | Traded
    | Stole
    | GoalTurned
    | GoldTaken
    | RoundEnded
    | GameEnded
    | TimedOut
    | SeatChanged
    | TableEnded
    | Announcement
)
PrivateEvent = Drew | Dealt | Discarded | Saw | NewRole | GotHand | LostCard | TookGold | PlanDropped
Event = PublicEvent | PrivateEvent
