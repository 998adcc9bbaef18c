"""Commands: all inputs of a game, as values (``docs/notation.md``).

Seats are numbers from 0 (``A``) clockwise, squares text ``x,y``, cards their names in R4.
"""

from msgspec import Struct


class Lay(Struct, frozen=True, tag="lay"):
    """Lay a tunnel card on a square, turned or not; ``payer`` pays a toll in the layer's stead (R14, R70)."""

    card: str
    at: str
    turned: bool = False
    payer: int | None = None


class PlayCard(Struct, frozen=True, tag="play"):
    """Play an action card on a player, a tool, squares: whatever it asks for (R15 to R18, R38 to R43, R61 to R67)."""

    card: str
    seat: int | None = None
    tool: str = ""
    at: tuple[str, ...] = ()
    turned: bool = False
    payer: int | None = None


class Pass(Struct, frozen=True, tag="pass"):
    """Discard cards face down, in ASCII order (R13, R32)."""

    cards: tuple[str, ...]


class Trade(Struct, frozen=True, tag="trade"):
    """Discard two cards, in ASCII order, to lift a card that lies before oneself (R32)."""

    cards: tuple[str, ...]
    lifts: str


class PutMiner(Struct, frozen=True, tag="miner"):
    """Discard a card to put a miner on an open end of the mine (R70)."""

    card: str
    at: str


class Choose(Struct, frozen=True, tag="choose"):
    """Answer a decision: a card, a square, a seat's letter, a value, or a word."""

    answer: str


class Veto(Struct, frozen=True, tag="veto"):
    """Answer the window of R93 with a veto."""


class Order(Struct, frozen=True, tag="order"):
    """A standing order, secret (R93, R95): ``veto``, ``pass``, ``theft``, ``turn`` or ``none``.

    ``what`` is what to veto, ``seat`` whose card (None: any), ``then`` the commands to try when the turn begins. A
    ``pass`` is for good, or with ``what`` "round" to the end of the round.
    """

    kind: str
    what: str = ""
    seat: int | None = None
    then: tuple[Lay | PlayCard | Pass | Trade | PutMiner, ...] = ()


LET_BE_THIS_ROUND = Order("pass", what="round")
"""Not asked again about a veto in this round; also an answer in an open window (R93)."""


class Offer(Struct, frozen=True, tag="offer"):
    """Offer openly to pay one toll for a player; None withdraws (R70)."""

    seat: int | None = None


class Timeout(Struct, frozen=True, tag="timeout"):
    """Without a seat of its own: the time of a seat ran out (R92)."""

    seat: int


class Sleep(Struct, frozen=True, tag="sleep"):
    """The same: a seat falls asleep (R96)."""

    seat: int


class Wake(Struct, frozen=True, tag="wake"):
    """The same: a seat is played by its person again (R96)."""

    seat: int


class Bot(Struct, frozen=True, tag="bot"):
    """The same: a bot takes a seat over (R96)."""

    seat: int


class TakeOver(Struct, frozen=True, tag="replace"):
    """The same: another person takes a seat over (R96)."""

    seat: int


class End(Struct, frozen=True, tag="end"):
    """The same: the table is ended by its players, then all is opened (R96)."""


SeatCommand = Lay | PlayCard | Pass | Trade | PutMiner | Choose | Veto | Order | Offer
TableCommand = Timeout | Sleep | Wake | Bot | TakeOver | End
Command = SeatCommand | TableCommand
