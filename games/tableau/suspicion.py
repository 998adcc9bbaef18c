"""A player's suspicions: their form while a round runs, and a chart of them once the game is over."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.rows.book import Guess, Written
from games.rules.engine import Public
from games.rules.events import RoundBegan
from games.rules.steps import is_no_move
from games.selectors.course import Course
from games.selectors.table import Person
from games.services.book import guess_in, mark_of, may_suspect
from games.wording import role_name
from games.wording.suspicion import HEIGHTS, STEPS, UNKNOWN, guess_words, guesses_of, is_right


class GuessChoice(NamedTuple):
    """A possible suspicion about a player."""

    value: str
    words: str
    chosen: bool


class Thought(NamedTuple):
    """What a player thinks of another, or of the table: a note and a suspicion, with marks of their stored versions.

    `other_note` and `other_guess` are the stored values, if another device has changed them meanwhile. `wrong` is the
    error in the note. `before` are the earlier suspicions in this round, in words.
    """

    person: Person
    table: bool
    note: str
    mark: str
    guess_mark: str = ""
    options: tuple[GuessChoice, ...] = ()
    before: str = ""
    other_note: str = ""
    other_guess: str = ""
    wrong: str = ""


class Unsaved(NamedTuple):
    """Unsaved input by seat: notes, suspicions, errors, and values that another device has changed."""

    notes: Mapping[int, str] = {}
    guesses: Mapping[int, str] = {}
    wrong: Mapping[int, str] = {}
    clashing_notes: frozenset[int] = frozenset()
    clashing_guesses: frozenset[int] = frozenset()
    shown: bool = False


class Thoughts(NamedTuple):
    """All suspicions and notes of a player. `open`: suspicions can be changed. `shown`: they are shown once the game is
    over, and `ticked` whether that is chosen in the form."""

    rows: tuple[Thought, ...]
    round: int
    open: bool
    shown: bool
    ticked: bool


def thoughts_of(
    public: Public, people: Sequence[Person], me: int, written: Written, unsaved: Unsaved | None = None
) -> Thoughts:
    """Return the notes on the table, then on each other player in the order of the seats; with unsaved input."""
    typed = unsaved or Unsaved()
    order = [people[me], *(person for person in people if person.number != me)]
    rows = [_thought(public, person, me, written, typed) for person in order]
    ticked = unsaved.shown if unsaved else written.shown
    return Thoughts(tuple(rows), public.round, may_suspect(public), written.shown, ticked)


def _thought(public: Public, person: Person, me: int, written: Written, typed: Unsaved) -> Thought:
    about = person.number
    note = written.notes.get(about, "")
    thought = Thought(
        person=person,
        table=about == me,
        note=typed.notes.get(about, note),
        mark=mark_of(note),
        other_note=note if about in typed.clashing_notes else "",
        wrong=typed.wrong.get(about, ""),
    )
    if about == me:
        return thought
    guess = guess_in(written, public.round, about)
    chosen = typed.guesses.get(about, guess)
    return thought._replace(
        guess_mark=mark_of(guess),
        options=tuple(
            GuessChoice(one, guess_words(one), one == chosen) for one in guesses_of(public.ruleset, public.seats)
        ),
        before=_course([one for one in written.guesses if (one.round, one.about) == (public.round, about)]),
        other_guess=guess_words(guess) if about in typed.clashing_guesses else "",
    )


def _course(guesses: Sequence[Guess]) -> str:
    """Return the suspicions about one player in their order: `Move 3: rather digs. Move 9: surely harms.`"""
    from_move, first = _("Move %(move)s: %(guess)s."), _("At the start: %(guess)s.")
    return " ".join(
        (from_move if one.move else first) % {"move": one.move, "guess": guess_words(one.guess)} for one in guesses
    )


# -- when the game is over


class Band(NamedTuple):
    """A part of a chart: its first move and its length in moves. `kind` names its colour. It goes up from the middle
    for the suspicion that a player harms, or for their true role, and else down."""

    begin: int
    length: int
    top: int
    height: int
    kind: str


class Traced(NamedTuple):
    """A player's suspicions about another in a round, as a chart and in words; `right` at its end, None without any."""

    person: Person
    role: str
    role_words: str
    bands: tuple[Band, ...]
    words: str
    right: bool | None


class Trace(NamedTuple):
    """A player's suspicions in a round of so many moves; how many guesses were right of how many.
    `by_role`: they name roles, not steps."""

    person: Person
    round: int
    moves: int
    rows: tuple[Traced, ...]
    right: int
    of: int
    by_role: bool


STEP, MIDDLE = 10, 20
"""The height of a step in the chart, and the position of its middle."""


def traces_of(public: Public, people: Sequence[Person], guesses: Sequence[Guess], course: Course) -> tuple[Trace, ...]:
    """Return the suspicions, their times, and who was right, by round and seat, of players who had any. `course` is
    that of the game."""
    long = _moves_of_rounds(course)
    traces, by_role = [], guesses_of(public.ruleset, public.seats) != tuple(STEPS)
    for result in public.results:
        of_round = [one for one in guesses if one.round == result.round]
        moves = max([long[result.round], *(one.move + 1 for one in of_round)])
        for person in people:
            mine = [one for one in of_round if one.seat == person.number]
            about = sorted({one.about for one in mine})
            rows = tuple(
                _traced(people[seat], result.roles[seat], [one for one in mine if one.about == seat], moves)
                for seat in about
            )
            said = [row.right for row in rows if row.right is not None]
            if rows:
                traces.append(Trace(person, result.round, moves, rows, sum(said), len(said), by_role))
    return tuple(traces)


def _moves_of_rounds(course: Course) -> Counter[int]:
    """Return how many moves each round had, its deal included; commands that are no moves are not counted."""
    number, moves = 0, Counter[int]()
    for step in course.log:
        moves[number] += not is_no_move(step.events)
        number = next((event.round for event in step.events if isinstance(event, RoundBegan)), number)
    return moves


def _traced(person: Person, role: str, guesses: Sequence[Guess], moves: int) -> Traced:
    ends = [*(one.move for one in guesses[1:]), moves]
    bands = tuple(_band(one, end, role) for one, end in zip(guesses, ends, strict=True) if one.guess != UNKNOWN)
    right = is_right(guesses[-1].guess, role)
    return Traced(person, role, role_name(role), bands, _course(guesses), right)


def _band(guess: Guess, end: int, role: str) -> Band:
    height = HEIGHTS.get(guess.guess)
    length = max(end - guess.move, 1)
    if height is None:
        fits = guess.guess == role
        return Band(guess.move, length, 0 if fits else MIDDLE, MIDDLE, "fits" if fits else "fails")
    top = MIDDLE - STEP * max(height, 0)
    return Band(guess.move, length, top, STEP * abs(height), "harms" if height > 0 else "digs")
