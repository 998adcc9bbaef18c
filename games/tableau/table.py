"""The whole table as one player sees it now."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clocks.deadlines import WINDOW
from games.rules.cards import CARDS
from games.rules.events import ChestTurned, Detoured, GoalTurned, Laid, Saw
from games.rules.ruleset import compiled
from games.rules.table import Ruleset
from games.rules.view import PlayerView
from games.selectors.table import LOG_LENGTH, LoggedMove, Person
from games.sheets import DECISIONS
from games.sheets.sheet import YOUR_TURN
from games.tableau.bar import Bar, bar_of
from games.tableau.choice import DISCARD, MINER, Choice, Picked
from games.tableau.history import (
    Line,
    Since,
    deeds_of,
    last_move_of,
    lines_with_words,
    news_of,
    since_of,
    without_pending,
)
from games.tableau.knowledge import as_known, knowledge_of
from games.tableau.lighting import lit_mine
from games.tableau.links import Links
from games.tableau.mine import HOURGLASS, Mine, announced, squares_of
from games.tableau.new_cards import Arrival, Touched, new_cards_of, touch
from games.tableau.orders import Orders, orders_of
from games.tableau.people import Row, rows_of
from games.tableau.picking import PLAYS_CARDS, pick
from games.tableau.spoken import WordLine
from games.wording import (
    card_name,
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


class Held(NamedTuple):
    """A card of the hand. `turned` as the player holds it in the preview; `token` for ticking it, else an address.

    `about` is the address of help on it, `fresh` says that it came lately and was not touched.
    """

    card: str
    words: str
    turned: bool
    chosen: bool
    href: str
    token: str
    about: str
    ticked: bool = False
    fresh: bool = False


class Panel(NamedTuple):
    """Something said in a frame of its own: `private`, `info`, `bad`; perhaps with a picture and a link. `line` is what
    stands there of it before it is opened; "" for what is said at once."""

    kind: str
    words: str
    picture: str = ""
    href: str = ""
    link: str = ""
    line: str = ""


class Role(NamedTuple):
    """What the player alone knows: the role, what it wants, what was seen, earlier roles among it, gold held."""

    name: str
    words: str
    goal: str
    seen: tuple[str, ...]
    gold: int


class ModuleLink(NamedTuple):
    """A game, a module or a variant that is in force; `slug` of its page in the rule book."""

    slug: str
    name: str


class InForce(NamedTuple):
    """The rules in force: what they are put together from, and what was chosen with them. What is settled here of each
    part stands on its own page."""

    parts: Sequence[ModuleLink]
    options: Sequence[str]


def in_force_of(ruleset: Ruleset) -> InForce:
    """The rules in force."""
    parts = [ModuleLink(name, module_name(name)) for name in (ruleset.rules, *ruleset.modules, *ruleset.variants)]
    return InForce(parts, [*option_words(ruleset), reached_words(ruleset)])


class Tableau(NamedTuple):
    """The table as a template draws it."""

    view: PlayerView
    links: Links
    mine: Mine
    bar: Bar
    hand: tuple[Held, ...]
    rows: tuple[Row, ...]
    log: tuple[Line | WordLine, ...]
    panels: tuple[Panel, ...]
    role: Role | None
    picked: Picked
    waits_for: str
    since: datetime | None
    until: datetime | None
    orders: Orders | None = None
    recent: Since | None = None
    touched: Touched = MappingProxyType({})

    @property
    def miners(self) -> str:
        """How many miners the table has left for the round; "" where there are none to put (R70)."""
        public = self.view.public
        if not compiled(public.ruleset).miners:
            return ""
        left = public.miners_left
        return ngettext("%(count)s miner left", "%(count)s miners left", left) % {"count": left}

    @property
    def mine_to_move(self) -> bool:
        """Whether the game waits for the player who looks. After an answer they know that it does not (R95)."""
        return bool(self.view.menu)

    @property
    def call(self) -> str:
        """What the player is called for, as short as it can be: the same for all whom a window asks (R93)."""
        kind = self.view.my_decision
        return str(DECISIONS[kind].call if kind else YOUR_TURN)

    @property
    def sleeps(self) -> bool:
        """Whether the player's own clock may sleep: not in a window, which asks all alike (R93)."""
        return self.view.my_decision != WINDOW

    @property
    def about(self) -> str:
        """Help on the chosen card, from where one comes back to the choice."""
        return self.links.about(self.picked.card, self.picked.choice)

    @property
    def at_once(self) -> tuple[Panel, ...]:
        """What is said without being opened."""
        return tuple(panel for panel in self.panels if not panel.line)

    @property
    def news(self) -> tuple[Panel, ...]:
        """What one line tells of, and all of it when it is opened."""
        return tuple(panel for panel in self.panels if panel.line)

    @property
    def choosing(self) -> bool:
        """Whether something is chosen."""
        return bool(self.picked.card or self.picked.mode)


