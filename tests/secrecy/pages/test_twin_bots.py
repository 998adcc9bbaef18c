"""Bots that choose for themselves tell nobody a secret: not by what they do, nor by how long they take (R94)."""

from random import Random

import pytest

from games.rules.table import Ruleset
from tests.conftest import SOAK
from tests.rules.playout import WHOLE_BOX, keen_act
from tests.secrecy.pages.compare import Plan, differences
from tests.secrecy.pages.pairs import bots_pair, last_step
from tests.secrecy.pages.wardrobe import any_outfit
from tests.secrecy.worlds import Pair

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("some_addresses")]

GAMES = 10 if SOAK else 1


@pytest.mark.drawn(1)
@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("ruleset", [Ruleset(), WHOLE_BOX[0]], ids=["base", "saboteur2"])
def test_r94_bots_that_play_tell_nobody_a_secret(ruleset: Ruleset, number: int, chance: Random) -> None:
    pair = bots_pair(chance, ruleset, 5, 30 if SOAK else 10, keen_act)
    plan = Plan(("player", "spectator"), thorough=1, outfit=any_outfit(chance))
    assert list(differences(pair, plan, number)) == []


def test_what_bots_hold_is_something_else_in_the_other_world(chance: Random) -> None:
    assert any(bots_hold_something_else(bots_pair(chance, Ruleset(), 4, 6)) for _ in range(6))


def bots_hold_something_else(pair: Pair) -> bool:
    """Whether a bot of a pair holds other cards in one world than in the other."""
    one, two = (last_step(pair, world).state.seats for world in (pair.one, pair.two))
    return any(one[bot].hand != two[bot].hand for bot in pair.bots)
