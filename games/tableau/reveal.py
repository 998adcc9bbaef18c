"""What is turned up at the end of a round and of the game, by the rules of secrecy (R24), gold above all."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.engine import Public
from games.rules.events import GameEnded
from games.selectors import Person
from games.wording import card_name, event_words, goal_name, result_words, role_name, square_name


class Shown(NamedTuple):
    """A player at the end of a round: the role, why they won or not, and the gold that may be told."""

    person: Person
    me: bool
    role: str
    role_words: str
    why: str
    gold: str


class Reveal(NamedTuple):
    """A finished round: who won and how, everybody's role, where the gold lay, the mine as it was."""

    number: int
    words: str
    winners: tuple[Shown, ...]
    others: tuple[Shown, ...]
    goals: tuple[tuple[str, str], ...]
    cards_secret: bool


class Score(NamedTuple):
    """A player at the end of the game: nuggets, whether they won, and the cards left in the hand."""

    person: Person
    me: bool
    won: bool
    gold: int
    hand: tuple[str, ...]
    roles: tuple[str, ...]


def reveal_of(
    public: Public, number: int, people: Sequence[Person], me: int | None, mine: Sequence[int]
) -> Reveal | None:
    """A finished round as the player `me` may see it; `mine` is the gold they took in it, in nuggets. None: no such."""
    result = next((result for result in public.results if result.round == number), None)
    if result is None:
        return None
    names = [person.name for person in people]
    shown = []
    for person in people:
        seat = person.number
        paid = result.paid[seat] if result.paid else None
        if paid is None and seat == me:
            paid = sum(mine)
        won = seat in result.winners
        why = _("joined the gold to the start") if seat == result.connector else ""
        role = result.roles[seat]
        shown.append(Shown(person, seat == me, role, role_name(role), why, _gold(paid, won)))
    goals = tuple((square_name(at), goal_name(goal)) for at, goal in result.goals.items())
    return Reveal(
        number=number,
        words=result_words(result, names, me),
        winners=tuple(one for one in shown if one.person.number in result.winners),
        others=tuple(one for one in shown if one.person.number not in result.winners),
        goals=goals,
        cards_secret=not result.paid and bool(result.winners),
    )


def _gold(paid: int | None, won: bool) -> str:
    """What may be told of a player's pay: gold cards are secret to all but who took them."""
    if paid is None:
        return _("a gold card") if won else ""
    return ngettext("%(count)s nugget", "%(count)s nuggets", paid) % {"count": paid} if paid else ""


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
