"""The checkers of `invariants.py` find engines that are too strict or too kind, that crash, change things or look."""

from random import Random

import pytest

from games.rules import engine
from games.rules.agenda import Step
from games.rules.commands import Command, Pass
from games.rules.errors import Refused
from tests.rules import attempts, invariants
from tests.rules.playout import Course


def too_strict(state: engine.Game, seat: int | None, command: Command) -> Step:
    """A faulty engine that refuses passes."""
    if isinstance(command, Pass):
        raise Refused("no-such-move", "R13")
    return engine.apply(state, seat, command)


def too_kind(state: engine.Game, seat: int | None, command: Command) -> Step:
    """A faulty engine that lets cards be laid that are not in the hand."""
    try:
        return engine.apply(state, seat, command)
    except Refused as refused:
        if refused.code == "not-in-hand":
            return Step(state, (), ())
        raise


def without_a_number(state: engine.Game, seat: int | None, command: Command) -> Step:
    """A faulty engine whose refusals name no rule."""
    try:
        return engine.apply(state, seat, command)
    except Refused as refused:
        raise Refused(refused.code, "") from None


def crashing(state: engine.Game, seat: int | None, command: Command) -> Step:
    """A faulty engine that falls over what it does not know."""
    try:
        return engine.apply(state, seat, command)
    except Refused as refused:
        raise KeyError(refused.code) from None


def changing(state: engine.Game, seat: int | None, command: Command) -> Step:
    """A faulty engine that works on the state itself before it refuses."""
    try:
        return engine.apply(state, seat, command)
    except Refused:
        state.public.mine["7,7"] = "NS"
        raise


def looking(state: engine.Game, seat: int | None, command: Command) -> Step:
    """A faulty engine whose refusals depend on what lies on the pile."""
    if isinstance(command, Pass) and state.table.pile[0] > "N":
        raise Refused("pile", "R13")
    return engine.apply(state, seat, command)


def test_a_listed_command_that_is_refused_is_found(course: Course) -> None:
    invariants.legal_commands_apply(course.state)
    with pytest.raises(Refused, match="no-such-move"):
        invariants.legal_commands_apply(course.state, too_strict)


@pytest.mark.parametrize(
    ("apply", "error", "words"),
    [
        (too_kind, AssertionError, "not listed, and yet carried out"),
        (without_a_number, AssertionError, "no number of a rule"),
        (crashing, KeyError, "not-joined"),
        (changing, AssertionError, "a refused command changed the state"),
    ],
)
def test_a_refusal_that_is_missing_or_does_harm_is_found(
    apply: invariants.Apply, error: type[Exception], words: str, course: Course
) -> None:
    seat = engine.awaited(course.state.public)[0].seat
    tries = attempts.all_kinds(Random(1), course.state.public, course.state.seats[seat], 10)
    assert invariants.other_commands_are_refused(course.state, seat, tries) > 10
    with pytest.raises(error, match=words):
        invariants.other_commands_are_refused(course.state, seat, tries, apply)


def test_legality_that_looks_at_the_pile_is_found(course: Course) -> None:
    state, rng = course.state, Random(1)
    seat = engine.awaited(state.public)[0].seat
    tries = engine.passes(state.public, state.seats[seat])

    def look(apply: invariants.Apply) -> None:
        for _ in range(20):
            invariants.legality_needs_no_other_eyes(rng, state, tries, apply)

    look(engine.apply)
    with pytest.raises(AssertionError, match="if others held other cards"):
        look(looking)
