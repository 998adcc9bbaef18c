"""What one seat may know, and the table as it would be if its turn were now (R94, R95)."""

from typing import Any

from msgspec.structs import replace

from games.rules import engine, record
from games.rules.commands import Lay, Pass
from games.rules.layout import read_table
from games.rules.notation import parse_line
from games.rules.view import next_turn_of, view

SCRIPT = {
    "roles": {"A": "digger", "B": "saboteur", "C": "digger"},
    "hands": {"A": ["EW", "map"], "B": ["NS"], "C": ["NE", "veto"]},
}
BEFORE_THE_GOLD = {
    "mine": {f"{x},0": "NESW" if x > 1 else "EW" for x in range(1, 7)},
    "goals": {"8,-2": "stone-a", "8,0": "gold", "8,2": "stone-b"},
}


def scene(*lines: str, script: dict[str, Any] = SCRIPT, **options: int | str) -> engine.Game:
    """Three players in a base game with a veto, after some moves."""
    table = {"modules": ["veto"], "options": options}
    state = record.deal_round(read_table({"table": table, "seats": ["x"] * 3}), 3, script, 1, None, "round 1")
    for line in lines:
        state = engine.apply(state, *parse_line(line)).state
    return state


def test_r95_plan_sees_the_turn_as_if_it_were_now() -> None:
    state = scene()
    planned = next_turn_of(view(state.public, state.seats[1]))
    assert planned is not None
    assert planned.my_decision == "turn"
    assert [ask.seat for ask in planned.asks] == [1]
    assert Lay("NS", "0,1") in planned.menu
    assert Pass(("NS",)) in planned.menu
    assert planned.public == replace(state.public, agenda=planned.public.agenda)


def test_r93_r95_answered_window_allows_a_plan_with_nothing_answered() -> None:
    state = scene("A lay EW 1,0", "B choose none", veto_window=12)
    asked, answered = view(state.public, state.seats[2]), view(state.public, state.seats[1])
    assert answered.own is not None
    assert answered.own.answered
    assert answered.menu == ()
    for seen in (asked, answered):
        planned = next_turn_of(seen)
        assert planned is not None
        assert planned.own is not None
        assert not planned.own.answered
        assert planned.menu


def test_r95_no_plan_on_turn_without_cards_or_as_spectator() -> None:
    state = scene()
    assert next_turn_of(view(state.public, state.seats[0])) is None
    assert next_turn_of(view(state.public, None)) is None
    assert next_turn_of(view(state.public, replace(state.seats[1], hand=()))) is None


def test_r95_there_is_no_turn_to_plan_while_the_gold_of_a_round_is_taken() -> None:
    state = scene("A lay EW 7,0", script=SCRIPT | BEFORE_THE_GOLD, gold_draft="hand")
    assert [(ask.seat, ask.kind) for ask in engine.unanswered(state)] == [(0, "gold")]
    for own in state.seats:
        assert own.hand
        assert next_turn_of(view(state.public, own)) is None
