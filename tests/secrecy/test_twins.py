"""Two games that differ only in what a player may not know look the same to that player, byte for byte (R94, R95)."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from games.rules import engine
from games.rules.cards import CARDS
from games.rules.commands import LET_BE_THIS_ROUND, Command
from games.rules.ruleset import compiled
from games.rules.table import Ruleset
from tests.conftest import SOAK
from tests.rules.playout import RULESETS, WHOLE_BOX, any_mix, keen_act
from tests.secrecy.glimpse import first_difference
from tests.secrecy.gold import exact
from tests.secrecy.worlds import Pair, Tally, twins

GAMES = 40 if SOAK else 3
"""Games for each table, each seen from one seat."""

TABLES = [
    pytest.param(ruleset, players, id=f"{ruleset.rules}-{ruleset.gold_draft}-{players}")
    for ruleset in RULESETS
    for players in compiled(ruleset).seats
]


@pytest.mark.examples(4)
@pytest.mark.parametrize(("ruleset", "players"), TABLES)
def test_r94_outputs_do_not_depend_on_what_their_reader_may_not_know(ruleset: Ruleset, players: int, seed: int) -> None:
    tally = Tally()
    for number in range(GAMES):
        viewer = (seed + number) % players
        for pair in twins(f"{seed} {number}", ruleset, players, viewer, tally=tally):
            assert first_difference(pair) is None
            assert pair.one != pair.two
    assert tally.pairs >= GAMES, tally


@pytest.mark.parametrize("number", range(1200 if SOAK else 20))
def test_r94_nor_does_it_with_any_mix_of_the_box(number: int, seed: int, chance: Random) -> None:
    ruleset = chance.choice(WHOLE_BOX) if number % 2 else replace(any_mix(chance), rounds=chance.choice([1, 1, 2]))
    players = chance.choice(compiled(ruleset).seats)
    for pair in twins(f"{seed} {number}", ruleset, players, chance.randrange(players), count=3, pick=keen_act):
        assert first_difference(pair) is None
        assert pair.one != pair.two


def order_after_answer(rng: Random, state: engine.Game, eagerness: float) -> tuple[int | None, Command]:
    """As `keen_act`, but who has answered an open window says "not again this round" more often than not."""
    answered = [ask.seat for ask in engine.awaited(state.public) if state.seats[ask.seat].answered]
    if answered and rng.random() < 0.6:
        return rng.choice(answered), LET_BE_THIS_ROUND
    return keen_act(rng, state, eagerness)


@pytest.mark.parametrize("number", range(60 if SOAK else 6))
def test_r93_order_given_after_an_answer_is_part_of_the_twin(number: int, seed: int) -> None:
    tally, ruleset = Tally(), Ruleset(modules=("veto",), veto_window=12)
    for pair in twins(f"{seed} {number}", ruleset, 5, number % 5, count=3, tally=tally, pick=order_after_answer):
        assert first_difference(pair) is None
    assert tally.pairs > 0, tally


def test_two_worlds_unseen_acts_of_others_differ(seed: int) -> None:
    tally, differed = Tally(), Counter[str]()
    for ruleset in WHOLE_BOX:
        for number in range(8):
            for pair in twins(f"{seed} {number}", ruleset, 6, number % 6, count=3, tally=tally, pick=keen_act):
                differed.update(different_acts(pair))
                first, second = pair.one.deals[0], pair.two.deals[0]
                parts = ("hands", "pile", "aside", "roles", "spare_roles", "goals", "goals_left", "chests")
                differed.update(part for part in parts if getattr(first, part) != getattr(second, part))
    unseen = {"Pass", "Trade", "PutMiner", "Choose keep", "Choose swap", "Choose none", "Order", "lot", "roles"}
    assert unseen | set(parts) <= differed.keys(), (differed, tally)
    assert set(tally.no_pairs) <= {"R21", "R66", "R70", "R72", "R93", "cards", "gold", "goals", "order of discards"}


def different_acts(pair: Pair) -> Iterator[str]:
    """The kinds of commands and lines of chance that are not the same in the two worlds."""
    for (here,), acts in zip(pair.one.steps, pair.two.steps, strict=True):
        there = next(
            (act for act in reversed(acts) if act.seat == here.seat and type(act.command) is type(here.command)), None
        )
        if there is None or there.command != here.command:
            answer = getattr(here.command, "answer", "")
            kept = "keep" if answer in CARDS else "swap" if answer == "keep" else answer
            yield f"{type(here.command).__name__} {kept}".strip()
        if there is not None:
            lines = zip(here.chance, there.chance, strict=False)
            yield from (line[0] for line, other in lines if line != other)


def test_pair_differs_in_every_secret_and_nothing_known(seed: int) -> None:
    pairs = [pair for viewer in range(5) for pair in twins(seed, Ruleset(), 5, viewer, count=8)]
    for pair in pairs:
        for one, two in zip(pair.one.deals, pair.two.deals, strict=False):
            assert one.hands[pair.viewer] == two.hands[pair.viewer]
            assert one.roles[pair.viewer] == two.roles[pair.viewer]
            assert one.first == two.first
            assert sorted(sum(one.hands, one.pile)) == sorted(sum(two.hands, two.pile))
    parts = ("hands", "pile", "roles", "spare_roles", "goals", "gold_cards")
    told_apart = {part for pair in pairs for part in parts if differ(pair, part)}
    assert told_apart == set(parts)


def differ(pair: Pair, part: str) -> bool:
    """Whether the last deals of a pair, as far as both were played, differ in a part."""
    one, two = list(zip(pair.one.deals, pair.two.deals, strict=False))[-1]
    return bool(getattr(one, part) != getattr(two, part))


def test_games_that_would_end_elsewhere_are_counted_and_no_pairs() -> None:
    tally = Tally()
    for number in range(12):
        list(twins(number, Ruleset(), 3, 0, tally=tally))
    assert tally.no_pairs["R21"] > 0
    assert tally.pairs > 12


@pytest.mark.parametrize(
    ("pile", "total", "cards"),
    [([1, 2, 3], 4, [3, 1]), ([2, 2, 1], 4, [2, 2]), ([3, 2, 2], 4, [2, 2]), ([3, 3], 4, None), ([1] * 5, 3, [1] * 3)],
)
def test_r23_change_is_made_with_the_highest_card_first(pile: list[int], total: int, cards: list[int] | None) -> None:
    assert exact(pile, total) == cards
