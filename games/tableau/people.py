"""The players as rows: who they are, what lies before them, who is awaited, and who may be chosen or why not."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.cards import CARDS, STOPS_LAYING
from games.rules.view import PlayerView
from games.selectors import Person
from games.tableau.choice import Picked, Target, why_not
from games.tableau.links import Links
from games.wording import before_words, refusal_words


class Token(NamedTuple):
    """A card that lies before a player; with an address when it may be chosen."""

    card: str
    icon: str
    words: str
    harms: bool
    href: str = ""
    chosen: bool = False


class Row(NamedTuple):
    """A player's row. `state`: "" , `lit` (may be chosen), `dim` (may not, `reason` says why), `ghost` (is chosen)."""

    person: Person
    me: bool
    awaited: bool
    cards: str
    doing: str
    resting: str
    tokens: tuple[Token, ...]
    state: str = ""
    href: str = ""
    reason: str = ""


def rows_of(view: PlayerView, people: Sequence[Person], picked: Picked, links: Links) -> tuple[Row, ...]:
    """The rows of all players, in the order of play."""
    return tuple(_row(view, people, person, picked, links) for person in people)


def _row(view: PlayerView, people: Sequence[Person], person: Person, picked: Picked, links: Links) -> Row:
    public, seat = view.public, person.number
    kind = next((ask.kind for ask in view.asks if ask.seat == seat), "")
    me = seat == view.seat
    held = public.hands[seat]
    row = Row(
        person=person,
        me=me,
        awaited=bool(kind),
        cards=ngettext("%(count)s card", "%(count)s cards", held) % {"count": held},
        doing=_doing(kind, me),
        resting={"asleep": _("asleep"), "bot": _("played by a bot")}.get(public.resting.get(seat, ""), ""),
        tokens=tuple(_token(before.card) for before in public.before if before.seat == seat),
    )
    if any(target.who is not None for target in picked.targets):
        return _aimed_at(row, view, people, picked, links)
    return row


def _doing(kind: str, me: bool) -> str:
    if not kind:
        return ""
    if kind == "turn":
        return _("your turn") if me else _("on turn")
    return _("you choose") if me else _("is choosing")


def _token(card: str) -> Token:
    icon = CARDS[card].tools[0] if CARDS[card].tools else card
    return Token(card=card, icon=f"i-{icon}", words=before_words(card), harms=card in STOPS_LAYING)


def _aimed_at(row: Row, view: PlayerView, people: Sequence[Person], picked: Picked, links: Links) -> Row:
    """A row while a card is chosen that is played on players or on what lies before them."""
    seat, card = row.person.number, picked.card
    targets = [target for target in picked.targets if target.who == seat]
    if not targets:
        refused = why_not(view, card, Target(who=seat))
        names = [person.name for person in people]
        reason = refusal_words(refused, names, view.seat) if refused else ""
        return row._replace(state="dim", reason=reason)
    chosen = picked.command is not None and picked.choice.who == seat
    if not targets[0].tool:
        href = links.card(card, who=seat)
        return row._replace(state="ghost" if chosen else "lit", href="" if chosen else href)
    mended = {f"break:{target.tool}": target.tool for target in targets}
    tokens = tuple(
        token._replace(
            href=links.card(card, who=seat, tool=mended[token.card]),
            chosen=chosen and picked.choice.tool == mended[token.card],
        )
        if token.card in mended
        else token
        for token in row.tokens
    )
    return row._replace(state="ghost" if chosen else "", tokens=tokens)
