"""Tolls and the greedy dwarf by the engine against the slow rules: the same menus, pay and whole games (R60, R70)."""

import json
from collections.abc import Sequence
from random import Random

import pytest

from games.rules import engine, layout, record
from games.rules.notation import parse, seat_of, write
from tests.conftest import SOAK
from tests.rules.oracle.random_rounds import EAGERNESS, choose, deal, random_record, table_of
from tests.rules.oracle.referee import SlowRound, cards_in_play
from tests.rules.oracle.tolls import GreedyRound, TollRound

GAMES = 800 if SOAK else 16
"""Whole games with tolls, a greedy dwarf or both; tables of 3 to 10 in turn, of one to six rounds."""

MODULES = (("tunnel-toll",), ("greedy",), ("greedy", "tunnel-toll"), ("tunnel-toll",))
ALL_GOLD = [1] * 16 + [2] * 8 + [3] * 4


def an_offer(rng: Random, table: SlowRound) -> str | None:
    """Now and then a player offers to pay for another, or takes the offer back, in turn or not."""
    if rng.random() > 0.2:
        return None
    seat = rng.choice(table.seats)
    offer = f"offer {rng.choice(['none', *(other for other in table.seats if other != seat)])}"
    table.play(seat, offer)
    return f"{seat} {offer}"


def kind_of(modules: Sequence[str]) -> type[SlowRound]:
    """The slow round for some modules; the one with miners has none where no player can put them."""
    return GreedyRound if "greedy" in modules else TollRound


class NoMiners(GreedyRound):
    """A greedy dwarf at a table without tolls."""

    def open_ends(self) -> list[str]:
        """No player puts a miner."""
        return []


@pytest.mark.parametrize("number", range(GAMES))
def test_r60_r70_games_of_the_slow_rules_are_games_of_the_engine(number: int, chance: Random) -> None:
    modules = MODULES[number % len(MODULES)]
    has_tolls = "tunnel-toll" in modules
    played = random_record(
        chance,
        seats=3 + number % 8,
        rounds=chance.choice((1, 2, 3, 6)),
        kind=kind_of(modules) if has_tolls else NoMiners,
        modules=modules,
        **({"between": an_offer} if has_tolls else {}),
    )
    assert record.check(json.dumps(played)) is None


@pytest.mark.parametrize("seats", range(3, 11))
def test_r70_engine_and_slow_rules_offer_the_same_moves_at_every_step(seats: int, chance: Random) -> None:
    script = deal(chance, seats, "A", ALL_GOLD)
    table, eagerness = table_of(script, None, TollRound, 1), chance.choice(EAGERNESS)
    ruleset = layout.read_table({"seats": ["x"] * seats, "table": {"modules": ["tunnel-toll"]}})
    state = record.deal_round(ruleset, seats, script, 1, None, "round 1")
    catalogue, most = cards_in_play(table), 0
    assert isinstance(table, TollRound)
    while not table.over:
        if said := an_offer(chance, table):
            who, command = said.split(" ", 1)
            state = engine.apply(state, seat_of(who), parse(command)).state
            continue
        seat = table.to_move
        assert engine.awaited(state.public) == ((seat_of(seat), "turn"),)
        assert sorted(map(write, engine.legal(state.public, state.seats[seat_of(seat)]))) == table.legal(seat)
        command = choose(chance, table, eagerness)
        table.play(seat, command)
        state = engine.apply(state, seat_of(seat), parse(command)).state
        assert cards_in_play(table) == catalogue
        most = max(most, len(table.miners))
        if not table.over:
            assert {at: seat_of(owner) for at, owner in table.miners.items()} == state.public.miners
            assert [own.worth for own in state.seats] == [table.total(one) for one in table.seats]
    assert most <= 2


# -- the slow rules against what was worked out by hand


def a_table(**fields: object) -> TollRound:
    """Three players before a corridor of one card, A on turn."""
    about: dict[str, object] = {
        "to_move": "A",
        "roles": {"A": "digger", "B": "saboteur", "C": "digger"},
        "goals": {"8,-2": "stone-a", "8,0": "gold", "8,2": "stone-b"},
        "hands": {"A": ["EW", "map"], "B": ["EW"], "C": ["NS"]},
        "pile": ["map", "map"],
        "gold_cards": [1, 2, 3],
        "mine": {"1,0": "EW"},
        "nuggets": {"A": 1, "B": 1, "C": 1},
    }
    return TollRound(**{**about, **fields})  # type: ignore[arg-type]  # named as the fields are


def test_r70_the_slow_rules_put_miners_on_open_ends_alone() -> None:
    table = a_table()
    ends = ["-1,0", "0,-1", "0,1", "2,0"]
    assert [one for one in table.legal("A") if one.startswith("miner EW")] == [f"miner EW {at}" for at in ends]
    table.play("A", "miner EW 2,0")
    assert (table.hands["A"], table.discards, table.miners_left) == (["map"], ["EW"], 1)
    assert [one for one in table.legal("B") if "2,0" in one] == ["lay EW 2,0"]
    table.play("B", "lay EW 2,0")
    assert (table.nuggets, table.miners, table.miners_left) == ({"A": 2, "B": 0, "C": 1}, {}, 1)


def test_r70_the_slow_rules_let_owners_pass_and_others_pay_or_have_it_paid() -> None:
    table = a_table(miners={"2,0": "A"}, miners_left=0, nuggets={"A": 0, "B": 0, "C": 1}, offers={"C": "B"})
    assert [one for one in table.might("A") if "2,0" in one] == ["lay EW 2,0"]
    assert [one for one in table.might("B") if "2,0" in one] == ["lay EW 2,0 $C"]
    assert a_table(miners={"2,0": "A"}, nuggets={"B": 0}, gold={"B": [3]}).might("B")[0] == "lay EW -1,0"
    table.play("A", "map 8,0")
    table.play("B", "lay EW 2,0 $C")
    assert (table.nuggets, table.offers) == ({"A": 1, "B": 0, "C": 0}, {})


def test_r70_the_slow_rules_change_the_lowest_gold_card() -> None:
    table = a_table(to_move="B", miners={"2,0": "A"}, nuggets={"A": 0, "B": 0, "C": 0}, gold={"B": [3, 2]})
    table.play("B", "lay EW 2,0")
    assert (table.gold["B"], table.nuggets) == ([3], {"A": 1, "B": 1, "C": 0})


def test_r60_the_slow_rules_give_all_to_the_greedy_dwarf_who_connects() -> None:
    way = {f"{x},0": "NESW" for x in range(1, 7)}
    for roles, gold, winners in (
        ({"A": "greedy", "B": "saboteur", "C": "digger"}, {"A": 4, "B": 0, "C": 0}, ["A"]),
        ({"A": "digger", "B": "greedy", "C": "digger"}, {"A": 2, "B": 0, "C": 1}, ["A", "C"]),
        ({"A": "saboteur", "B": "greedy", "C": "digger"}, {"A": 0, "B": 0, "C": 1}, ["C"]),
    ):
        table = GreedyRound(
            to_move="A",
            roles=roles,
            goals={"8,-2": "stone-a", "8,0": "gold", "8,2": "stone-b"},
            hands={"A": ["EW"], "B": ["map"], "C": ["map"]},
            pile=[],
            gold_cards=[1, 2, 3],
            mine=dict(way),
        )
        table.play("A", "lay EW 7,0")
        assert ({seat: table.total(seat) for seat in "ABC"}, table.winners) == (gold, winners)
