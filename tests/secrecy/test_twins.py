"""Two games that differ only in what a player may not know look the same to that player, byte for byte (R94, R95)."""

import pytest

from games.rules.ruleset import compiled
from games.rules.table import Ruleset
from tests.conftest import SOAK
from tests.rules.playout import RULESETS
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


@pytest.mark.parametrize(("ruleset", "players"), TABLES)
def test_r94_what_reaches_a_player_does_not_depend_on_what_the_player_may_not_know(
    ruleset: Ruleset, players: int, seed: int
) -> None:
    tally = Tally()
    for number in range(GAMES):
        viewer = (seed + number) % players
        for pair in twins(f"{seed} {number}", ruleset, players, viewer, tally=tally):
            assert first_difference(pair) is None
            assert pair.one != pair.two
    assert tally.pairs >= GAMES, tally


def test_a_pair_differs_in_everything_that_is_secret_and_in_nothing_that_is_known(seed: int) -> None:
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


def test_games_whose_rounds_would_end_elsewhere_are_no_pairs_and_are_counted() -> None:
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
