"""Every turn takes as many cards from the pile as the rules say, read a second time (R13, R43, R62, R63, R66, R73)."""

from collections.abc import Sequence
from itertools import permutations
from random import Random

import pytest

from games.rules import engine, record
from games.rules import events as told
from games.rules.cards import CHESTS
from games.rules.events import RoundEnded
from games.rules.layout import read_table
from games.rules.notation import parse
from games.rules.ruleset import MODULES
from games.rules.table import Ruleset
from games.rules.turn import Turn
from tests.conftest import SOAK
from tests.rules.oracle.turn_draws import Tally
from tests.rules.playout import EAGERNESS, Course, any_move, keen_act

GAMES = 600 if SOAK else 24
"""Whole games with everything that changes a draw, at tables of 2 to 8 in turn."""

DRAWING = ("detour", "guide", "treasure-chests", "treasury", "tunnel-toll", "veto")


def begun(state: engine.Game) -> Tally | None:
    """The tally of the turn that is awaited now; None while something else is."""
    task = state.public.agenda[-1] if state.public.agenda else None
    if not isinstance(task, Turn):
        return None
    public = state.public
    return Tally(task.seat, public.pile, len(public.discards), list(public.hands))


def is_done(events: tuple[told.PublicEvent, ...]) -> bool:
    """Whether something happened besides offers and seats that change: else the turn that is awaited is the same."""
    return any(not isinstance(event, told.Offered | told.SeatChanged) for event in events)


def hold_against(tally: Tally, following: Tally, events: tuple[told.PublicEvent, ...]) -> None:
    """A turn that is over against what the next one begins with."""
    assert tally.grabbed == tally.must_grab, tally.chests
    tally.end()
    assert (tally.pile, tally.hands) == (following.pile, following.hands), (tally.chests, events)
    assert tally.kept == tally.to_keep, tally.chests


@pytest.mark.parametrize("number", range(GAMES))
def test_r63_r66_r73_every_turn_draws_as_many_cards_as_the_rules_say(number: int, chance: Random) -> None:
    rules = ("base", "saboteur2")[number % 2]
    modules = DRAWING if number % 3 else tuple(sorted(set(MODULES) - {"greedy"}))
    ruleset = Ruleset(rules=rules, modules=modules, rounds=1, veto_window=chance.choice((0, 12)))
    course = Course.dealt(ruleset, 3 + number % 6 - (rules == "saboteur2"), chance.randbytes(32))
    eagerness, tally, checked = chance.choice(EAGERNESS), begun(course.state), 0
    while not course.over:
        seat, command = keen_act(chance, course.state, eagerness)
        if getattr(command, "kind", "") == "turn":
            continue  # what is played by itself comes in one step with the turn before
        step = course.take(seat, command)
        if any(isinstance(event, RoundEnded) for event in step.events):
            break
        assert tally is not None
        for event in step.events:
            tally.hear(event)
        following = begun(course.state)
        if following is not None and is_done(step.events):
            hold_against(tally, following, step.events)
            tally, checked = following, checked + 1
    assert checked > 5


WAYS: dict[str, Sequence[str]] = {
    "a lay": ("lay NESW 2,0",),
    "a guide": ("guide", "lay NESW 2,0", "lay NE 0,1"),
    "a guide whose second is vetoed": ("guide", "lay NESW 2,0", "lay NS 0,1"),
    "a guide whose first is vetoed": ("guide", "lay NS 0,1", "lay NESW 2,0"),
    "a detour": ("detour 2,0",),
}
"""How a player opens two chests in one turn; the veto strikes at a straight tunnel south of the start."""


def opening_two(way: str, chests: Sequence[str], pile: int, discards: int) -> engine.Game:
    """A table at which A opens two chests in one turn, with a pile and discards of so many cards."""
    table = {"modules": ["detour", "guide", "treasure-chests", "veto"]}
    script = {
        "mine": {"1,0": "EW", **({"0,-1": "NESW"} if way == "a detour" else {})},
        "chests": {"2,-1": ["NE", chests[0]], "2,1": ["NW", chests[1]]},
        "hands": {"A": ["detour", "guide", "NESW", "NS", "NE"], "B": ["veto"], "C": ["map"][: len(chests[0]) % 2]},
        "discards": ["rockfall"] * min(discards, 3),
        "pile": ["ESW", "ESW", "ESW", "NES", "NES", "NES"][:pile],
        **({"pile_is_whole": True} if discards > 3 else {}),
    }
    state = record.deal_round(read_table({"table": table, "seats": ["x"] * 3}), 3, script, 1, None, "round 1")
    return engine.apply(state, 1, parse("order veto NS A")).state


@pytest.mark.examples(90)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("chests", permutations(CHESTS, 2), ids="+".join)
def test_r66_r73_two_chests_in_one_turn_keep_the_right_draw(way: str, chests: tuple[str, str], chance: Random) -> None:
    state = opening_two(way, chests, chance.choice((0, 1, 2, 3, 6)), chance.choice((0, 1, 3, 99)))
    tally, left = begun(state), list(WAYS[way])
    assert tally is not None
    while True:
        kinds = [ask.kind for ask in engine.unanswered(state)]
        seat, command = any_move(chance, state, 0.0)
        if kinds[0] in ("turn", "lay"):
            command = parse(left.pop(0))
        elif kinds == ["order"]:
            command = parse("choose 2,-1")
        step = engine.apply(state, seat, command)
        state = step.state
        for event in step.events:
            tally.hear(event)
        following = begun(state)
        if following is not None:
            break
    assert tally.chests == list(chests)
    hold_against(tally, following, step.events)
