"""A player's notebook: what they may remember of the round, computed from public events and from their whispers."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.rules.cards import CARDS, GOAL_TUNNELS, LIES_BEFORE, STOPS_LAYING
from games.rules.engine import Public
from games.rules.events import (
    Announced,
    Dealt,
    Discarded,
    Drew,
    GotHand,
    Laid,
    LostCard,
    MinerPut,
    Passed,
    Played,
    PublicEvent,
    TimedOut,
    Traded,
    Vetoed,
)
from games.rules.ruleset import compiled
from games.rules.tunnels import TURNED
from games.rules.view import PlayerView
from games.selectors.table import LoggedMove, Person
from games.sheets import ACTIONS
from games.tableau.knowledge import knowledge_of, steps_of_round
from games.wording import card_name, event_words, list_words, role_goal, role_name, whisper_words


class Happened(NamedTuple):
    """A sentence about something, and the number of its move in the round."""

    move: int
    words: str


class Did(NamedTuple):
    """How often a player did each public act in this round."""

    person: Person
    me: bool
    laid: int = 0
    broke: int = 0
    mended: int = 0
    other: int = 0
    discarded: int = 0
    late: int = 0


class Gone(NamedTuple):
    """How many cards of a kind lie face up, and how many the game has."""

    words: str
    gone: int
    of: int


class Book(NamedTuple):
    """All that a player may remember of the round. `seen` is what they looked at, `given` are the cards that left their
    hand face down, `tools` is who broke and mended whose."""

    role: str
    role_words: str
    goal: str
    roles: tuple[str, ...]
    gold: int
    seen: tuple[str, ...]
    given: tuple[Happened, ...]
    tools: tuple[Happened, ...]
    did: tuple[Did, ...]
    gone: tuple[Gone, ...]


def book_of(view: PlayerView, people: Sequence[Person], log: Sequence[LoggedMove], *, aids: bool) -> Book | None:
    """Return the book of the player of a view; None for a spectator. `log` is the log of the round, newest first.
    Cards are counted if the table has `aids`."""
    own = view.own
    if own is None:
        return None
    names, steps = [person.name for person in people], list(steps_of_round(view, log))
    knowledge = knowledge_of(view, log)
    return Book(
        role=own.role,
        role_words=role_name(own.role),
        goal=role_goal(own.role, view.public.ruleset),
        roles=knowledge.roles,
        gold=own.worth,
        seen=tuple(
            # Translators: what a player saw, then what became of it; two whole sentences.
            _("%(sight)s It has been turned up or taken away since.") % {"sight": one.words(names)}
            if one.open
            else one.words(names)
            for one in knowledge.known
        ),
        given=tuple(_given(steps, own.seat, names)),
        tools=tuple(_tools(steps, names, own.seat)),
        did=tuple(_did(steps, people, own.seat)),
        gone=cards_gone(view.public) if aids else (),
    )


# -- cards that left the hand


def _given(steps: Sequence[tuple[int, LoggedMove]], me: int, names: Sequence[str]) -> Iterator[Happened]:
    """Return the cards that a player discarded face down, lost to another or gave away with their whole hand."""
    for move, step, hand in hands_of(steps, me):
        partner = next((_partner(event, me) for event in step.events if _partner(event, me) is not None), None)
        for whisper in step.whispers:
            if isinstance(whisper, Discarded | LostCard):
                yield Happened(move, whisper_words(whisper, names) or "")
            elif isinstance(whisper, GotHand) and partner is not None and hand is not None:
                given = list_words([card_name(card) for card in sorted(hand.elements(), key=list(CARDS).index)])
                about = {"name": names[partner], "cards": given or _("no cards")}
                yield Happened(move, _("You passed your hand to %(name)s: %(cards)s.") % about)


def _partner(event: PublicEvent, me: int) -> int | None:
    """Return the other seat of a hand swap of the player; None for other events."""
    if not isinstance(event, Played) or event.target is None or me not in (event.seat, event.target):
        return None
    return event.target if event.seat == me else event.seat


def hands_of(steps: Sequence[tuple[int, LoggedMove]], me: int) -> Iterator[tuple[int, LoggedMove, Counter[str] | None]]:
    """Return each step of a round with the player's hand before the cards that the step brought: the cards dealt and
    drawn without those played, discarded and lost. None if the deal is not among the steps."""
    hand: Counter[str] | None = None
    for move, step in steps:
        if hand is not None:
            hand -= Counter(card for event in step.events for card in _spent(event, me))
        before = hand.copy() if hand is not None else None
        for whisper in step.whispers:
            hand = _after(hand, whisper)
        yield move, step, before


def _after(hand: Counter[str] | None, whisper: Any) -> Counter[str] | None:
    match whisper:
        case Dealt(hand=cards) | GotHand(cards=cards):
            return Counter(cards)
        case Drew(cards=cards) if hand is not None:
            return hand + Counter(cards)
        case Discarded(cards=cards) if hand is not None:
            return hand - Counter(cards)
        case LostCard(card=card) if hand is not None:
            return hand - Counter([card])
    return hand


_ACTION_OF_EVENT = {sheet.logged_by: name for name, sheet in ACTIONS.items() if sheet.logged_by is not Played}
"""Events about a single card."""


def _spent(event: PublicEvent, me: int) -> Iterator[str]:
    """Return the cards of a player's hand that were used up in public."""
    if isinstance(event, Vetoed):
        if event.seat == me:
            yield event.card
        if event.by == me:
            yield _ACTION_OF_EVENT[Vetoed]
    elif getattr(event, "seat", None) == me:
        if isinstance(event, Laid | Played):
            yield event.card
        elif type(event) in _ACTION_OF_EVENT:
            yield _ACTION_OF_EVENT[type(event)]


