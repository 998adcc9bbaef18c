"""The value that the pages with a mine draw: a table, a plan, a lesson, a replay step, as one player sees them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import NamedTuple, assert_never

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clocks.deadlines import WINDOW
from games.rules.events import Announced, Saw
from games.rules.ruleset import compiled
from games.rules.sights import ChestSight, GoalSight, RoleSight
from games.rules.table import Ruleset
from games.rules.view import PlayerView
from games.selectors.table import LOG_LENGTH, LoggedMove, Person
from games.selectors.talk import Spoken
from games.sheets import DECISIONS
from games.sheets.sheet import YOUR_TURN
from games.tableau.bar import Bar, bar_of
from games.tableau.choice import NOTHING, PLAYS_CARDS, Choice, Picked, pick
from games.tableau.hand import Held, Touched, hand_of, new_cards_of, touch
from games.tableau.history import (
    Line,
    ShownMove,
    Since,
    last_acts_of,
    last_move_of,
    lines_with_words,
    moves_of,
    news_of,
    since_of,
    without_pending,
)
from games.tableau.knowledge import as_known, knowledge_of
from games.tableau.lighting import lit_mine
from games.tableau.links import Links
from games.tableau.mine import HOURGLASS, Frame, Mine, announced, landed, mine_of, squares_of, with_past
from games.tableau.orders import Orders, orders_of
from games.tableau.people import Row, rows_of
from games.tableau.planning import Plan, planning_bar
from games.tableau.spoken import WordLine
from games.tableau.talk import with_claims
from games.tableau.targets import Targets, targets_of
from games.wording import (
    list_words,
    module_name,
    option_words,
    reached_words,
    result_words,
    role_goal,
    role_name,
    whisper_words,
)
from games.wording.announced import announced_words


class Panel(NamedTuple):
    """A message in a frame of its own: `private`, `info`, `bad`; perhaps with a picture and a link. `line` is its
    summary while it is folded; "" for a message that is always open."""

    kind: str
    words: str
    picture: str = ""
    href: str = ""
    link: str = ""
    line: str = ""


class Role(NamedTuple):
    """What the player alone knows: the role, its goal, what they have seen, earlier roles included, gold held."""

    name: str
    words: str
    goal: str
    seen: tuple[str, ...]
    gold: int


class ModuleLink(NamedTuple):
    """A game, a module or a variant in force; `slug` of its page in the rule book."""

    slug: str
    name: str


class InForce(NamedTuple):
    """The rules in force: their parts, and the chosen options. The decisions on each part are on its own page."""

    parts: Sequence[ModuleLink]
    options: Sequence[str]


def in_force_of(ruleset: Ruleset) -> InForce:
    """Return the rules in force."""
    parts = [ModuleLink(name, module_name(name)) for name in (ruleset.rules, *ruleset.modules, *ruleset.variants)]
    return InForce(parts, [*option_words(ruleset), reached_words(ruleset)])


class Past(NamedTuple):
    """What a replay step shows beside its view: the command that was pending then, what face-down goals turned out
    to be, by square, and a frame that holds the mine of every step."""

    announced: Announced | None
    goals: Mapping[str, str] = MappingProxyType({})
    frame: Frame | None = None


class TablePage(NamedTuple):
    """The content of the pages with a mine and players: the table, a plan, a lesson, a replay step. A step has neither
    bar, hand nor log of its own."""

    view: PlayerView
    links: Links
    mine: Mine
    rows: tuple[Row, ...]
    bar: Bar = Bar("", "")
    hand: tuple[Held, ...] = ()
    log: tuple[Line | WordLine, ...] = ()
    panels: tuple[Panel, ...] = ()
    role: Role | None = None
    picked: Picked = Picked()
    waits_for: str = ""
    since: datetime | None = None
    until: datetime | None = None
    orders: Orders | None = None
    recent: Since | None = None
    moves: Sequence[ShownMove] = ()
    touched: Touched = MappingProxyType({})
    targets: Targets | None = None
    """What the page carries so that a card is chosen without a request; None where something is chosen already."""
    mine_to_move: bool = False
    """Whether the game waits for the reader. After an answer they know that it does not (R95)."""
    choosing: bool = False
    """Whether something is chosen."""

    @property
    def miners(self) -> str:
        """How many miners the table has left for the round; "" if there are none to put (R70)."""
        public = self.view.public
        if not compiled(public.ruleset).miners:
            return ""
        left = public.miners_left
        return ngettext("%(count)s miner left", "%(count)s miners left", left) % {"count": left}

    @property
    def call(self) -> str:
        """What the player is asked for, as short as possible: the same for all seats asked in a window (R93)."""
        kind = self.view.my_decision
        return str(DECISIONS[kind].call if kind else YOUR_TURN)

    @property
    def plays_cards(self) -> bool:
        """Whether the reader may choose cards of the hand now, and is not asked a question instead."""
        return self.mine_to_move and self.view.my_decision in PLAYS_CARDS

    @property
    def sleeps(self) -> bool:
        """Whether the player's own clock may sleep: not in a window, which asks all alike (R93)."""
        return self.view.my_decision != WINDOW

    @property
    def about(self) -> str:
        """The address of the help on the chosen card, with a way back to the choice."""
        return self.links.about(self.picked.card, self.picked.choice)


