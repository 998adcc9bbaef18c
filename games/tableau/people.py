"""The rows of players: their names, the cards before them, who is awaited, and who may be chosen or why not."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.cards import CARDS, STOPS_LAYING
from games.rules.commands import Choose
from games.rules.events import Announced
from games.rules.notation import letter
from games.rules.view import PlayerView
from games.selectors.table import Person
from games.sheets import DECISIONS, aim_of
from games.tableau.choice import PLAYS_CARDS, Choice, Picked, Target, why_not
from games.tableau.history import LastAct
from games.tableau.links import Links
from games.tableau.spoken import Mark
from games.wording import before_words, refusal_words, uncited


class Token(NamedTuple):
    """A card that lies before a player."""

    card: str
    icon: str
    words: str
    harms: bool


class Row(NamedTuple):
    """A player's row."""

    person: Person
    # The short form of the name.
    mark: str
    me: bool
    awaited: bool
    # How many cards they hold, as a number and in words; `few`: another player holds more.
    held: int
    cards: str
    doing: str
    # How the seat rests: `asleep` or `bot`, and its text.
    rests: str
    resting: str
    tokens: tuple[Token, ...]
    # "" , `lit` (may be chosen), `dim` (may not, `reason` says why), `ghost` (is chosen).
    state: str = ""
    href: str = ""
    reason: str = ""
    # Whether they have gold. Only the player sees how much.
    gold: str = ""
    # The seat they would pay a toll for.
    offer: str = ""
    # Their last public act.
    last_act: LastAct | None = None
    # Whether they get notifications of their turn. Only the host sees that they do not.
    notified: bool = True
    # Claims about them, their claims about themselves, and the address to claim something about them.
    marks: tuple[Mark, ...] = ()
    says: str = ""
    few: bool = False

    @property
    def place(self) -> str:
        """The number of the seat, as it stands in ids of the page."""
        return str(self.person.number)

    @property
    def plate(self) -> str:
        """The id of the plate."""
        return f"plate-{self.person.number}"

    @property
    def sentence(self) -> str:
        """All that the plate shows, for screen readers."""
        plays = _("bot") if self.person.bot else _("program") if self.person.owner else ""
        names = [self.person.name, _("you") if self.me else "", plays]
        lies = [token.words for token in self.tokens]
        about = [*names, self.cards, self.doing, *lies, self.gold, self.offer, self.resting, self.reason]
        return ", ".join(filter(None, [*about, *(mark.words for mark in self.marks)]))


def rows_of(
    view: PlayerView,
    people: Sequence[Person],
    picked: Picked,
    links: Links,
    acts: Mapping[int, LastAct],
    waiting: Announced | None = None,
    now: PlayerView | None = None,
) -> tuple[Row, ...]:
    """Return the rows of all players, in the order of their seats; `acts` are their last acts. `waiting` is a command
    without effect yet. If `view` is a planned turn, `now` is the current view, which says who is awaited."""
    now, me = now or view, view.seat
    kinds = {ask.seat: ask.kind for ask in reversed(now.asks)}
    names = [person.name for person in people]
    is_host = any(one.host and one.number == me for one in people)
    rows = [
        _row(now, names, person, mark, kinds.get(person.number, ""), me)._replace(last_act=acts.get(person.number))
        for person, mark in zip(people, marks_of(names), strict=True)
    ]
    rows = rows if is_host else [row._replace(notified=True) for row in rows]
    target = None if waiting is None else waiting.target
    choose = _choosing(view, names, picked, links) if view.menu else _unchanged
    return tuple(row._replace(state="ghost") if row.person.number == target else choose(row) for row in rows)


def _choosing(view: PlayerView, names: Sequence[str], picked: Picked, links: Links) -> Callable[[Row], Row]:
    """Return a function that adds the choices of a deciding player to a row."""
    card, mode = picked.choice.card, picked.choice.mode
    if view.my_decision not in PLAYS_CARDS:
        return lambda row: _answering(row, view, picked, links)
    if card and not mode and aim_of(card).at_players:
        return lambda row: _aimed_at(row, view, names, picked, links)
    return _unchanged


def _unchanged(row: Row) -> Row:
    return row


