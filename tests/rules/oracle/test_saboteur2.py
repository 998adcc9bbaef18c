"""Saboteur 2 by the engine against the slow rules: the same menus at every step, the same pay, the same thieves."""

from random import Random

import pytest

from games.rules import engine
from games.rules.board import START_SQUARE
from games.rules.commands import Choose, Command, Lay
from games.rules.notation import letter, seat_of, write
from games.rules.round import round_is_over
from games.rules.table import Ruleset
from tests.conftest import SOAK
from tests.rules.oracle import saboteur2 as slow
from tests.rules.oracle.legality import Position
from tests.rules.rounds import begin

ROUNDS = 600 if SOAK else 22
"""Random rounds, at tables of 2 to 12 in turn."""

RULES = Ruleset(rules="saboteur2", rounds=1)


def mine_of(state: engine.Game) -> dict[str, str]:
    """The face-up cards but the start."""
    return {at: card for at, card in state.public.mine.items() if at != START_SQUARE}


def position_of(state: engine.Game, seat: int) -> Position:
    """Where a seat stands, as the slow rules want it."""
    before: dict[str, list[str]] = {}
    for one in state.public.before:
        before.setdefault(letter(one.seat), []).append(one.card)
    return {
        "mine": mine_of(state),
        "face_down": list(state.public.face_down),
        "before": before,
        "hand": list(state.seats[seat].hand),
        "seats": state.public.seats,
        "seat": letter(seat),
        "pile": state.public.pile,
    }


def drawn(chance: Random, state: engine.Game, seat: int, eagerness: float) -> Command:
    """A random legal command: mostly a tunnel card as far east as it goes and near a goal, else anything."""
    menu = engine.legal(state.public, state.seats[seat])
    lays = [one for one in menu if isinstance(one, Lay)]
    if lays and chance.random() < eagerness:
        return max(lays, key=lambda lay: (int(lay.at.split(",")[0]), -abs(int(lay.at.split(",")[1]))))
    return chance.choice(menu or engine.passes(state.public, state.seats[seat]))


def played(chance: Random, players: int) -> tuple[engine.Game, engine.Game]:
    """The states before and after the command that ended a round, every menu compared on the way."""
    eagerness = chance.choice((0.5, 0.9, 1.0))
    state = begin(RULES, players, key=chance.randbytes(32)).state
    while True:
        (ask,) = engine.awaited(state.public)
        menu = engine.legal(state.public, state.seats[ask.seat])
        assert sorted(map(write, menu)) == slow.legal_commands(position_of(state, ask.seat))
        before = state
        state = engine.apply(state, ask.seat, drawn(chance, state, ask.seat, eagerness)).state
        if round_is_over(state.public):
            return before, state


def table_of(state: engine.Game) -> slow.Table:
    """The end of a round as the slow rules want it."""
    result = state.public.results[-1]
    gold = next(at for at, goal in state.table.goals.items() if goal == "gold")
    return {
        "mine": {at: card for at, card in result.mine.items() if at != START_SQUARE},
        "roles": {letter(seat): role for seat, role in enumerate(result.roles)},
        "before": [(letter(one.seat), one.card) for one in state.public.before],
        "gold": gold if result.reason == "gold" else None,
        "connector": None if result.connector is None else letter(result.connector),
    }


@pytest.mark.parametrize("number", range(ROUNDS))
def test_r32_to_r49_engine_and_slow_rules_agree_over_a_whole_round(number: int, chance: Random) -> None:
    before, state = played(chance, 2 + number % 11)
    table, result = table_of(state), state.public.results[-1]
    assert [letter(seat) for seat in result.winners] == slow.winners(table)
    assert dict(zip(sorted(table["roles"]), result.paid, strict=True)) == slow.paid(table)
    nuggets = {letter(own.seat): own.nuggets for own in before.seats}
    for seat, count in slow.paid(table).items():
        nuggets[seat] += count
    for thief in slow.thieves(table):
        victims = slow.can_be_robbed(thief, nuggets)
        if victims:
            (ask,) = engine.awaited(state.public)
            assert (letter(ask.seat), ask.kind) == (thief, "theft")
            answers = {write(one).removeprefix("choose ") for one in engine.legal(state.public, state.seats[ask.seat])}
            assert answers == {*victims, "none"}
            victim = chance.choice(sorted(answers))
            state = engine.apply(state, seat_of(thief), Choose(victim)).state
            if victim != "none":
                nuggets[victim] -= 1
                nuggets[thief] += 1
    assert engine.is_over(state.public)
    assert {letter(own.seat): own.nuggets for own in state.seats} == nuggets


def slow_table(roles: dict[str, str], mine: dict[str, str], connector: str | None) -> slow.Table:
    """A corridor's end with nothing before anybody."""
    return {"mine": mine, "roles": roles, "before": [], "gold": "2,0" if connector else None, "connector": connector}


def test_r51_the_slow_rules_know_the_examples() -> None:
    """One way beside a door, doors of both colours (c), a profiteer alone (d), crystals and a trapped geologist."""
    both = {"1,0": "EW-blue", "-1,0": "EW-green", "2,0": "gold"}
    assert slow.paid(slow_table({"A": "boss", "B": "profiteer", "C": "blue"}, both, "C")) == {"A": 2, "B": 1, "C": 3}
    shut = {"1,0": "EW-blue", "2,0": "EW-green", "3,0": "gold"}
    closed = slow_table({"A": "boss", "B": "blue", "C": "green"}, shut, "B")
    closed["gold"] = "3,0"
    assert slow.paid(closed) == {"A": 4, "B": 0, "C": 0}
    assert slow.paid(slow_table({"A": "blue", "B": "profiteer"}, {}, None)) == {"A": 0, "B": 3}
    rich = slow_table({"A": "geologist", "B": "geologist", "C": "saboteur"}, {"0,1": "NES-crystal"}, None)
    rich["before"] = [("A", "trapped"), ("C", "theft"), ("A", "theft")]
    assert slow.paid(rich) == {"A": 0, "B": 1, "C": 5}
    assert slow.thieves(rich) == ["C"]


def test_r34_the_slow_rules_let_ladders_stand_and_join() -> None:
    mine = {"5,5": "EW", "4,5": "E-ladder"}
    assert slow.pointing((6, 5), slow.reachable(mine)) == {"W"}
    assert slow.pointing((6, 5), slow.reachable({"5,5": "EW"})) == set()
    assert slow.ways_to_lie("NS.E-green") == ["NS.E-green", "NS.E-green~"]
    assert slow.ways_to_lie("NS.EW") == ["NS.EW"]