# -- public acts


def _tools(steps: Sequence[tuple[int, LoggedMove]], names: Sequence[str], me: int) -> Iterator[Happened]:
    """Return the cards that were put before players or removed there, with player and target."""
    for move, step in steps:
        for event in step.events:
            if _breaks(event) or _mends(event):
                yield Happened(move, event_words(event, names, me) or "")


def _breaks(event: PublicEvent) -> bool:
    return isinstance(event, Played) and event.card in LIES_BEFORE


def _mends(event: PublicEvent) -> bool:
    return isinstance(event, Played | Traded) and event.lifted in LIES_BEFORE


def _did(steps: Sequence[tuple[int, LoggedMove]], people: Sequence[Person], me: int) -> Iterator[Did]:
    """Return what each player did, in the order of their seats."""
    count: Mapping[int, Counter[str]] = {person.number: Counter() for person in people}
    for _move, step in steps:
        for event in step.events:
            seat, what = _act(event)
            if seat in count and what:
                count[seat][what] += 1
    return (Did(person, person.number == me, **count[person.number]) for person in people)


def _act(event: PublicEvent) -> tuple[int, str]:
    """Return the seat and the act of an event; "" for an event that is no act of a turn."""
    match event:
        case Laid(seat=seat):
            return seat, "laid"
        case Played(seat=seat, card=card) if card in STOPS_LAYING:
            return seat, "broke"
        case Vetoed(by=seat):
            return seat, "other"
        case Passed(seat=seat):
            return seat, "discarded"
        case TimedOut(seat=seat):
            return seat, "late"
        case MinerPut(seat=seat):
            return seat, "other"
        case Announced():
            return -1, ""
    if _mends(event):
        return getattr(event, "seat", -1), "mended"
    return getattr(event, "seat", -1), "other" if type(event) in (Played, *_ACTION_OF_EVENT) else ""


def cards_gone(public: Public) -> tuple[Gone, ...]:
    """Return how many cards of each kind lie face up: in the mine, before players, among the discards. It is the same
    for all players, and does not count cards discarded face down."""
    catalogue = compiled(public.ruleset).catalogue
    not_of_pack = {*public.chest_cards, *public.fixed}
    mine = [card.removesuffix(TURNED) for at, card in public.mine.items() if at not in not_of_pack]
    open_cards = [*mine, *(one.card for one in public.before), *filter(None, public.discards)]
    lie = Counter(card for card in open_cards if card in catalogue and card not in GOAL_TUNNELS)
    gone: Counter[str] = Counter()
    of: Counter[str] = Counter()
    # Actions first: they are more informative, and there are fewer kinds of them.
    for card in sorted(catalogue, key=lambda card: CARDS[card].is_tunnel):
        gone[card_name(card)] += lie[card]
        of[card_name(card)] += catalogue[card]
    return tuple(Gone(words, gone[words], of[words]) for words in of)
