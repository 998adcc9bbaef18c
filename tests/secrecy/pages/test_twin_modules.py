"""With every module, too, the pages of two games that differ in secrets alone are the same byte for byte (R94, R95)."""

from random import Random

import pytest
from msgspec.structs import replace

from games.rules.ruleset import compiled
from games.rules.table import Ruleset
from tests.conftest import SOAK
from tests.rules.playout import WHOLE_BOX, any_mix, keen_act
from tests.secrecy.pages.compare import Plan, differences
from tests.secrecy.pages.pairs import pair_of
from tests.secrecy.pages.wardrobe import any_outfit

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("some_addresses")]

GAMES = 20 if SOAK else 1
ACTS = 100 if SOAK else 14
GROUPS = (("player", "spectator", "stranger"), ("staff", "staff_seated"))


def compared(ruleset: Ruleset, players: int, watchers: tuple[str, ...], number: int, chance: Random) -> list[str]:
    """Where a visitor could tell the worlds of a game by these rules apart."""
    pair = pair_of(chance, ruleset, players, ACTS, keen_act)
    moments = frozenset(chance.sample(range(len(pair.one.steps)), 3 if SOAK else 1))
    return list(differences(pair, Plan(watchers, moments, thorough=2, outfit=any_outfit(chance)), number))


@pytest.mark.examples(1)
@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("ruleset", WHOLE_BOX, ids=["saboteur2", "window", "base", "tournament"])
def test_r94_nothing_tells_a_player_a_secret_of_a_table_with_the_whole_box(
    ruleset: Ruleset, number: int, chance: Random
) -> None:
    assert compared(ruleset, chance.choice([5, 6]), ("player",), number, chance) == []


@pytest.mark.soak
@pytest.mark.examples(1)
@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("watchers", GROUPS)
def test_r94_tables_with_modules_give_no_secret_away(watchers: tuple[str, ...], number: int, chance: Random) -> None:
    ruleset = replace(any_mix(chance), rounds=chance.choice([1, 2]))
    assert compared(ruleset, chance.choice(compiled(ruleset).seats), watchers, number, chance) == []
