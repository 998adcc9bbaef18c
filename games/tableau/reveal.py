"""What is turned up at the end of a round and of the game, by the rules of secrecy (R24), gold above all."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.engine import Public, awaited
from games.rules.events import GameEnded, GoldTaken, NuggetTaken, PublicEvent, RoundEnded, Stole, TookGold
from games.rules.table import RoundResult
from games.rules.view import PlayerView
from games.selectors.table import LoggedMove, Person
from games.tableau.people import Token, token_of
from games.wording import (
    ask_words,
    card_name,
    event_words,
    goal_name,
    pay_words,
    result_words,
    role_name,
    round_facts,
    square_name,
)


class Shown(NamedTuple):
    """A player at the end of a round: the role, why they won or not, and the gold that may be told."""

    person: Person
    me: bool
    role: str
    role_words: str
    why: tuple[str, ...]
    gold: str
    before: tuple[Token, ...]


class Reveal(NamedTuple):
    """A finished round: who won and how, everybody's role, where the gold lay, the mine as it was.

    `facts` are what the pay follows from, `thefts` what was stolen since, `waits` who is still asked for something.
    """

    number: int
    words: str
    winners: tuple[Shown, ...]
    others: tuple[Shown, ...]
    goals: tuple[tuple[str, str], ...]
    cards_secret: bool
    facts: tuple[str, ...]
    thefts: tuple[str, ...]
    waits: tuple[str, ...]


def reveal_of(view: PlayerView, number: int, people: Sequence[Person], told: Sequence[LoggedMove]) -> Reveal | None:
    """A finished round as the player of a view may see it; None: no such. `told` is what came after its end."""
    public, me = view.public, view.seat
    result = next((result for result in public.results if result.round == number), None)
    if result is None:
        return None
    names = [person.name for person in people]
    shown = [_shown(result, public, person, me, told) for person in people]
    events = [event for step in reversed(told) for event in step.events]
    asks = awaited(public) if public.round == number else ()
    return Reveal(
        number=number,
        words=result_words(result, names, me),
        winners=tuple(one for one in shown if one.person.number in result.winners),
        others=tuple(one for one in shown if one.person.number not in result.winners),
        goals=tuple((square_name(at), goal_name(goal)) for at, goal in result.goals.items()),
        cards_secret=not result.paid and bool(result.winners),
        facts=tuple(round_facts(result, public.ruleset, names)),
        thefts=tuple(event_words(event, names, me) or "" for event in events if isinstance(event, Stole)),
        waits=tuple(ask_words(ask.kind, None if ask.seat == me else names[ask.seat]) for ask in asks),
    )


def _shown(result: RoundResult, public: Public, person: Person, me: int | None, told: Sequence[LoggedMove]) -> Shown:
    seat = person.number
    role = result.roles[seat]
    before = tuple(token_of(card) for other, card in result.before if other == seat)
    return Shown(
        person=person,
        me=seat == me,
        role=role,
        role_words=role_name(role),
        why=tuple(pay_words(result, public.ruleset, seat)),
        gold=_gold(result, seat, me, told),
        before=before,
    )


def _gold(result: RoundResult, seat: int, me: int | None, told: Sequence[LoggedMove]) -> str:
    """What may be told of a player's pay: gold cards are secret to all but who took them, nuggets for missing ones are
    not (R22, R24)."""
    if result.paid:
        return _nuggets(result.paid[seat])
    paid = _since_the_end(told, result.round)
    nuggets = sum(event.count for event in paid if isinstance(event, NuggetTaken) and event.seat == seat)
    if seat == me:
        whispers = [whisper for step in told for whisper in step.whispers]
        return _nuggets(nuggets + sum(whisper.value for whisper in whispers if isinstance(whisper, TookGold)))
    cards = sum(isinstance(event, GoldTaken) and event.seat == seat for event in paid)
    words = ngettext("%(count)s gold card", "%(count)s gold cards", cards) % {"count": cards} if cards else ""
    if words and nuggets:
        # Translators: gold cards that a player took, then nuggets from the bank.
        return _("%(cards)s, %(nuggets)s") % {"cards": words, "nuggets": _nuggets(nuggets)}
    return words or _nuggets(nuggets)


def _since_the_end(told: Sequence[LoggedMove], number: int) -> list[PublicEvent]:
    """What all were told after play of a round had ended, oldest first."""
    events = [event for step in reversed(told) for event in step.events]
    ends = [place for place, event in enumerate(events) if isinstance(event, RoundEnded) and event.round == number]
    return events[max(ends, default=-1) + 1 :]


def _nuggets(count: int) -> str:
    return ngettext("%(count)s nugget", "%(count)s nuggets", count) % {"count": count} if count else ""


class Score(NamedTuple):
    """A player at the end of the game: nuggets, whether they won, and the cards left in the hand."""

    person: Person
    me: bool
    won: bool
    gold: int
    hand: tuple[str, ...]
    roles: tuple[str, ...]


class Ended(NamedTuple):
    """A finished round in a sentence."""

    number: int
    words: str


def rounds_of(public: Public, people: Sequence[Person], me: int | None) -> tuple[Ended, ...]:
    """All finished rounds of a game."""
    names = [person.name for person in people]
    return tuple(Ended(result.round, result_words(result, names, me)) for result in public.results)


def end_words(public: Public, people: Sequence[Person], me: int | None) -> str:
    """Who won the game, in a sentence; "" while it runs."""
    if public.revealed is None:
        return ""
    ended = GameEnded(gold=public.revealed.gold, winners=public.revealed.winners)
    return event_words(ended, [person.name for person in people], me) or ""


def scores_of(public: Public, people: Sequence[Person], me: int | None) -> tuple[Score, ...]:
    """All players of a finished game, most gold first (R26)."""
    revealed = public.revealed
    if revealed is None:
        return ()
    scores = [
        Score(
            person=person,
            me=person.number == me,
            won=person.number in revealed.winners,
            gold=revealed.gold[person.number],
            hand=tuple(card_name(card) for card in revealed.hands[person.number]),
            roles=tuple(role_name(result.roles[person.number]) for result in public.results),
        )
        for person in people
    ]
    return tuple(sorted(scores, key=lambda score: -score.gold))
