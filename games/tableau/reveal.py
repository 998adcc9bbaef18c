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
from games.tableau.finished_mine import FinishedMine, finished_mine_of
from games.tableau.people import Token, token_of
from games.tableau.turning_points import TurningPoint, turning_points_of
from games.wording import (
    ask_words,
    ending_words,
    event_words,
    pay_words,
    role_name,
    round_facts,
    verdict_words,
    worth_words,
)


class Pay(NamedTuple):
    """The pay of a player as far as its reader may know it: nuggets, and gold cards whose value is secret (R24)."""

    nuggets: int
    cards: int

    @property
    def words(self) -> str:
        """The pay in words; "" for none."""
        nuggets = ngettext("%(count)s nugget", "%(count)s nuggets", self.nuggets) % {"count": self.nuggets}
        if not self.cards:
            return nuggets if self.nuggets else ""
        cards = ngettext("%(count)s gold card", "%(count)s gold cards", self.cards) % {"count": self.cards}
        # Translators: gold cards that a player took, then nuggets from the bank.
        return _("%(cards)s, %(nuggets)s") % {"cards": cards, "nuggets": nuggets} if self.nuggets else cards


class Shown(NamedTuple):
    """A player at the end of a round: the role, whether they won and why, and the gold that is public."""

    person: Person
    me: bool
    won: bool
    role: str
    role_words: str
    why: tuple[str, ...]
    pay: Pay
    before: tuple[Token, ...]


class RoundVerdict(NamedTuple):
    """What a round brought its reader: in a few words, whether they won, and sentences about how it ended."""

    words: str
    won: bool
    lines: tuple[str, ...]


class Reveal(NamedTuple):
    """A finished round: how it ended, the mine with the gold, roles and winners.

    `facts` are the reasons for the payout, `thefts` what was stolen since, `waits` who is still asked for a decision.
    `decided` is the turning point that decided the round, else its last act. `claims` are compared with the truth.
    `began` is the number of the command that dealt the round, `robs` whether the reader chooses a player to rob.
    """

    number: int
    verdict: RoundVerdict
    mine: FinishedMine
    story: RoundStory
    players: tuple[Shown, ...]
    cards_secret: bool
    facts: tuple[str, ...]
    thefts: tuple[str, ...]
    waits: tuple[str, ...]
    turning_points: tuple[TurningPoint, ...]
    decided: TurningPoint | None
    claims: tuple[CheckedClaim, ...]
    began: int
    robs: bool

    @property
    def size(self) -> str:
        """The class of the list of players, by their number."""
        return _SIZES.get(len(self.players), "")


_SIZES = {2: "few", 3: "few", 4: "four", 7: "many", 8: "many", 9: "many ten", 10: "many ten", 11: "many", 12: "many"}


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
    events = [event for step in course.log for event in step.events]
    since, asks = _since_the_end(events), awaited(public) if public.round == number else ()
    points = turning_points_of(course.log, result, public.ruleset, names, me, claims)
    story = story_of(events, names, me)
    return Reveal(
        number=number,
        verdict=_verdict(result, view, names, course),
        mine=finished_mine_of(view, result, course.log),
        story=story,
        players=tuple(
            _shown(result, public, person, me, _pay(result, person.number, view, course)) for person in people
        ),
        cards_secret=not (result.paid or is_over(public)) and bool(result.winners),
        facts=tuple(round_facts(result, names)),
        thefts=tuple(event_words(event, names, me) or "" for event in since if isinstance(event, Stole)),
        waits=tuple(ask_words(ask.kind, None if ask.seat == me else names[ask.seat]) for ask in asks),
        turning_points=points,
        decided=min(points, key=lambda point: point.rank, default=_last_act(story, course)),
        claims=checked_claims(claims, course.log, result, names),
        began=course.log[0].seq if course.log else 0,
        robs=any(ask.kind == "theft" and ask.seat == me for ask in asks),
    )


def _verdict(result: RoundResult, view: PlayerView, names: Sequence[str], course: Course) -> RoundVerdict:
    me, lines = view.seat, ending_words(result, names, view.seat)
    pay = _pay(result, me, view, course) if me is not None else Pay(0, 0)
    if pay.cards:
        lines = (lines[0], worth_words(pay.nuggets + _worth(course, me)))
    words = verdict_words(result, me, nuggets=pay.nuggets, cards=pay.cards)
    return RoundVerdict(words, me in result.winners, lines)


def _last_act(story: RoundStory, course: Course) -> TurningPoint | None:
    """Return the act with which a round ended, as what decided it."""
    ends = (step.seq for step in course.log if any(isinstance(event, RoundEnded) for event in step.events))
    return TurningPoint(0, "", story.last, next(ends, 0)) if story.last else None


def _shown(result: RoundResult, public: Public, person: Person, me: int | None, pay: Pay) -> Shown:
    seat = person.number
    return Shown(
        person=person,
        me=seat == me,
        won=seat in result.winners,
        role=result.roles[seat],
        role_words=role_name(result.roles[seat]),
        why=tuple(pay_words(result, seat)),
        pay=pay,
        before=tuple(token_of(card) for other, card in result.before if other == seat),
    )


def _pay(result: RoundResult, seat: int, view: PlayerView, course: Course) -> Pay:
    """Return what all may know of a player's pay. Until the game is over, what gold cards are worth is secret; nuggets
    for missing ones are not (R22, R24)."""
    if result.paid:
        return Pay(result.paid[seat], 0)
    since = _since_the_end([event for step in course.log for event in step.events])
    nuggets = sum(event.count for event in since if isinstance(event, NuggetTaken) and event.seat == seat)
    if is_over(view.public):
        return Pay(nuggets + _worth(course, seat), 0)
    return Pay(nuggets, sum(isinstance(event, GoldTaken) and event.seat == seat for event in since))


def _worth(course: Course, seat: int | None) -> int:
    """Return what the gold cards of a player are worth, as far as the reader of the course may know them."""
    return sum(card.value for card in course.gold if card.seat == seat)


def _since_the_end(events: Sequence[PublicEvent]) -> Sequence[PublicEvent]:
    """Return the public events after play of a round had ended, in order."""
    ends = [place for place, event in enumerate(events) if isinstance(event, RoundEnded)]
    return events[max(ends, default=-1) + 1 :]