def marks_of(names: Sequence[str]) -> list[str]:
    """Return the first letter of each name. Names that share it get one more letter: the first of a second word, else
    the first by which they differ, else the number of the seat.

    >>> marks_of(["Ann", "Bo", "Bea", "Bot Flint", "Bot Amber"])
    ['A', 'Bo', 'Be', 'BF', 'BA']
    """
    firsts = [name[:1].upper() for name in names]
    marks: list[str] = []
    for number, (name, first) in enumerate(zip(names, firsts, strict=True)):
        _word, _space, second = name.partition(" ")
        letters = [second[:1].upper(), *name[1:].lower()] if second else list(name[1:].lower())
        taken = {mark for other, mark in zip(firsts, marks, strict=False) if other == first}
        free = (first + letter for letter in letters if letter.strip() and first + letter not in taken)
        marks.append(first if firsts.count(first) == 1 else next(free, f"{first}{number + 1}"))
    return marks


def _row(view: PlayerView, names: Sequence[str], person: Person, mark: str, kind: str, reader: int | None) -> Row:
    """Return the row of a player who is asked for a decision of a `kind`, "" for none."""
    public, seat = view.public, person.number
    me, offered = seat == reader, public.offers.get(seat)
    kind = "" if me and view.own is not None and view.own.answered else kind
    held, rests = public.hands[seat] if public.hands else 0, public.resting.get(seat, "")
    most = max(public.hands, default=0)
    return Row(
        person=person,
        mark=mark,
        me=me,
        awaited=bool(kind),
        held=held,
        cards=ngettext("%(count)s card", "%(count)s cards", held) % {"count": held},
        doing=_doing(kind, me=me),
        rests=rests,
        resting=_resting(rests),
        tokens=tuple(token_of(before.card) for before in public.before if before.seat == seat),
        gold=_gold(view, seat, me=me),
        offer=_("pays for %(name)s") % {"name": names[offered]} if offered is not None else "",
        notified=person.notified or me,
        few=held < most,
    )


def _resting(how: str) -> str:
    """Return how a seat rests; "" for a player who plays."""
    return {"asleep": _("asleep"), "bot": _("played by a bot")}.get(how, "") if how else ""


def _gold(view: PlayerView, seat: int, *, me: bool) -> str:
    """Return the gold of a player: that there is some is public, how much only the player knows (R50)."""
    if me and view.own is not None and view.own.worth:
        return ngettext("%(count)s nugget", "%(count)s nuggets", view.own.worth) % {"count": view.own.worth}
    return _("has gold") if seat < len(view.public.rich) and view.public.rich[seat] and not me else ""


def _doing(kind: str, *, me: bool) -> str:
    if not kind:
        return ""
    doing = DECISIONS[kind].doing
    return str(doing.mine if me else doing.theirs)


def token_of(card: str) -> Token:
    """Return a card that lies before a player."""
    icon = CARDS[card].tools[0] if CARDS[card].tools else card
    return Token(card=card, icon=f"i-{icon}", words=before_words(card), harms=card in STOPS_LAYING)


def _answering(row: Row, view: PlayerView, picked: Picked, links: Links) -> Row:
    """Return a row while a player is to be chosen: its link ticks the answer in the bar (R49, R73)."""
    seat = row.person.number
    if Choose(letter(seat)) not in view.menu:
        return row
    if picked.choice.who == seat:
        return row._replace(state="ghost")
    return row._replace(state="lit", href=links.to(Choice(who=seat)))


def _aimed_at(row: Row, view: PlayerView, names: Sequence[str], picked: Picked, links: Links) -> Row:
    """Return a row while a card is chosen whose target is a player or a card before them."""
    seat, card = row.person.number, picked.choice.card
    targets = [target for target in picked.targets if target.who == seat]
    if not targets:
        return row._replace(state="dim", reason=reason_of(view, card, seat, names))
    if picked.choice.who == seat:
        return row._replace(state="ghost")
    tool = targets[0].tool if len(targets) == 1 else ""
    return row._replace(state="lit", href=links.card(card, who=seat, tool=tool))


def reason_of(view: PlayerView, card: str, seat: int, names: Sequence[str]) -> str:
    """Return why a player is no target of a card; "" if no rule says so."""
    refused = why_not(view, card, Target(who=seat))
    return uncited(refusal_words(refused, names, view.seat)) if refused else ""
