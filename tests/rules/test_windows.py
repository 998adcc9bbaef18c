"""Answers to a window that no other player may notice: "let it be", and "not again this round" (R93, R95)."""

from random import Random
from typing import Any

import pytest

from games.rules import engine, record
from games.rules.agenda import Step
from games.rules.commands import LET_BE_THIS_ROUND, Choose
from games.rules.layout import read_table
from games.rules.notation import parse_line
from games.rules.table import Ruleset
from tests.rules.playout import Course, any_move

HANDS = {"A": ["map", "EW"], "B": ["map"], "C": ["veto", "map"]}


def window(*lines: str, hands: dict[str, Any] = HANDS) -> engine.Game:
    """A map of A that waits for the answers of B and C, after some lines."""
    table = {"rules": "base", "modules": ["veto"], "options": {"veto_window": 12}}
    rules = read_table({"table": table, "seats": ["x"] * 3})
    state = record.deal_round(rules, 3, {"hands": hands, "goals": {"8,0": "gold"}}, 1, None, "round 1")
    for line in ("A map 8,0", *lines):
        state = do(state, line).state
    return state


def do(state: engine.Game, line: str) -> Step:
    """One line carried out."""
    return engine.apply(state, *parse_line(line))


@pytest.mark.parametrize("before", [(), ("B choose none",), ("B order pass round",)])
def test_r93_not_again_this_round_looks_to_all_like_let_it_be(before: tuple[str, ...]) -> None:
    state, seat = window(*before), "B" if not before else "C"
    one, two = do(state, f"{seat} choose none"), do(state, f"{seat} order pass round")
    assert (one.state.public, one.events, one.whispers) == (two.state.public, two.events, two.whispers)
    assert one.state.table == two.state.table
    number = "ABC".index(seat)
    assert two.state.seats[number].orders == (LET_BE_THIS_ROUND,)
    assert [own for own in one.state.seats if own.seat != number] == [
        own for own in two.state.seats if own.seat != number
    ]


def test_r95_not_again_of_an_unasked_seat_changes_its_part_alone() -> None:
    state = window("B choose none")
    for line in ("A order pass round", "B order pass round"):
        after = do(state, line).state
        assert (after.public, after.table) == (state.public, state.table)


def test_r93_let_everything_be_is_no_answer_to_an_open_window() -> None:
    state = do(window(), "B order pass").state
    assert [ask.seat for ask in engine.unanswered(state)] == [1, 2]


def test_r93_window_counts_who_said_not_again_as_answered() -> None:
    state = window("B order pass round", "C choose none", "B map 8,2")
    assert {ask.seat for ask in engine.unanswered(state)} == {0, 2}
    state = do(do(state, "A choose none").state, "C order pass round").state
    state = do(state, "C map 8,2").state
    assert {ask.seat for ask in engine.unanswered(state)} == {0}


def test_r93_round_of_six_who_say_not_again_asks_each_once() -> None:
    asked: list[list[int]] = []
    for answer in (Choose("none"), LET_BE_THIS_ROUND):
        rng, ruleset = Random(7), Ruleset(modules=("veto",), rounds=1, veto_window=12)
        course, counts = Course.dealt(ruleset, 6, b"k" * 32), [0] * 6
        while not course.over:
            ask = engine.unanswered(course.state)[0]
            if ask.kind == "veto":
                counts[ask.seat] += 1
                course.take(ask.seat, answer)
            else:
                course.take(*any_move(rng, course.state, 0.9))
        asked.append(counts)
    assert min(asked[0]) > 5
    assert asked[1] == [1] * 6