def tableau_of(
    view: PlayerView,
    choice: Choice,
    links: Links,
    *,
    people: Sequence[Person],
    told: Sequence[LoggedMove],
    seen: int = 0,
    at_once: bool = False,
    said: Panel | None = None,
    touched: Touched = MappingProxyType({}),
    words: Sequence[WordLine] = (),
) -> Tableau:
    """The table for one player. `told` is the end of the log, newest first; it reaches back to the beginning of the
    round where something is known of it. `seen` is up to where they looked before.

    `at_once`: tunnels are laid without being confirmed. `said` is what there is to say about what was just sent.
    `touched` are the cards that were touched on this device; those that are chosen now are added.
    """
    names = [person.name for person in people]
    picked = pick(view, choice)
    knowledge = knowledge_of(view, told)
    knowing = as_known(view, knowledge)
    spots = squares_of(knowing, names, _fresh(told, seen), knowledge)
    since = last_move_of(told, view.seat)
    bar = bar_of(view, picked, links, names)
    chosen = [links.token(card) for card in (picked.card, *picked.choice.ticked) if card]
    touched = touch(touched, chosen, view.public.seq)
    awaited = [people[ask.seat] for ask in view.asks]
    panels = (*_announced(view, names), *_panels(view, told, since, seen, links, names))
    lately = told[:LOG_LENGTH] if announced(view.public) is None else without_pending(told[:LOG_LENGTH])
    sights = [one.words(names) for one in knowledge.known if not one.open]
    return Tableau(
        view=knowing,
        links=links,
        mine=lit_mine(view, spots, picked, links, names=names, at_once=at_once),
        bar=bar,
        hand=_hand(view, picked, bar, links, _fresh_cards(new_cards_of(told, since), touched, links)),
        rows=rows_of(view, people, picked, links, deeds_of(told[:LOG_LENGTH], names, view.seat)),
        log=tuple(lines_with_words(told[:LOG_LENGTH], names, view.seat, words, since=since)),
        panels=(said, *panels) if said else panels,
        role=_role(view, (*knowledge.roles, *sights)),
        picked=picked,
        waits_for=list_words([person.name for person in awaited if person.number != view.seat]),
        since=min((person.awaited_since for person in awaited if person.awaited_since), default=None),
        until=_until(awaited, view.seat),
        orders=orders_of(view, people, picked.card),
        recent=since_of(lately, names, view.seat, since, number=view.public.round),
        touched=touched,
    )


def _until(awaited: Sequence[Person], me: int | None) -> datetime | None:
    """The player's own deadline if they are awaited, else the first of the others; None where no clock runs."""
    mine = [person.due_at for person in awaited if person.number == me]
    return mine[0] if mine else min((person.due_at for person in awaited if person.due_at), default=None)


def _fresh(told: Sequence[LoggedMove], seen: int) -> frozenset[str]:
    """The squares whose card came after the player's last look."""
    events = [event for step in told if step.seq > seen for event in step.events]
    return frozenset(event.at for event in events if isinstance(event, Laid | GoalTurned | ChestTurned | Detoured))


def _fresh_cards(arrivals: Mapping[str, Arrival], touched: Touched, links: Links) -> Counter[str]:
    """The cards that came after they were touched last, as many copies as came."""
    fresh = {card: came.copies for card, came in arrivals.items() if touched.get(links.token(card), -1) < came.seq}
    return Counter(fresh)


