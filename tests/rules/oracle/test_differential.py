"""The engine against the slow rules: the same legal moves at every step, the same outcome of rounds and games."""

import json
from random import Random

import pytest

from games.rules import engine, layout, record
from games.rules.errors import Refused
from games.rules.notation import parse, seat_of, write
from tests.conftest import SOAK
from tests.rules.oracle.random_rounds import EAGERNESS, choose, deal, random_record, refusal, table_of
from tests.rules.oracle.referee import cards_in_play

GAMES = 1200 if SOAK else 24
"""Whole games; tables of 3 to 10 in turn, of one to three rounds."""

ALL_GOLD = [1] * 16 + [2] * 8 + [3] * 4


@pytest.mark.parametrize("number", range(GAMES))
def test_games_of_the_slow_rules_are_games_of_the_engine(number: int, chance: Random) -> None:
    played = random_record(chance, seats=3 + number % 8, rounds=1 + number % 3)
    assert record.check(json.dumps(played)) is None


@pytest.mark.parametrize("seats", range(3, 11))
def test_engine_and_slow_rules_offer_the_same_moves_at_every_step(seats: int, chance: Random) -> None:
    script = deal(chance, seats, "A", ALL_GOLD)
    table, eagerness = table_of(script, None), chance.choice(EAGERNESS)
    ruleset = layout.read_table({"seats": ["x"] * seats})
    state = record.deal_round(ruleset, seats, script, 1, None, "round 1")
    catalogue = cards_in_play(table)
    while not table.over:
        (ask,) = engine.awaited(state.public)
        seat = table.to_move
        assert (ask.kind, ask.seat) == ("turn", seat_of(seat))
        menu = engine.legal(state.public, state.seats[ask.seat])
        assert sorted(map(write, menu)) == table.legal(seat)
        if line := refusal(chance, table):
            who, command = line.removeprefix("! ").split(" ", 1)
            with pytest.raises(Refused) as refused:
                engine.apply(state, seat_of(who), parse(command))
            assert (refused.value.code == "not-awaited") == (who != seat)
        command = choose(chance, table, eagerness)
        table.play(seat, command)
        state = engine.apply(state, ask.seat, parse(command)).state
        assert cards_in_play(table) == catalogue