def table_page(
    view: PlayerView,
    links: Links,
    people: Sequence[Person],
    log: Sequence[LoggedMove],
    *,
    choice: Choice = NOTHING,
    seen: int = 0,
    at_once: bool = False,
    carries: bool = False,
    said: Panel | None = None,
    touched: Touched = MappingProxyType({}),
    words: Sequence[WordLine] = (),
    claims: Sequence[Spoken] = (),
    speaks: bool = False,
    plan: Plan | None = None,
    past: Past | None = None,
) -> TablePage:
    """Return the page for one player. `log` is the end of the log, newest first; it covers the whole round if the
    player has knowledge of it. `seen` is the public command up to which they viewed the table before.

    `at_once`: tunnels are laid without confirmation. `carries`: the page carries the targets of the hand. `said` is the
    response to what was just sent. `touched` are the cards that were touched on this device; those that are chosen now
    are added. `claims` are the claims of the round in force; `speaks`: the player may make claims. With a `plan` the
    player's next turn is chosen, as if it were now (ValueError if there is none to plan); with a `past` the page is a
    replay step.
    """
    if plan is not None and plan.turn is None:
        raise ValueError("There is no turn to plan.")
    turn = plan.turn if plan is not None and plan.turn is not None else view
    me, public, names = view.seat, view.public, [person.name for person in people]
    picked, knowledge = pick(turn, choice), knowledge_of(view, log)
    knowing = as_known(view, knowledge)
    waiting = announced(turn.public) if past is None else past.announced
    spots = squares_of(knowing, names, landed(log, seen), knowledge, waiting)
    if past is not None:
        mine = mine_of(public, with_past(spots, log[0].events if log else (), public, past.goals))
        mine = mine._replace(frame=past.frame or mine.frame)
        return TablePage(knowing, links, mine, rows_of(view, people, picked, links, {}))
    since, lately = last_move_of(log, me), log[:LOG_LENGTH]
    bar = bar_of(turn, picked, links, names)
    bar = bar if plan is None else planning_bar(bar, picked, plan)
    chosen = [links.token(card) for card in (picked.choice.card, *picked.choice.ticked) if card]
    touched = touch(touched, chosen, public.seq)
    awaited = [people[ask.seat] for ask in view.asks]
    panels = () if plan else (*_announced(waiting, names, me), *_panels(view, log, since, seen, links, names))
    targets = targets_of(turn, spots, links, names, at_once=at_once) if carries and choice == NOTHING else None
    mine = lit_mine(turn, spots, picked, links, names=names, at_once=at_once)
    rows = rows_of(turn, people, picked, links, last_acts_of(lately, names, me), waiting, view)
    mine, rows = with_claims(mine, rows, public, claims, links.code if speaks else "")
    own_sights = [one.words(names) for one in knowledge.known if not one.open]
    return TablePage(
        view=knowing,
        links=links,
        mine=mine,
        rows=rows,
        bar=bar,
        hand=hand_of(turn, picked, bar, links, new_cards_of(log, since), touched),
        log=tuple(lines_with_words(lately, names, me, words, since=since)),
        panels=(said, *panels) if said else panels,
        role=_role(view, (*knowledge.roles, *own_sights)),
        picked=picked,
        waits_for=list_words([person.name for person in awaited if person.number != me]),
        since=min((person.awaited_since for person in awaited if person.awaited_since), default=None),
        until=_until(awaited, me),
        orders=orders_of(turn, people, picked.choice.card),
        recent=since_of(lately if waiting is None else without_pending(lately), names, me, since, number=public.round),
        moves=() if plan else moves_of(lately),
        touched=touched,
        targets=targets,
        mine_to_move=bool(view.menu),
        choosing=bool(picked.choice.card or picked.choice.mode),
    )


