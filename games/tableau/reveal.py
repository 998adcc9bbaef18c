"""What is revealed at the end of a round, by the rules of secrecy (R24), gold above all."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.engine import Public, awaited, is_over
from games.rules.events import GoldTaken, NuggetTaken, PublicEvent, RoundEnded, Stole
from games.rules.table import RoundResult
from games.rules.view import PlayerView
from games.selectors.course import Course
from games.selectors.table import Person
from games.selectors.talk import Spoken
from games.tableau.ceremony import RoundStory, story_of
from games.tableau.checked_claims import CheckedClaim, checked_claims
from games.tableau.people import Token, token_of
from games.tableau.turning_points import TurningPoint, turning_points_of
from games.wording import (
    ask_words,
    event_words,
    goal_name,
    pay_words,
    result_words,
    role_name,
    round_facts,
    square_name,
)


class Shown(NamedTuple):
    """A player at the end of a round: the role, whether they won and why, and the gold that is public."""

    person: Person
    me: bool
    won: bool
    role: str
    role_words: str
    why: tuple[str, ...]
    gold: str
    before: tuple[Token, ...]


class Goal(NamedTuple):
    """A goal that lies face up: its card, and in words its square and its name."""

    card: str
    square: str
    words: str


class Reveal(NamedTuple):
    """A finished round: how it ended, where the gold lay, roles and winners, the mine at its end.

    `facts` are the reasons for the payout, `thefts` what was stolen since, `waits` who is still asked for a decision.
    `claims` are compared with the truth. `began` is the number of the command that dealt the round.
    """

    number: int
    words: str
    story: RoundStory
    goals: tuple[Goal, ...]
    players: tuple[Shown, ...]
    cards_secret: bool
    facts: tuple[str, ...]
    thefts: tuple[str, ...]
    waits: tuple[str, ...]
    turning_points: tuple[TurningPoint, ...]
    claims: tuple[CheckedClaim, ...]
    began: int


def reveal_of(
    view: PlayerView, number: int, people: Sequence[Person], course: Course, claims: Sequence[Spoken] = ()
) -> Reveal | None:
    """Return a finished round as the player of a view may see it; None when there is no such round. `course` is that of
    the round, `claims` are the claims made in it."""
    public, me = view.public, view.seat
    result = next((result for result in public.results if result.round == number), None)
    if result is None:
        return None
    names = [person.name for person in people]
    events = [event for step in course.told for event in step.events]
    since, asks = _since_the_end(events), awaited(public) if public.round == number else ()
    return Reveal(
        number=number,
        words=result_words(result, names, me),
        story=story_of(events, names, me),
        goals=tuple(Goal(goal, square_name(at), goal_name(goal)) for at, goal in result.goals.items()),
        players=tuple(
            _shown(result, public, person, me, _gold(result, person.number, view, course)) for person in people
        ),
        cards_secret=not (result.paid or is_over(public)) and bool(result.winners),
        facts=tuple(round_facts(result, names)),
        thefts=tuple(event_words(event, names, me) or "" for event in since if isinstance(event, Stole)),
        waits=tuple(ask_words(ask.kind, None if ask.seat == me else names[ask.seat]) for ask in asks),
        turning_points=turning_points_of(course.told, result, public.ruleset, names, me, claims),
        claims=checked_claims(claims, course.told, result, names),
        began=course.told[0].seq if course.told else 0,
    )


def _shown(result: RoundResult, public: Public, person: Person, me: int | None, gold: str) -> Shown:
    seat = person.number
    return Shown(
        person=person,
        me=seat == me,
        won=seat in result.winners,
        role=result.roles[seat],
        role_words=role_name(result.roles[seat]),
        why=tuple(pay_words(result, seat)),
        gold=gold,
        before=tuple(token_of(card) for other, card in result.before if other == seat),
    )


def _gold(result: RoundResult, seat: int, view: PlayerView, course: Course) -> str:
    """Return what may be shown of a player's pay. Until the game is over, gold cards are secret to all but the player
    who took them; nuggets for missing ones are not (R22, R24)."""
    if result.paid:
        return _nuggets(result.paid[seat])
    since = _since_the_end([event for step in course.told for event in step.events])
    nuggets = sum(event.count for event in since if isinstance(event, NuggetTaken) and event.seat == seat)
    cards = sum(isinstance(event, GoldTaken) and event.seat == seat for event in since)
    known = [card.value for card in course.gold if card.seat == seat]
    if seat == view.seat or is_over(view.public):
        return _nuggets(nuggets + sum(known))
    words = ngettext("%(count)s gold card", "%(count)s gold cards", cards) % {"count": cards} if cards else ""
    if words and nuggets:
        # Translators: gold cards that a player took, then nuggets from the bank.
        return _("%(cards)s, %(nuggets)s") % {"cards": words, "nuggets": _nuggets(nuggets)}
    return words or _nuggets(nuggets)


def _since_the_end(events: Sequence[PublicEvent]) -> Sequence[PublicEvent]:
    """Return the public events after play of a round had ended, in order."""
    ends = [place for place, event in enumerate(events) if isinstance(event, RoundEnded)]
    return events[max(ends, default=-1) + 1 :]


def _nuggets(count: int) -> str:
    return ngettext("%(count)s nugget", "%(count)s nuggets", count) % {"count": count} if count else ""
