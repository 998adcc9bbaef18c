"""One round, played out: every command with what lay open before it. Measures read it and never change it."""

import time
from collections.abc import Sequence
from typing import NamedTuple

from games.bots.choice import Chooser, Roll
from games.bots.match import play_game
from games.rules import engine
from games.rules.commands import Command
from games.rules.events import PublicEvent
from games.rules.table import RoundResult, Ruleset
from games.rules.view import PlayerView


class Turn(NamedTuple):
    """One command with the view that it was chosen from, and the game before it.

    `heard` is how many public events of the round had happened before it, `took` the processor time in milliseconds.
    """

    seat: int
    before: engine.Game
    view: PlayerView
    command: Command
    heard: int
    took: float

    @property
    def role(self) -> str:
        """The role of the commanding seat, as it was then."""
        return self.before.seats[self.seat].role

    @property
    def is_turn(self) -> bool:
        """Whether it was a turn (R13), and no answer to a question."""
        return self.view.my_decision == "turn"


class Course(NamedTuple):
    """A round from its deal to its end; `number` is its place in a row of rounds, `chooser` chose all commands."""

    number: int
    chooser: Chooser
    turns: tuple[Turn, ...]
    events: tuple[PublicEvent, ...]
    end: engine.Game

    @property
    def result(self) -> RoundResult:
        """What came of it."""
        return self.end.public.results[-1]

    @property
    def seats(self) -> int:
        """How many played."""
        return self.end.public.seats

    def seen_before(self, turn: Turn) -> tuple[PublicEvent, ...]:
        """What all had seen of the round when a command was chosen."""
        return self.events[: turn.heard]

    def after_turns_each(self, many: int) -> Turn | None:
        """The first command after which everybody had had this many turns; None when the round was over before."""
        had = [0] * self.seats
        for turn in self.turns:
            if min(had) >= many:
                return turn
            had[turn.seat] += turn.is_turn
        return None


def key_of(of: str, seats: int, number: int) -> bytes:
    """The key of a round in a row of that name."""
    return f"{of} {seats} {number}".encode()


def played(ruleset: Ruleset, seats: int, number: int, chooser: Chooser, *, of: str = "round") -> Course:
    """Play a round; the same for the same name `of` the row, number and players."""
    took: list[float] = []

    def timed(view: PlayerView, dice: Roll, seen: Sequence[PublicEvent]) -> Command:
        begun = time.thread_time_ns()
        command = chooser(view, dice, seen)
        took.append((time.thread_time_ns() - begun) / 1e6)
        return command

    turns: list[Turn] = []
    events: list[PublicEvent] = []
    state: engine.Game | None = None
    for moment in play_game(ruleset, seats, key=key_of(of, seats, number), chooser=timed):
        if moment.view and moment.view.seat is not None and moment.command and state:
            turns.append(Turn(moment.view.seat, state, moment.view, moment.command, len(events), took[-1]))
        events += moment.events
        state = moment.state
    assert state is not None
    return Course(number, chooser, tuple(turns), tuple(events), state)