def _hand(view: PlayerView, picked: Picked, bar: Bar, links: Links, fresh: Counter[str]) -> tuple[Held, ...]:
    if view.own is None:
        return ()
    held, chosen, ticks = [], picked.card, list(picked.choice.ticked)
    for card in view.own.hand:
        this, ticked = card == chosen, card in ticks
        turned = this and bool(picked.choice.turned) and not picked.mode and card in _TUNNELS
        href = "" if bar.most else _choosing(view, picked, card, links)
        token = links.token(card) if bar.most else ""
        is_new = fresh[card] > 0
        held.append(Held(card, card_name(card), turned, this, href, token, links.about(card), ticked, is_new))
        fresh[card] -= is_new
        chosen = "" if this else chosen
        if ticked:
            ticks.remove(card)
    return tuple(held)


_TUNNELS = {name for name, card in CARDS.items() if card.is_tunnel}


def _choosing(view: PlayerView, picked: Picked, card: str, links: Links) -> str:
    """Where choosing a card of the hand leads, "" while none is chosen."""
    if not view.menu or view.my_decision not in PLAYS_CARDS:
        return ""
    if picked.mode == DISCARD:
        return links.discard(card)
    if picked.mode == MINER:
        return links.to(Choice(card=card, mode=MINER, at=picked.choice.at)) if picked.choice.at else ""
    return "" if picked.mode else links.card(card)


def _role(view: PlayerView, seen: tuple[str, ...]) -> Role | None:
    own = view.own
    if own is None:
        return None
    return Role(own.role, role_name(own.role), role_goal(own.role, view.public.ruleset), seen, own.worth)


# -- panels


def _announced(view: PlayerView, names: Sequence[str]) -> list[Panel]:
    """The card that was announced and has no effect yet, told to all alike (R93)."""
    waiting = announced(view.public)
    if waiting is None:
        return []
    words = _("%(announced)s It has no effect until the others have answered (R93).")
    line = announced_words(waiting, names, view.seat)
    return [Panel("info", words % {"announced": line}, HOURGLASS, line=line)]


def _panels(
    view: PlayerView, told: Sequence[LoggedMove], since: int | None, seen: int, links: Links, names: Sequence[str]
) -> tuple[Panel, ...]:
    """What happened since the player's last move and is worth more than a line of the log. A new role is told once: it
    can be looked up at any time."""
    news = news_of(told, since, seen)
    panels = []
    if news.round_over is not None:
        number = news.round_over.round
        words = result_words(news.round_over, names, view.seat)
        link = _("Look at round %(round)s") % {"round": number}
        line = _("Round %(round)s is over.") % {"round": number}
        panels.append(Panel("info", words, href=links.round(number), link=link, line=line))
    else:
        panels += [_private(whisper_words(gold) or "", f"gold-{gold.value}") for gold in news.gold]
    if news.dealt is not None and view.own is not None and view.my_decision in ("", *PLAYS_CARDS):
        about = {"role": role_name(news.dealt.role), "goal": role_goal(news.dealt.role, view.public.ruleset)}
        words = _("You are: %(role)s. %(goal)s Only you see this.") % about
        panels.append(_private(words, f"role-{news.dealt.role}", _("You are: %(role)s.") % about))
    if news.role is not None:
        about = {"role": role_name(news.role.role), "goal": role_goal(news.role.role, view.public.ruleset)}
        words = _("From now on you are: %(role)s. %(goal)s Only you see this.") % about
        panels.append(_private(words, f"role-{news.role.role}", _("From now on you are: %(role)s.") % about))
    for saw in news.saw:
        line = whisper_words(saw, names) or ""
        panels.append(_private(_("Only you see this. %(sight)s") % {"sight": line}, _picture_of(saw), line))
    return tuple(panels)


def _private(words: str, picture: str = "", line: str = "") -> Panel:
    return Panel("private", words, picture, line=line or words)


def _picture_of(saw: Saw) -> str:
    """What was seen: a role, a goal, or what lies in a chest."""
    if "," not in saw.what:
        return f"role-{saw.found}"
    chest = saw.found.partition("+")[2]
    return f"c-{chest}" if chest else f"g-{saw.found}"
