"""With every module, too, the pages of two games that differ in secrets alone are the same byte for byte (R94, R95)."""

from random import Random

import pytest
from msgspec.structs import replace

from games.rules.ruleset import compiled
from games.rules.table import Ruleset
from tests.conftest import SOAK
from tests.rules.playout import WHOLE_BOX, any_mix, keen_act
from tests.secrecy.pages.compare import Plan, first_difference
from tests.secrecy.pages.pairs import pair_of

pytestmark = pytest.mark.django_db

GAMES = 20 if SOAK else 1
ACTS = 100 if SOAK else 16
WATCHERS = ("player", "spectator", "stranger", "staff")


def compared(ruleset: Ruleset, players: int, plan: Plan, number: int, chance: Random) -> str | None:
    """Where somebody could tell the worlds of a game by these rules apart."""
    pair = pair_of(chance, ruleset, players, ACTS, keen_act)
    moments = frozenset(chance.sample(range(len(pair.one.steps)), 3 if SOAK else 1))
    return first_difference(pair, plan._replace(moments=moments), number)


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("ruleset", WHOLE_BOX, ids=["saboteur2", "window", "base", "tournament"])
def test_r94_nothing_that_reaches_a_player_tells_a_secret_of_a_table_with_the_whole_box(
    ruleset: Ruleset, number: int, chance: Random
) -> None:
    plan = Plan(thorough=2, language=chance.choice(["", "es", "uk", "lv", "bg"]), at_once=chance.random() < 0.5)
    assert compared(ruleset, chance.choice([5, 6]), plan, number, chance) is None


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("watcher", WATCHERS)
def test_r94_nothing_tells_anybody_a_secret_of_a_table_with_some_of_the_box(
    watcher: str, number: int, chance: Random
) -> None:
    ruleset = replace(any_mix(chance), rounds=chance.choice([1, 2]))
    players = chance.choice(compiled(ruleset).seats)
    assert compared(ruleset, players, Plan(watcher, thorough=2), number, chance) is None
