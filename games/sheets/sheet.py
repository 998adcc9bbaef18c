"""What sheets are made of: all that a person meets of a card, a role, a decision or a module, as plain values.

Messages are kept lazy, with named places, and put into words when they are shown. A picture is SVG as text.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext_lazy as _

from games.rules.events import Played, PublicEvent

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class Aim(Enum):
    """What an action card is played on."""

    NOTHING = "nothing"
    ROOM = "an empty square, where a tunnel is moved to"
    LYING = "a card in the mine, which is taken away"
    HIDDEN = "a card in the mine that lies face down, which is looked at"
    TWO_GOALS = "two goals, one after the other"
    PLAYER = "a player"
    TOOL = "a player and one of their tools"

    @property
    def at_players(self) -> bool:
        """Whether a player is chosen, or what lies before one."""
        return self in (Aim.PLAYER, Aim.TOOL)


# -- what was done


class Aimed(NamedTuple):
    """An act on a player: `name` did it to `target`; None where the rules do not allow that pair."""

    mine_on_them: "StrPromise"
    theirs_on_me: "StrPromise"
    theirs_on_them: "StrPromise"
    mine_on_me: "StrPromise | None" = None
    theirs_on_themselves: "StrPromise | None" = None

    def sentence(self, seat: int, target: int, names: Sequence[str], me: int | None, **about: str | int) -> str | None:
        """The sentence that fits actor and target; None when there is none for that pair."""
        if seat == me:
            message = self.mine_on_me if target == me else self.mine_on_them
        elif target == me:
            message = self.theirs_on_me
        else:
            message = self.theirs_on_themselves if target == seat else self.theirs_on_them
        return message % {"name": names[seat], "target": names[target], **about} if message is not None else None


class Done(NamedTuple):
    """An act without a target: one sentence of what I did, one of what `name` did."""

    mine: "StrPromise"
    theirs: "StrPromise"

    def sentence(self, seat: int, names: Sequence[str], me: int | None, **about: str | int) -> str:
        """The sentence that fits who did it."""
        return (self.mine if seat == me else self.theirs) % {"name": names[seat], **about}


# -- pages of the rule book


@dataclass(frozen=True, kw_only=True)
class EntrySheet:
    """A page of the rule book about a card or a family of cards."""

    what: "StrPromise"
    # What it is for. That of a role's page is its goal (`RoleSheet.goal`).
    target: "StrPromise | str" = ""
    # The numbers to look up.
    rules: tuple[int, ...]
    # The pages that go with it.
    see: tuple[str, ...] = ()
    # Other modules that bring it.
    also: tuple[str, ...] = ()
    # A page of a family has a name in addresses, a title and the names of its cards (for gold and miners: ids of
    # pictures).
    slug: str = ""
    title: "StrPromise | None" = None
    shown: tuple[str, ...] = ()
    # In place of the names of tunnel cards: their kinds, by the names of `ShapeSheet`. So the cards follow from the
    # catalogue.
    shapes: tuple[str, ...] = ()


# -- cards


class Question(NamedTuple):
    """Asked before a card is played; `of_me` when it is on oneself, `of_goal` when on a goal that lies face down."""

    words: "StrPromise"
    of_me: "StrPromise | None" = None
    of_goal: "StrPromise | None" = None


class Whose(Enum):
    """Whose role is another one after something happened."""

    TARGET = "that of the target"
    ACTOR = "that of the actor"
    ALL = "that of everybody"


class Doubt(NamedTuple):
    """A role that was seen may be another by now: whose role, and what is said of it. `move` is when."""

    whose: Whose
    words: "StrPromise"


@dataclass(frozen=True, kw_only=True)
class ActionSheet:
    """An action card; `name` is that of the catalogue.

    `question` and `done` are None for a card that shows several tools: it is logged as the card of the one tool that it
    was played for. `before` is said of a player it lies before, `mark` is its picture there. `looks`: it shows
    something to its player alone. `order` is the kind of standing order by which it is played (R93, R95), `doubt` what
    becomes of roles that were seen. `logged_by` is its event in the log.
    """

    name: str
    title: "StrPromise"
    aim: Aim
    question: Question | None
    done: "Done | Aimed | None"
    picture: str
    page: EntrySheet
    before: "StrPromise | None" = None
    mark: str = ""
    looks: bool = False
    order: str = ""
    doubt: Doubt | None = None
    logged_by: type[PublicEvent] = Played


@dataclass(frozen=True, kw_only=True)
class ShapeSheet:
    """A kind of tunnel card: `name` is what `wording.cards` makes of its groups and of what lies on it.

    `laid` stands as the object of "to lay".
    """

    name: str
    title: "StrPromise"
    laid: "StrPromise"


REACHED = Done(
    _("You reached the goal at %(square)s: %(goal)s."),
    _("%(name)s reached the goal at %(square)s: %(goal)s."),
)


@dataclass(frozen=True, kw_only=True)
class GoalSheet:
    """A goal. `page` is None where another goal's page shows it too. `note` is the id of the mark for those who have
    looked at it; without one the picture is the mark.
    """

    name: str
    title: "StrPromise"
    picture: str
    page: EntrySheet | None
    reached: Done = REACHED
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class ChestSheet:
    """What lies in a treasure chest (R73)."""

    name: str
    title: "StrPromise"
    picture: str
    page: EntrySheet


class Clause(NamedTuple):
    """One sentence of a role's goal. `about` says what of: "wins", "pays" or "but" (an exception).

    `code` names the condition, so that a test can compare it with what rounds pay. A module's clause replaces the one
    about the same.
    """

    about: str
    code: str
    words: "StrPromise"


CLAUSES = ("wins", "pays", "but")
"""What the sentences of a goal are about, in their order."""


@dataclass(frozen=True, kw_only=True)
class RoleSheet:
    """A role: `goal` says to its player what it wants, as long as no module replaces a clause of it.

    `question` asks a player for this role, `asked` the player named by `other`. `wins` is said when only players of
    this role win a round, `winners` names them in a list beside other roles.
    `harms`: it wins when no one reaches the gold.
    """

    name: str
    title: "StrPromise"
    goal: tuple[Clause, ...]
    question: "StrPromise"
    asked: "StrPromise"
    wins: "StrPromise"
    winners: "StrPromise"
    picture: str
    page: EntrySheet
    harms: bool = False


SET_OFF_IN_ORDER = _(
    "If one card sets off several things, chests come first, then goals, the costume department and the tunnel party"
    " (R71)."
)


@dataclass(frozen=True, kw_only=True)
class PlaceSheet:
    """A fixed card in the mine (R71): joined to the start it changes roles."""

    name: str
    title: "StrPromise"
    picture: str
    page: EntrySheet
    doubt: Doubt


# -- decisions


class Named(Enum):
    """What an answer to a decision names, if it is no word of its own."""

    NOTHING = "nothing"
    SQUARE = "a square"
    PLAYER = "a player"
    CARD = "a card"
    GOLD = "a gold card, by its nuggets"


STRIKES = "strike"
"""The answer that is given with a command of its own, `Veto`. The name of a card as answer keeps that card (R62,
R93)."""


class Answer(NamedTuple):
    """An answer that is a word: as a row to choose, as the question before it is given, and with a picture's id.

    `button` is what the button says once it is chosen, where the row alone does not say what is done.
    """

    row: "StrPromise"
    question: "StrPromise"
    picture: str = ""
    button: "StrPromise | None" = None


class Doing(NamedTuple):
    """What stands in the row of a player who is awaited: in my own row, and in another player's."""

    mine: "StrPromise"
    theirs: "StrPromise"


