"""The end of a game: who won, what each round brought each player, and small honours. All is revealed (R24)."""

from collections.abc import Sequence
from typing import NamedTuple

from games.rules.engine import Public
from games.rules.events import GameEnded, NuggetTaken, RoundBegan, RoundEnded, Stole, TollPaid
from games.rules.ruleset import compiled
from games.rules.steps import Sketch
from games.selectors.course import Course
from games.selectors.table import Person
from games.wording import (
    card_name,
    event_words,
    gold_words,
    how_it_ended_words,
    own_place_words,
    role_name,
    who_won_words,
    winner_words,
)

STEPS = 3
"""The number of steps of the podium."""


class Part(NamedTuple):
    """A player's part in a round: their role, and the nuggets that they won and lost in it."""

    role: str
    words: str
    gold: int


class Score(NamedTuple):
    """A player at the end of the game: place (1 for the most gold, R26), nuggets, their rounds, the cards left in the
    hand. `first` are the nuggets that they had from the start (R70)."""

    person: Person
    me: bool
    won: bool
    place: int
    gold: int
    first: int
    rounds: tuple[Part, ...]
    hand: tuple[str, ...]

    @property
    def role(self) -> str:
        """The role of the last round."""
        return self.rounds[-1].role if self.rounds else "unknown"


class FinalOutcome(NamedTuple):
    """How a game ended for its reader: in a few words, and sentences with the gold."""

    words: str
    lines: tuple[str, ...]


class Ended(NamedTuple):
    """A finished round: its mine, how it ended, and who won it."""

    number: int
    mine: Sketch
    words: str
    won: str


def rounds_of(public: Public, people: Sequence[Person], me: int | None) -> tuple[Ended, ...]:
    """Return all finished rounds of a game."""
    names = [person.name for person in people]
    return tuple(
        Ended(
            result.round,
            Sketch(result.mine, {}),
            how_it_ended_words(result, names, me),
            who_won_words(result),
        )
        for result in public.results
    )


def outcome_of(public: Public, people: Sequence[Person], me: int | None) -> FinalOutcome:
    """Return how a finished game ended for the player of a seat, or for a spectator."""
    assert public.revealed is not None
    gold, winners = public.revealed.gold, public.revealed.winners
    lines = [gold_words(max(gold))]
    if me is not None and me not in winners:
        lines.append(own_place_words(1 + sum(other > gold[me] for other in gold), gold[me]))
    names = [person.name for person in people if person.number in winners]
    return FinalOutcome(winner_words(names, mine=me in winners), tuple(lines))


def end_words(public: Public, people: Sequence[Person], me: int | None) -> str:
    """Return who won the game, in a sentence; "" while it runs."""
    if public.revealed is None:
        return ""
    ended = GameEnded(gold=public.revealed.gold, winners=public.revealed.winners)
    return event_words(ended, [person.name for person in people], me) or ""


def scores_of(public: Public, people: Sequence[Person], me: int | None, course: Course) -> tuple[Score, ...]:
    """Return all players of a finished game, most gold first (R26); none while it runs. `course` is its course."""
    revealed = public.revealed
    if revealed is None:
        return ()
    gained = gained_in(public, course)
    scores = [
        Score(
            person=person,
            me=person.number == me,
            won=person.number in revealed.winners,
            place=1 + sum(gold > revealed.gold[person.number] for gold in revealed.gold),
            gold=revealed.gold[person.number],
            first=compiled(public.ruleset).first_nuggets,
            rounds=tuple(
                _part(result.roles[person.number], gained[result.round][person.number]) for result in public.results
            ),
            hand=tuple(card_name(card) for card in revealed.hands[person.number]),
        )
        for person in people
    ]
    return tuple(sorted(scores, key=lambda score: score.place))


def _part(role: str, gold: int) -> Part:
    return Part(role, role_name(role), gold)


def gained_in(public: Public, course: Course) -> dict[int, list[int]]:
    """Return by round and seat how many nuggets a player had more at its end than at its beginning: pay, gold cards,
    sacks and chests, tolls, thefts (R22, R23, R47 to R49, R70, R72, R73)."""
    gained = {result.round: [0] * public.seats for result in public.results}
    paid = {result.round for result in public.results if result.paid}
    number = 1
    for step in course.log:
        # Gold cards are taken before the next round is dealt, even if both belong to the same command.
        for card in course.gold:
            if card.seq == step.seq and number not in paid:
                gained[number][card.seat] += card.value
        for event in step.events:
            if isinstance(event, RoundBegan):
                number = event.round
            _count(gained.setdefault(number, [0] * public.seats), event)
    return gained


def _count(gained: list[int], event: object) -> None:
    match event:
        case RoundEnded(paid=paid) if paid:
            gained[:] = [before + more for before, more in zip(gained, paid, strict=True)]
        case NuggetTaken():
            gained[event.seat] += event.count
        case TollPaid(seat=giver, owner=taker) | Stole(seat=taker, victim=int(giver)):
            gained[giver] -= 1
            gained[taker] += 1
        case _:
            pass
