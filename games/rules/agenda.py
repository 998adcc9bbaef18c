"""The agenda of a turn, the compiled rules, and the working copy of a state during one command.

A :class:`Task` is a value on the stack ``PublicState.agenda``. It either runs by itself or awaits seats; then it knows
their legal answers and their default (R90). :class:`Rules` are the compiled modules in force. :class:`Play` is the
working copy of a state during one command; tasks and effects change nothing else.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

from msgspec import Struct, field
from msgspec.structs import replace

from games.rules.board import GOAL, Board, board_of
from games.rules.cards import GOAL_TUNNELS, START, Card, in_order
from games.rules.changes import PublicChanges, SeatChanges, TableChanges
from games.rules.commands import Command
from games.rules.dice import Dice
from games.rules.errors import Refused
from games.rules.events import Discarded, Drew, NewRole, PrivateEvent, PublicEvent, Saw
from games.rules.projection import Opened, apply_event
from games.rules.sights import GoalSight, Sight
from games.rules.state import PublicState, Scripted, SeatSecret, Sighting, State, Stream
from games.rules.table import PayReason, RoundResult
from games.rules.task import Task
from games.rules.tunnels import TURNED

if TYPE_CHECKING:
    from games.rules.draw import Draw


Public = PublicState[Task]


def no_draw(seat: int, command: Any) -> None:
    """Return None: no draw."""


def draw_as_before(draw: "Draw", command: Any) -> "Draw":
    """Return the draw unchanged."""
    return draw


class TurnMove(Struct, frozen=True):
    """A kind of move in a turn, by the type of its command in ``Rules.moves``."""

    menu: Callable[["Rules", Public, SeatSecret], Iterator[Command]]
    check: Callable[["Rules", Public, SeatSecret, Any], None]
    take: Callable[["Play", int, Any], None]
    passing: bool = False
    draw: Callable[[int, Any], "Draw | None"] = no_draw
    """The draw with which a turn of this kind begins; an effect may change it (R13, R32, R70)."""


class Effect(Struct, frozen=True):
    """The effect of a card: its legal targets, its refusals, and its events (named by ``Card.effect``).

    ``lays`` gives the mine as it would lie then, for cards that put a tunnel into it (R93). ``hands_change`` says that
    players hold other hands afterwards (R43).
    """

    menu: Callable[["Rules", Public, SeatSecret, Card], Iterator[Command]]
    check: Callable[["Rules", Public, SeatSecret, Any], None]
    resolve: Callable[["Play", int, Any], None]
    lays: Callable[[Public, Any], Board] | None = None
    hands_change: bool = False
    draw: Callable[["Draw", Any], "Draw"] = draw_as_before
    """How the effect changes the draw of the turn (R43, R62, R66)."""


class InsteadOfDraw(Struct, frozen=True):
    """The replacement of a draw, and how many cards it takes from the pile, which a turn may forbid (R73)."""

    happen: Callable[["Play", int], None]
    from_pile: int = 0


class Arrival(Struct, frozen=True):
    """A kind of card that tunnels can reach (R19, R71, R73): which are reached, and the effect."""

    find: Callable[["Play"], list[str]]
    happen: Callable[["Play", int, str], None]


def no_tolls(public: Public, seat: int) -> Mapping[str, tuple[int | None, ...]]:
    """No tolls."""
    return {}


def no_facts(result: RoundResult) -> tuple[PayReason, ...]:
    """No reasons for the round as a whole."""
    return ()


def face_down_goals(public: Public) -> list[str]:
    """The squares of the face-down goals."""
    return [at for at, kind in public.face_down.items() if kind == GOAL]


def goal_found(play: "Play", at: str) -> Sight:
    """The goal on a square."""
    return GoalSight(at=at, goal=play.table.goals[at])


def may_fall(public: Public, at: str) -> bool:
    """A face-up card, but not the start, a goal or a fixed card (R17)."""
    card = public.mine.get(at, START).removesuffix(TURNED)
    return card != START and card not in GOAL_TUNNELS and at not in public.fixed


def fall(play: "Play", at: str) -> str:
    """Discard a face-up card of the mine; its name without the turning. `Played` removes it."""
    card = play.public.mine[at].removesuffix(TURNED)
    play.discard(card)
    return card


class Rules(Struct, frozen=True, kw_only=True):
    """The compiled modules in force. Made once for each ruleset by ``ruleset.compiled``."""

    catalogue: Mapping[str, int]
    """Tunnel and action cards, in the order of R4."""
    seats: range
    seats_rule: str = "R10"
    """The rule for the number of players."""
    roles: Callable[[int], list[str]]
    """Number of players to the role cards that are shuffled (R10, R30)."""
    hand_size: Callable[[int], int]
    aside: int = 0
    goals: Mapping[str, Callable[["Play", int], None]] = field(default_factory=dict)
    """Every goal of the game with what happens when it is reached."""
    goal_squares: tuple[str, ...] = ()
    goals_out: int = 3
    """How many goals are laid out in a round; ``gold`` is always among them."""
    gold_cards: bool = True
    pass_limit: int = 1
    order_asked: bool = False
    effects: Mapping[str, Effect] = field(default_factory=dict)
    for_all: Mapping[str, Callable[[Public], PublicChanges]] = field(default_factory=dict)
    """Changes of an effect or a chest, by its name, apart from mine and cards before players (R64, R73)."""
    moves: Mapping[type, TurnMove] = field(default_factory=dict)
    arrivals: tuple[Arrival, ...] = ()
    instead_of_draw: Mapping[str, InsteadOfDraw] = field(default_factory=dict)
    """What happens in place of a draw, by name (R73)."""
    roles_change: Mapping[str, bool] = field(default_factory=dict)
    """Fixed cards, by name, that change roles when first joined to the start: of all (True) or of who joins (R71)."""
    fixed: Mapping[str, str] = field(default_factory=dict)
    """Squares of cards that lie face up from the start and are never removed, with their names (R71)."""
    chests_out: int = 0
    """How many chests lie under face-down tunnel cards (R73)."""
    laid_out: bool = False
    """Whether a random tunnel card lies on the middle square from the start (R81)."""
    miners: int = 0
    """Miners the whole table has in a round (R70)."""
    first_nuggets: int = 0
    """Nuggets everybody has when the game begins (R70)."""
    anytime: Mapping[type, TurnMove] = field(default_factory=dict)
    """Public commands that are legal at any time, by type (R70)."""
    announced: tuple[Callable[["Play", int, Any], None], ...] = ()
    """What happens between the announcement of a card and its effect (R63, R93)."""
    tolls: Callable[[Public, int], Mapping[str, tuple[int | None, ...]]] = no_tolls
    """Squares where a seat pays a toll to lay, with who may pay it; None is the seat itself (R70)."""
    mappable: Callable[[Public], list[str]] = face_down_goals
    """The squares that a map may look at (R18)."""
    found: Callable[["Play", str], Sight] = goal_found
    """What a look at a face-down square shows."""
    may_fall: Callable[[Public, str], bool] = may_fall
    """Whether a rockfall may remove the card on a square (R17, R71, R73)."""
    fall: Callable[["Play", str], str] = fall
    """Removes the card on a square by a rockfall; returns its name, "" if it was face down (R17, R73)."""
    laid: tuple[Callable[["Play", int, str, int | None, Public], None], ...] = ()
    """Called after a seat has laid a card on a square, with the payer of a toll, if any, and the public state before
    (R70)."""
    settle: Callable[["Play", str, int | None], None]
    """Puts the payout of a finished round on the agenda, given its reason and connector (R22, R23)."""
    pay_facts: Callable[[RoundResult], tuple[PayReason, ...]] = no_facts
    """The payout reasons of a whole round, from its public result."""
    pay_reasons: Callable[[RoundResult, int], tuple[PayReason, ...]]
    """The payout reason of a seat, from the public result."""
    only_whole_tools_pay: bool = False
    """Whether a digger with a broken tool gets no gold card (R80)."""


def explained(rules: Rules, result: RoundResult) -> RoundResult:
    """A result with its payout reasons (R22, R23)."""
    reasons = [rules.pay_reasons(result, seat) for seat in range(len(result.roles))]
    if result.connector is not None:
        reasons[result.connector] = (PayReason("joined"), *reasons[result.connector])
    return replace(result, pay_facts=rules.pay_facts(result), pay_reasons=tuple(reasons))


class Step(NamedTuple):
    """The result of a command: the new state, its public events, and the whispers to single seats."""

    state: State[Any]
    events: tuple[PublicEvent, ...]
    whispers: tuple[tuple[int, PrivateEvent], ...]
    chance: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The results of random draws and shuffles, as the lines of a record (R98)."""
    among: tuple[tuple[str, ...], ...] = ()
    """The items that each of these was drawn among, in their order."""