RANDOM_ON_TIMEOUT = _("If your time runs out, we pick one at random (R92).")
YOUR_TURN = _("Your turn")
CHOOSING = Doing(_("you choose"), _("is choosing"))


@dataclass(frozen=True, kw_only=True)
class DecisionSheet:
    """A kind of decision (R90), by the `name` that tasks ask with."""

    name: str
    # What is asked of me, and what is asked of `name`.
    mine: "StrPromise"
    theirs: "StrPromise"
    call: "StrPromise" = YOUR_TURN
    doing: Doing = CHOOSING
    # What is taken when time runs out (R92).
    unanswered: "StrPromise" = RANDOM_ON_TIMEOUT
    # Said in its place where `count` cards are drawn then.
    unanswered_drawing: "StrPromise | None" = None
    # Whether it is answered with cards of the hand. If not, the answer is one of the words in `answers`, or it `names`
    # something; then `question` is asked of it, and `button` is what the button says that gives it.
    with_cards: bool = False
    names: Named = Named.NOTHING
    question: "StrPromise | None" = None
    button: "StrPromise | None" = None
    answers: Mapping[str, Answer] = field(default_factory=dict)
    # Whether the cards that the player was given to look at (`SeatSecret.offer`) are shown beside these words.
    shows_cards: bool = False
    # Said instead where several are asked alike, and no seat is to be named (R93).
    of_all: "StrPromise | None" = None


# -- modules


@dataclass(frozen=True, kw_only=True)
class ModuleSheet:
    """A game, an expansion, a card or a variant, with everything that it brings."""

    name: str
    title: "StrPromise"
    # Stands in the lobby.
    line: "StrPromise"
    # The sentences of its page.
    adds: tuple["StrPromise", ...]
    # The numbers to look up.
    rules: tuple[int, ...]
    icon: str
    # What was decided where the printed rules are silent.
    settled: tuple["StrPromise", ...] = ()
    # The field of a ruleset that is chosen only together with it.
    option: str = ""
    shapes: tuple[ShapeSheet, ...] = ()
    # Pages about families that are no card of their own, like those in `more`.
    tunnels: tuple[EntrySheet, ...] = ()
    actions: tuple[ActionSheet, ...] = ()
    goals: tuple[GoalSheet, ...] = ()
    chests: tuple[ChestSheet, ...] = ()
    roles: tuple[RoleSheet, ...] = ()
    # By role: the clauses of its goal that the module adds or replaces.
    goals_of_roles: Mapping[str, tuple[Clause, ...]] = field(default_factory=dict)
    places: tuple[PlaceSheet, ...] = ()
    more: tuple[EntrySheet, ...] = ()
    decisions: tuple[DecisionSheet, ...] = ()
