"""The whole table as one player sees it now."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.rules.events import GoalTurned, Laid, Saw
from games.rules.view import PlayerView
from games.selectors import Person, Told
from games.tableau.bar import Bar, bar_of
from games.tableau.choice import Choice, Picked, pick
from games.tableau.history import Line, last_move_of, lines_of, news_of
from games.tableau.links import Links
from games.tableau.mine import Mine, mine_of
from games.tableau.people import Row, rows_of
from games.wording import (
    card_name,
    found_words,
    list_words,
    result_words,
    role_goal,
    role_name,
    square_name,
    whisper_words,
)


class Held(NamedTuple):
    """A card of the hand. `turned` as the player holds it in the preview; `token` for ticking it, else an address."""

    card: str
    words: str
    turned: bool
    chosen: bool
    href: str
    token: str


class Panel(NamedTuple):
    """Something said in a frame of its own: `private`, `info`, `bad`; perhaps with a picture and a link."""

    kind: str
    words: str
    picture: str = ""
    href: str = ""
    link: str = ""


class Role(NamedTuple):
    """What the player alone knows: the role, what it wants, what was seen, gold held."""

    name: str
    words: str
    goal: str
    seen: tuple[str, ...]
    gold: int


class Tableau(NamedTuple):
    """The table as a template draws it."""

    view: PlayerView
    links: Links
    mine: Mine
    bar: Bar
    hand: tuple[Held, ...]
    rows: tuple[Row, ...]
    log: tuple[Line, ...]
    panels: tuple[Panel, ...]
    role: Role | None
    picked: Picked
    waits_for: str
    since: datetime | None

    @property
    def mine_to_move(self) -> bool:
        """Whether the game waits for the player who looks."""
        return bool(self.view.my_decision)

    @property
    def choosing(self) -> bool:
        """Whether something is chosen."""
        return bool(self.picked.card) or self.picked.choice.discard


def tableau_of(
    view: PlayerView,
    choice: Choice,
    links: Links,
    *,
    people: Sequence[Person],
    told: Sequence[Told],
    seen: int = 0,
    at_once: bool = False,
    said: Panel | None = None,
) -> Tableau:
    """The table for one player: `told` is the end of the log, newest first; `seen` up to where they looked before.

    `at_once`: tunnels are laid without being confirmed. `said` is what there is to say about what was just sent.
    """
    names = [person.name for person in people]
    picked = pick(view, choice)
    since = last_move_of(told, view.seat)
    bar = bar_of(view, picked, links, names)
    awaited = [people[ask.seat] for ask in view.asks]
    panels = _panels(view, told, since, links, names)
    return Tableau(
        view=view,
        links=links,
        mine=mine_of(view, picked, links, names=names, at_once=at_once, fresh=_fresh(told, seen)),
        bar=bar,
        hand=_hand(view, picked, bar, links),
        rows=rows_of(view, people, picked, links),
        log=tuple(lines_of(told, names, view.seat, since=since)),
        panels=(said, *panels) if said else panels,
        role=_role(view),
        picked=picked,
        waits_for=list_words([person.name for person in awaited if person.number != view.seat]),
        since=min((person.awaited_since for person in awaited if person.awaited_since), default=None),
    )


def _fresh(told: Sequence[Told], seen: int) -> frozenset[str]:
    """The squares whose card came after the player's last look."""
    events = [event for step in told if step.seq > seen for event in step.events]
    return frozenset(event.at for event in events if isinstance(event, Laid | GoalTurned))


def _hand(view: PlayerView, picked: Picked, bar: Bar, links: Links) -> tuple[Held, ...]:
    if view.own is None:
        return ()
    held, chosen = [], picked.card
    discarding = picked.choice.discard
    choosing = bool(view.menu) and not bar.answers
    for card in view.own.hand:
        href = links.card(card, mode="discard" if discarding else "") if choosing else ""
        token = links.token(card) if bar.most else ""
        this = card == chosen
        turned = this and bool(picked.choice.turned)
        held.append(Held(card, card_name(card), turned, this, "" if bar.most else href, token))
        chosen = "" if this else chosen
    return tuple(held)


def _role(view: PlayerView) -> Role | None:
    own = view.own
    if own is None:
        return None
    seen = tuple(_sighting(one.what, one.found, one.move) for one in own.sightings)
    return Role(own.role, role_name(own.role), role_goal(own.role), seen, own.worth)


def _sighting(what: str, found: str, move: int) -> str:
    about = {"square": square_name(what) if "," in what else what, "found": found_words(found), "move": move}
    return _("%(square)s: %(found)s (seen at move %(move)s)") % about


# -- panels


def _panels(
    view: PlayerView, told: Sequence[Told], since: int | None, links: Links, names: Sequence[str]
) -> tuple[Panel, ...]:
    """What happened since the player's last move and is worth more than a line of the log."""
    news = news_of(told, since)
    panels = []
    if news.round_over is not None:
        number = news.round_over.round
        words = result_words(news.round_over, names, view.seat)
        link = _("Look at round %(round)s") % {"round": number}
        panels.append(Panel("info", words, href=links.round(number), link=link))
    else:
        panels += [Panel("private", whisper_words(gold) or "", f"gold-{gold.value}") for gold in news.gold]
    if news.dealt is not None and view.own is not None:
        about = {"role": role_name(news.dealt.role), "goal": role_goal(news.dealt.role)}
        words = _("You are: %(role)s. %(goal)s Only you see this.") % about
        panels.append(Panel("private", words, f"role-{news.dealt.role}"))
    for saw in news.saw:
        words = _("Only you see this. %(sight)s") % {"sight": whisper_words(saw, names)}
        panels.append(Panel("private", words, _picture_of(saw)))
    return tuple(panels)


def _picture_of(saw: Saw) -> str:
    """What was seen: a role, a goal, or what lies in a chest."""
    if "," not in saw.what:
        return f"role-{saw.found}"
    chest = saw.found.partition("+")[2]
    return f"c-{chest}" if chest else f"g-{saw.found}"
