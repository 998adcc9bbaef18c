"""The state of a lesson after some moves: its record is replayed, then the reader's moves by the rules themselves."""

from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from games.rules import engine, record
from games.rules.agenda import Step
from games.rules.commands import Command
from games.rules.errors import Malformed, Refused
from games.rules.events import PrivateEvent, PublicEvent
from games.rules.layout import read_table
from games.rules.notation import parse, parse_line, write, write_line
from games.rules.view import PlayerView, view
from handbook.lessons.catalogue import LESSONS
from handbook.lessons.lesson import Lesson

RECORDS = Path(__file__).parent / "records"
READER = 0
"""The seat of the learner."""
MOST = 20
"""More moves than any lesson has."""


class SlipError(Exception):
    """A legal command that the lesson does not ask for. The message is a sentence with the reason."""


class Made(NamedTuple):
    """A move that was made: the number and seat of its public command, its public events, and the reader's whispers.
    `mine` is the reader's command."""

    seq: int
    seat: int
    events: tuple[PublicEvent, ...]
    whispers: tuple[PrivateEvent, ...]
    mine: str = ""


class Attempt(NamedTuple):
    """A lesson after some moves. `moves` are the reader's, in notation; `log` is the whole log, oldest first."""

    lesson: Lesson
    names: tuple[str, ...]
    state: engine.Game
    log: tuple[Made, ...] = ()
    moves: tuple[str, ...] = ()

    @property
    def over(self) -> bool:
        """Whether there is nothing left to do."""
        return self.is_round_over or (bool(self.lesson.right) and len(self.moves) == len(self.lesson.right))

    @property
    def is_round_over(self) -> bool:
        """Whether the round has ended and no decision is open."""
        return not engine.awaited(self.state.public)

    @property
    def lost(self) -> bool:
        """Whether the lesson is over and was about winning, but the reader's side has not won."""
        results = self.state.public.results
        return bool(self.lesson.lost and results) and READER not in results[-1].winners

    @property
    def view(self) -> PlayerView:
        """The view of the reader."""
        return view(self.state.public, self.state.seats[READER])


@cache
def _begun(name: str) -> Attempt:
    """Return the lesson before the reader's first move."""
    lesson, script_file = LESSONS[name], record.read((RECORDS / f"{name}.json").read_text(encoding="utf-8"))
    script, names = script_file["rounds"][0], tuple(script_file["seats"])
    state = record.deal_round(read_table(script_file), len(names), script, 1, None, name)
    course = Attempt(lesson, names, state)
    for move in record.moves_of(script["moves"], len(names), name)[: lesson.lead]:
        seat, command = parse_line(move.text)
        course = _moved(course, seat or READER, command)
    return course


@lru_cache(maxsize=512)
def after(name: str, moves: tuple[str, ...] = ()) -> Attempt:
    """Return the lesson of that name after these moves of the reader, in notation. KeyError if there is none;
    Malformed, Refused or SlipError if the moves are not possible."""
    if not moves:
        return _begun(name)
    if len(moves) > MOST:
        raise Malformed("more moves than any lesson has")
    return play(after(name, moves[:-1]), parse(moves[-1]))


def play(course: Attempt, command: Command) -> Attempt:
    """Carry out a move of the reader, and the moves of the others after it. Raise Refused if the rules do not allow it,
    SlipError if it is legal but not what the lesson asks for; then nothing has changed."""
    lesson, words = course.lesson, write(command)
    if course.over:
        raise Refused("not-awaited", "R90")
    if command not in course.view.menu:
        engine.check(course.state.public, course.state.seats[READER], command)  # type: ignore[arg-type]  # a seat's
        raise Refused("no-such-move", "R13")
    if not lesson.takes(len(course.moves), words):
        raise SlipError(str(lesson.slip(words)))
    course = _moved(course, READER, command)._replace(moves=(*course.moves, words))
    while lesson.others is not None and not course.is_round_over and not course.view.my_decision:
        seat = engine.awaited(course.state.public)[0].seat
        course = _moved(course, seat, _answer(course, seat))
    return course


def _moved(course: Attempt, seat: int, command: Command) -> Attempt:
    step = engine.apply(course.state, seat, command)
    return course._replace(state=step.state, log=(*course.log, _made_by(step, seat, command)))


def _made_by(step: Step, seat: int, command: Command) -> Made:
    whispers = tuple(event for to, event in step.whispers if to == READER)
    return Made(step.state.public.seq, seat, step.events, whispers, write(command) if seat == READER else "")


def _answer(course: Attempt, seat: int) -> Command:
    """Return the move of another player: the first of the lesson's lines that is legal, else the first way to pass."""
    public, own = course.state.public, course.state.seats[seat]
    legal = {write_line(seat, command): command for command in engine.legal(public, own)}
    tries = (legal[line] for line in course.lesson.others or () if line in legal)
    return next(chain(tries, engine.passes(public, own), legal.values()))