def _until(awaited: Sequence[Person], me: int | None) -> datetime | None:
    """Return the player's own deadline if they are awaited, else the earliest of the others; None without a clock."""
    mine = [person.due_at for person in awaited if person.number == me]
    return mine[0] if mine else min((person.due_at for person in awaited if person.due_at), default=None)


def _role(view: PlayerView, seen: tuple[str, ...]) -> Role | None:
    own = view.own
    if own is None:
        return None
    return Role(own.role, role_name(own.role), role_goal(own.role, view.public.ruleset), seen, own.worth)


# -- panels


def _announced(waiting: Announced | None, names: Sequence[str], me: int | None) -> list[Panel]:
    """Return the panel of a card that was announced and has no effect yet, the same for all (R93)."""
    if waiting is None:
        return []
    words = _("%(announced)s It takes effect once the others have answered (R93).")
    line = announced_words(waiting, names, me)
    return [Panel("info", words % {"announced": line}, HOURGLASS, line=line)]


def _panels(
    view: PlayerView, log: Sequence[LoggedMove], since: int | None, seen: int, links: Links, names: Sequence[str]
) -> tuple[Panel, ...]:
    """Return what happened since the player's last move and deserves more than a line of the log. A role taken
    over is shown once: it can be looked up at any time."""
    news = news_of(log, since, seen)
    panels = []
    if news.round_over is not None:
        number = news.round_over.round
        words = result_words(news.round_over, names, view.seat)
        link = _("Look at round %(round)s") % {"round": number}
        line = _("Round %(round)s is over.") % {"round": number}
        panels.append(Panel("info", words, href=links.round(number), link=link, line=line))
    else:
        panels += [_private(whisper_words(gold) or "", f"gold-{gold.value}") for gold in news.gold]
    if news.role is not None:
        about = {"role": role_name(news.role.role), "goal": role_goal(news.role.role, view.public.ruleset)}
        words = _("Your new role: %(role)s. %(goal)s Only you see this.") % about
        panels.append(_private(words, f"role-{news.role.role}", _("Your new role: %(role)s.") % about))
    for saw in news.saw:
        line = whisper_words(saw, names) or ""
        panels.append(_private(_("Only you see this: %(sight)s") % {"sight": line}, _picture_of(saw), line))
    return tuple(panels)


def _private(words: str, picture: str = "", line: str = "") -> Panel:
    return Panel("private", words, picture, line=line or words)


def _picture_of(saw: Saw) -> str:
    """Return the picture of what was seen: a role, a goal, or the content of a chest."""
    match saw.sight:
        case RoleSight(role=role):
            return f"role-{role}"
        case ChestSight(chest=chest):
            return f"c-{chest}"
        case GoalSight(goal=goal):
            return f"g-{goal}"
        case _:
            assert_never(saw.sight)
