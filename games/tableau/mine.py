"""The mine as squares of a frame. `cards_of` lists its cards for each drawing: the table, the thumbnail and the
picture. `lighting` adds the highlights while a player chooses. The frame holds all cards and every square on which a
tunnel could be continued. It follows from the public state, and does not move while a player chooses.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, Protocol, assert_never

from django.utils.translation import gettext as _

from games.clocks.deadlines import WINDOW
from games.rules.announced import announcement
from games.rules.board import GOAL, Board, Square, board_of, square
from games.rules.cards import CARDS, GOAL_TUNNELS
from games.rules.engine import Public, awaited
from games.rules.events import (
    Announced,
    ChestFell,
    ChestTurned,
    Detoured,
    GoalMoved,
    GoalTurned,
    Joined,
    Laid,
    MinerPut,
    Played,
    PublicEvent,
    Swapped,
    Vetoed,
)
from games.rules.ruleset import compiled
from games.rules.sights import ChestSight, GoalSight, RoleSight, Sight
from games.rules.tunnels import STEPS, TURNED
from games.rules.turn import Resolve
from games.rules.view import PlayerView
from games.selectors.table import LoggedMove
from games.sheets import GOALS
from games.tableau.knowledge import PlayerKnowledge
from games.tableau.spoken import Mark
from games.wording import goal_name, lane_name, miner_words, seen_words
from games.wording.announced import without_effect

HOURGLASS = "i-clock"


class Lying(Protocol):
    """The public cards of a mine: those of a public state, or of a sketch."""

    @property
    def mine(self) -> Mapping[str, str]: ...
    @property
    def face_down(self) -> Mapping[str, str]: ...


class Frame(NamedTuple):
    """The part of the mine that is shown: its corner in the north-west, columns and rows in squares."""

    west: int
    north: int
    columns: int
    rows: int

    def within(self, squares: Iterable[Square]) -> list[Square]:
        """Return the given squares that lie in the frame."""
        east, south = self.west + self.columns, self.north + self.rows
        return [(x, y) for x, y in squares if self.west <= x < east and self.north <= y < south]

    @property
    def depths(self) -> list[int]:
        """The depth of each column."""
        return list(range(self.west, self.west + self.columns))

    @property
    def lanes(self) -> list[str]:
        """The letters of each row."""
        return [lane_name(y) for y in range(self.north, self.north + self.rows)]


class PlacedCard(NamedTuple):
    """A card of the mine: its square as text and in columns and rows, the drawn card, whether it lies face down."""

    at: str
    square: Square
    laid: str
    hidden: bool

    @property
    def rock(self) -> int:
        """The number of the rock picture behind it, 0 to 2."""
        return rock_at(self.square)


def rock_at(at: Square) -> int:
    """Return the number of the rock picture of a square, 0 to 2."""
    return (7 * at[0] + 3 * at[1]) % 3


def cards_of(lies: Lying, fixed: Mapping[str, str] = MappingProxyType({})) -> list[PlacedCard]:
    """Return the cards of a mine, face up first; ValueError if a square cannot be read. `fixed` are squares whose
    tunnel is drawn as another card."""
    up = [PlacedCard(at, square(at), fixed.get(at, laid), hidden=False) for at, laid in lies.mine.items()]
    return up + [PlacedCard(at, square(at), kind, hidden=True) for at, kind in lies.face_down.items()]


class Spot(NamedTuple):
    """A square: its card, and its link."""

    at: str
    # A card; "goal" or "chest" face down; "" for nothing.
    laid: str = ""
    classes: tuple[str, ...] = ()
    # More text about the square.
    words: str = ""
    # The mark of the player's knowledge.
    note: str = ""
    # The address and the text of its link.
    href: str = ""
    link: str = ""
    # Makes a button of the link, which plays the card at once by sending this to `sends`.
    value: str = ""
    # The side (N, E, S, W) at which the chosen card does not match its neighbour.
    clash: str = ""
    # The owner of the miner there.
    miner: str = ""
    # Whether the player's knowledge may be outdated.
    doubtful: bool = False
    # Whether Tab leaves the link out.
    by_arrow: bool = False
    sends: str = ""
    # Claims about a goal, and the address to claim something about it.
    marks: tuple[Mark, ...] = ()
    says: str = ""


class Mine(NamedTuple):
    """All squares with a card or a link, in the order of the focus."""

    frame: Frame
    spots: tuple[Spot, ...]
    cards: int
    # The squares that join the start to the gold, once it is reached.
    way: tuple[Square, ...] = ()


def frame_of(public: Public) -> Frame:
    """Return the frame of a mine; if ladders are in the pile, every square beside a card may be built on (R34)."""
    board = board_of(public.mine, public.face_down)
    shown = [*board.cells, *board.sealed, *board.edges, *map(square, public.miners)]
    if any(card.endswith("-ladder") for card in compiled(public.ruleset).catalogue):
        near = [(x + dx, y + dy) for x, y in board.cells for _side, dx, dy, _touching in STEPS]
        shown += [at for at in near if board.is_free(at) and not board.touches_goal(at)]
    west, north = min(x for x, _y in shown), min(y for _x, y in shown)
    columns, rows = max(x for x, _y in shown) - west + 1, max(y for _x, y in shown) - north + 1
    return Frame(west, north, columns, rows)


def squares_of(
    view: PlayerView, names: Sequence[str], fresh: frozenset[str], knowledge: PlayerKnowledge, waiting: Announced | None
) -> dict[Square, Spot]:
    """Return all squares with a card or a miner. `fresh` are those whose card the player has not seen yet; `waiting` is
    a command that was announced and has no effect yet."""
    public = view.public
    board, over = board_of(public.mine, public.face_down), is_round_over(public)
    spots = {}
    for card in cards_of(public, public.fixed):
        hides = card.hidden
        spots[card.square] = (
            _face_down(view, card, knowledge) if hides else face_up(public, board, card, fresh, over=over)
        )
    spots |= {square(at): Spot(at, miner=miner_words(names[seat])) for at, seat in public.miners.items()}
    return spots | pending(waiting, without_effect(waiting, names, view.seat), spots) if waiting else spots


def is_round_over(public: Public) -> bool:
    """Return whether play of the current round is over."""
    return bool(public.results) and public.results[-1].round == public.round


_LANDS = (Laid, GoalTurned, ChestTurned, Detoured)
_TOUCHES = (Played, Swapped, Vetoed)


def landed(log: Sequence[LoggedMove], seen: int) -> frozenset[str]:
    """Return the squares whose card was laid after a public command."""
    events = [event for step in log if step.seq > seen for event in step.events]
    return frozenset(event.at for event in events if isinstance(event, _LANDS))


def touched(events: Iterable[PublicEvent]) -> list[str]:
    """Return the squares of other events: looked at, removed, taken up, left."""
    found: list[str] = []
    for event in events:
        if isinstance(event, _TOUCHES):
            found += event.at
        elif isinstance(event, ChestFell | MinerPut | Joined | GoalMoved):
            found.append(event.at)
        if isinstance(event, Detoured | GoalMoved):
            found.append(event.was)
    return list(dict.fromkeys(found))


def with_past(
    spots: Mapping[Square, Spot], events: Sequence[PublicEvent], public: Public, goals: Mapping[str, str]
) -> dict[Square, Spot]:
    """Return the squares of a replay step: those of its events are highlighted, and each face-down goal is marked as
    what it turned out to be (R24)."""
    marked = dict(spots)
    for at in touched(events):
        spot = marked.get(square(at), Spot(at))
        marked[square(at)] = spot._replace(classes=(*spot.classes, "touched"))
    for at, kind in public.face_down.items():
        if kind == GOAL and at in goals:
            there, goal = square(at), goals[at]
            note = GOALS[goal].note or f"g-{goal}"
            marked[there] = marked[there]._replace(note=note, words=goal_name(goal), doubtful=False)
    return marked


def mine_of(public: Public, spots: dict[Square, Spot], asking: Sequence[Spot] = ()) -> Mine:
    """Return the mine with its squares in the order of the focus. `asking` are illegal squares that give a reason."""
    for spot in asking:
        spots.pop(square(spot.at), None)
    return Mine(frame_of(public), (*sorted(spots.values(), key=place_of), *asking), len(public.mine))


def face_up(public: Public, board: Board, card: PlacedCard, fresh: frozenset[str], *, over: bool) -> Spot:
    """Return a face-up card. When a round is `over`, goals that were not reached are face up; none is cut off."""
    at, classes, words = card.at, [], []
    is_goal = public.mine[at].removesuffix(TURNED) in GOAL_TUNNELS
    if public.last_laid is not None and public.last_laid.at == at:
        classes.append("last")
        words.append(_("The last card laid."))
    if card.square not in board.live and not (over and is_goal):
        classes.append("unlit")
        words.append(_("Cut off from the start."))
    if at in public.fixed:
        words.append(_("Already joined to the start.") if at in public.joined else _("Not joined to the start yet."))
    if at in public.chest_cards:
        words.append(_("A chest lay below."))
    if at in fresh:
        classes.append("turned" if is_goal or at in public.chest_cards else "new")
    return Spot(at, card.laid, tuple(classes), " ".join(words))


def _face_down(view: PlayerView, card: PlacedCard, knowledge: PlayerKnowledge) -> Spot:
    known = knowledge.at(card.at)
    if known is None or not seen_words(view, card.at):
        return Spot(card.at, card.laid)
    words = " ".join(known.since)
    return Spot(card.at, card.laid, words=words, note=_note(known.sight), doubtful=known.doubtful)


def _note(sight: Sight) -> str:
    """Return the mark of what was seen on a square; "" for what lies on none."""
    match sight:
        case GoalSight(goal=goal):
            return GOALS[goal].note or f"g-{goal}"
        case ChestSight(chest=chest):
            return f"c-{chest}"
        case RoleSight():
            return ""
        case _:
            assert_never(sight)


def announced(public: Public) -> Announced | None:
    """Return the command that waits without effect while others may veto it (R93); None when there is none."""
    waits = any(ask.kind == WINDOW for ask in awaited(public))
    task = public.agenda[-2] if waits else None
    if not isinstance(task, Resolve):
        return None
    return announcement(compiled(public.ruleset), public, task.seat, task.command)


def pending(event: Announced, words: str, spots: Mapping[Square, Spot]) -> dict[Square, Spot]:
    """Return the squares that an announced command would change, each with `words`: a tunnel, also one that is moved,
    is drawn as it will lie; its new place is highlighted, its old one is faded."""
    tunnel = event.card if CARDS[event.card].is_tunnel else event.moved
    laid = tunnel + TURNED * event.turned if tunnel else ""
    found = {}
    for at in filter(None, (*event.at, event.was)):
        spot = spots.get(square(at), Spot(at))
        waits = ("ghost", "pending") if event.moved and at != event.was else ("moving", "pending")
        classes = (*spot.classes, *waits)
        found[square(at)] = spot._replace(laid=spot.laid or laid, classes=classes, words=words, note=HOURGLASS)
    return found


def place_of(spot: Spot) -> Square:
    x, y = square(spot.at)
    return y, x
