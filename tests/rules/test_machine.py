"""Whole games played by chance, every step held against the invariants (R90, R97; `invariants.py`)."""

from random import Random

import hypothesis.strategies as st
import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.rules import engine
from games.rules.agenda import Step
from games.rules.commands import Command, Lay, Offer, Order, Pass, PlayCard, PutMiner, Timeout, Trade
from games.rules.errors import Refused
from games.rules.events import MinerPut
from games.rules.ruleset import compiled
from tests.conftest import SOAK
from tests.rules import attempts, invariants
from tests.rules.playout import EAGERNESS, Act, Course, any_act, any_move, any_offer, any_order, any_table

GAMES = 2000 if SOAK else 60
"""Whole games from the first deal to the last reveal, besides those of the machine."""

KEPT = 3
"""Cards that can come back from the discards in a round, and give another turn each (R62, R73)."""

OF_A_TURN = Lay | PlayCard | Pass | Trade | PutMiner | Timeout
"""Commands that are a turn where a turn is awaited."""

numbers = st.integers(min_value=0, max_value=2**32)


def running(machine: "Table") -> bool:
    """Whether any seat is awaited."""
    return not machine.course.over


class Table(RuleBasedStateMachine):
    """A table at which anything may happen: moves, time-outs, orders, seats that change, forbidden tries."""

    course: Course
    eagerness: float

    @initialize(number=numbers, warm_up=st.integers(min_value=0, max_value=250))
    def sit_down(self, number: int, warm_up: int) -> None:
        """A game somewhere between its first deal and its end, all of it drawn."""
        rng = Random(number)
        ruleset, players = any_table(rng)
        self.course, self.eagerness = Course.dealt(ruleset, players, rng.randbytes(32)), rng.choice(EAGERNESS)
        for _ in range(warm_up):
            if not self.course.over:
                self.course.take(*any_move(rng, self.course.state, self.eagerness))

    def take(self, seat: int | None, command: Command) -> Step:
        """Carry out a command and hold the step against all that steps keep to."""
        before = self.course.state
        step = self.course.take(seat, command)
        for checker in invariants.STEP_CHECKERS:
            checker(before, Act(seat, command, step.chance), step)
        return step

    @precondition(running)
    @rule(number=numbers)
    def move(self, number: int) -> None:
        """An awaited seat does something legal."""
        self.take(*any_move(Random(number), self.course.state, self.eagerness))

    @precondition(running)
    @rule(number=numbers)
    def time_out(self, number: int) -> None:
        """The time of an awaited seat runs out: the default is taken (R92)."""
        self.take(None, Timeout(Random(number).choice(engine.unanswered(self.course.state)).seat))

    @precondition(running)
    @rule(number=numbers)
    def anything(self, number: int) -> None:
        """Something happens, an order or a seat that changes perhaps."""
        self.take(*any_act(Random(number), self.course.state, self.eagerness))

    @precondition(running)
    @rule(number=numbers)
    def order(self, number: int) -> None:
        """A seat leaves a standing order, and may withdraw it at once (R95)."""
        rng = Random(number)
        seat = rng.randrange(self.course.state.public.seats)
        self.take(seat, any_order(rng, self.course.state, seat))
        if rng.random() < 0.5:
            self.take(seat, Order("none"))
            assert not self.course.state.seats[seat].orders

    @precondition(running)
    @rule(number=numbers)
    def offer(self, number: int) -> None:
        """A seat offers openly to pay a toll for another, where there are tolls (R70)."""
        rng = Random(number)
        seat = rng.randrange(self.course.state.public.seats)
        command = any_offer(rng, self.course.state, seat)
        if Offer in compiled(self.course.ruleset).anytime:
            self.take(seat, command)
            assert self.course.state.public.offers.get(seat) == command.seat
        else:
            with pytest.raises(Refused, match="no-tolls"):
                self.take(seat, command)

    @precondition(running)
    @rule(number=numbers)
    def forbidden(self, number: int) -> None:
        """Seats and the table try commands that are not legal."""
        rng, state = Random(number), self.course.state
        for own in state.seats:
            invariants.other_commands_are_refused(state, own.seat, attempts.all_kinds(rng, state.public, own, 40))
            for command in attempts.of_the_table(state.public):
                invariants.other_commands_are_refused(state, own.seat, [command])
        seat = engine.awaited(state.public)[0].seat
        tries = attempts.all_kinds(rng, state.public, state.seats[seat], 400)
        assert invariants.other_commands_are_refused(state, seat, tries) > 10
        for foreign in (None, -1, state.public.seats):
            invariants.other_commands_are_refused(state, foreign, tries[:20])
        idle = [own.seat for own in state.seats if own.seat != seat]
        awaited = {ask.seat for ask in engine.awaited(state.public)}
        untimely = [Timeout(one) for one in (*idle, -1, state.public.seats) if one not in awaited]
        invariants.other_commands_are_refused(state, None, untimely)

    @precondition(lambda machine: machine.course.over)
    @rule(number=numbers)
    def too_late(self, number: int) -> None:
        """After the game everything is refused, orders too."""
        everything_is_refused(self.course.state, Random(number))

    @precondition(running)
    @rule(number=numbers)
    def look_from_elsewhere(self, number: int) -> None:
        """What the mover may do is the same whatever others hold."""
        rng, state = Random(number), self.course.state
        own = state.seats[engine.unanswered(state)[0].seat]
        tries = [*engine.legal(state.public, own), *attempts.all_kinds(rng, state.public, own, 40)]
        invariants.legality_needs_no_other_eyes(rng, state, tries)

    @invariant()
    def all_holds(self) -> None:
        """Every state keeps to what states keep to, and everything that is listed can be done."""
        if hasattr(self, "course"):
            for checker in invariants.STATE_CHECKERS:
                checker(self.course.state)
            invariants.legal_commands_apply(self.course.state)

    def teardown(self) -> None:
        """The log alone leads to the same state."""
        if hasattr(self, "course"):
            invariants.the_course_leads_there_again(self.course)