class Play:
    """The working copy of a state while one command is carried out.

    Only `emit` changes the public state by events. Fields that no event contains have methods here: `count_command`,
    `count` and the discards. So only this class assigns ``public``.
    """

    __slots__ = ("agenda", "among", "events", "public", "rolled", "rules", "seats", "table", "whispers")

    def __init__(self, rules: Rules, state: State[Any]) -> None:
        self.rules = rules
        self.public: Public = state.public
        self.seats = list(state.seats)
        self.table = state.table
        self.agenda: list[Task] = list(state.public.agenda)
        self.events: list[PublicEvent] = []
        self.whispers: list[tuple[int, PrivateEvent]] = []
        self.rolled: list[tuple[str, tuple[str, ...]]] = []
        self.among: list[tuple[str, ...]] = []

    def step(self) -> Step:
        """Return the result as a value."""
        self.count()
        state = State(public=self.public, seats=tuple(self.seats), table=self.table)
        return Step(state, tuple(self.events), tuple(self.whispers), tuple(self.rolled), tuple(self.among))

    def count_command(self, *, is_move: bool = True) -> None:
        """Number a public command; an offer is no move of the round (R70)."""
        self.public = replace(self.public, seq=self.public.seq + 1, moves=self.public.moves + is_move)

    def count(self) -> None:
        """Update the public counts of hands, nuggets and pile, and the agenda."""
        self.public = replace(
            self.public,
            agenda=tuple(self.agenda),
            hands=tuple([len(own.hand) for own in self.seats]),
            rich=tuple([own.worth > 0 for own in self.seats]),
            pile=len(self.table.pile),
        )

    # -- events

    def emit(self, event: PublicEvent, opened: Opened | None = None) -> None:
        """Emit a public event, and apply it to the public state. An end has ``opened`` something besides."""
        self.events.append(event)
        self.public = apply_event(self.public, event, self.rules.for_all, opened)

    def tell(self, seat: int, event: PrivateEvent) -> None:
        """Emit a private event to one seat."""
        self.whispers.append((seat, event))

    # -- changing

    def push(self, *tasks: Task) -> None:
        """Put tasks on the agenda; the first given is done first."""
        self.agenda.extend(reversed(tasks))

    def change_seat(self, seat: int, **fields: Unpack[SeatChanges]) -> None:
        """Change the secret of a seat."""
        self.seats[seat] = replace(self.seats[seat], **fields)

    def change_table(self, **fields: Unpack[TableChanges]) -> None:
        """Change the hidden part."""
        self.table = replace(self.table, **fields)

    # -- hands, pile, discards

    def take_card(self, seat: int, *cards: str) -> None:
        """Take cards out of a hand."""
        hand = list(self.seats[seat].hand)
        for card in cards:
            hand.remove(card)
        self.change_seat(seat, hand=tuple(hand))

    def give(self, seat: int, cards: tuple[str, ...]) -> None:
        """Put cards into a hand, with a whisper to its seat."""
        if cards:
            self.change_seat(seat, hand=in_order(self.seats[seat].hand + cards))
            self.tell(seat, Drew(cards))

    def draw(self, seat: int, count: int) -> None:
        """Draw from the pile as long as there is one (R13)."""
        pile = self.table.pile
        self.change_table(pile=pile[count:])
        self.give(seat, pile[:count])

    def discard(self, *cards: str, face_up: bool = True) -> None:
        """Lay cards on the discard pile, the last on top (R44)."""
        shown = cards if face_up else ("",) * len(cards)
        self._keep_discards(self.public.discards + shown, self.table.discards + cards)

    def discard_down(self, seat: int, *cards: str) -> None:
        """Discard cards of a hand face down, with a whisper to its seat."""
        self.take_card(seat, *cards)
        self.discard(*cards, face_up=False)
        self.tell(seat, Discarded(cards))

    def lift_discards(self, count: int) -> tuple[str, ...]:
        """Take so many cards off the discards, the top first; fewer when there are not so many."""
        discards = self.table.discards
        left = max(0, len(discards) - count)
        self._keep_discards(self.public.discards[:left], discards[:left])
        return tuple(reversed(discards[left:]))

    def shuffle_discards(self) -> None:
        """Shuffle the discards face down (R73)."""
        top_first = self.shuffle("discards", tuple(reversed(self.table.discards)))
        self._keep_discards(("",) * len(top_first), tuple(reversed(top_first)))

    def _keep_discards(self, shown: tuple[str, ...], cards: tuple[str, ...]) -> None:
        self.public = replace(self.public, discards=shown)
        self.change_table(discards=cards)

    # -- the mine

    @property
    def board(self) -> Board:
        """The mine as a graph."""
        return board_of(self.public.mine, self.public.face_down)

    # -- roles

    def give_role(self, seat: int, role: str) -> None:
        """Change the role of a seat, with a whisper to it (R42, R71)."""
        self.change_seat(seat, role=role)
        self.tell(seat, NewRole(role=role))

    def swap_role(self, seat: int) -> None:
        """A player takes the top spare role and lays the own one under the spare roles (R42, R71)."""
        top, *rest = self.table.spare_roles
        self.change_table(spare_roles=(*rest, self.seats[seat].role))
        self.give_role(seat, top)

    # -- knowing

    def show(self, seat: int, sight: Sight) -> None:
        """Show something to one seat; the sighting has the number of the move (R18, R94)."""
        sighting = Sighting(sight, self.public.moves)
        self.change_seat(seat, sightings=(*self.seats[seat].sightings, sighting))
        self.tell(seat, Saw(sight))

    # -- chance

    def lot(self, items: tuple[str, ...]) -> str:
        """A random item; a record's line ``* lot`` takes precedence (R92, R98)."""
        scripted = self._scripted("lot")
        drawn = scripted or (self._dice("lot").one(items),)
        if len(drawn) != 1 or drawn[0] not in items:
            raise Refused("impossible-chance", "R98", kind="lot", drawn=" ".join(drawn))
        self._remember("lot", drawn, items)
        return drawn[0]

    def shuffle(self, kind: str, items: tuple[str, ...]) -> tuple[str, ...]:
        """The items in random order; a record's line of that kind takes precedence (R98)."""
        scripted = self._scripted(kind)
        order = tuple(self._dice(kind).shuffled(items)) if scripted is None else scripted
        if sorted(order) != sorted(items):
            raise Refused("impossible-chance", "R98", kind=kind, drawn=" ".join(order))
        self._remember(kind, order, items)
        return order

    def _remember(self, kind: str, gave: tuple[str, ...], items: tuple[str, ...]) -> None:
        self.rolled.append((kind, gave))
        self.among.append(items)

    def _scripted(self, kind: str) -> tuple[str, ...] | None:
        chance = self.table.chance
        if isinstance(chance, Stream) or not chance.lines or chance.lines[0][0] != kind:
            return None
        self.change_table(chance=Scripted(lines=chance.lines[1:], stream=chance.stream))
        return chance.lines[0][1]

    def _dice(self, kind: str) -> Dice:
        chance = self.table.chance
        stream = chance if isinstance(chance, Stream) else chance.stream
        used = Stream(key=stream.key, used=stream.used + 1)
        self.change_table(chance=used if chance is stream else replace(chance, stream=used))
        return Dice(stream.key, f"round {self.public.round} {kind} {stream.used}")