def everything_is_refused(state: engine.Game, rng: Random) -> None:
    """No seat can do anything."""
    invariants.other_commands_are_refused(state, None, attempts.of_the_table(state.public))
    for own in state.seats:
        tries = [*attempts.all_kinds(rng, state.public, own, 20), Order("none"), Order("pass")]
        assert invariants.other_commands_are_refused(state, own.seat, tries) > 10


Table.TestCase.settings = settings(
    max_examples=1500 if SOAK else 20,
    stateful_step_count=30,
    phases=list(Phase) if SOAK else [Phase.generate],  # what fails is made shorter where there is time for it
)
TestTable = Table.TestCase


@pytest.mark.parametrize("number", range(GAMES))
def test_a_whole_game_keeps_to_the_invariants_at_every_step(number: int, chance: Random) -> None:
    ruleset, players = any_table(chance)
    course, eagerness = Course.dealt(ruleset, players, chance.randbytes(32)), chance.choice(EAGERNESS)
    turns, most, miners = 0, invariants.cards_left(course.state) + KEPT, 0
    while not course.over:
        before, act = course.state, any_act(chance, course.state, eagerness)
        turns += any(ask.kind == "turn" for ask in engine.awaited(before.public)) and isinstance(act[1], OF_A_TURN)
        step = course.take(*act)
        for check_step in invariants.STEP_CHECKERS:
            check_step(before, Act(*act, step.chance), step)
        for check in invariants.STATE_CHECKERS:
            check(course.state)
        miners += sum(isinstance(event, MinerPut) for event in step.events)
        assert turns <= most, f"a round of {most} cards was not over after {turns} turns"
        assert miners <= 2, "more than two miners were put in a round (R70)"
        if course.state.public.round != before.public.round:
            turns = miners = 0
    invariants.the_course_leads_there_again(course)
    everything_is_refused(course.state, chance)
