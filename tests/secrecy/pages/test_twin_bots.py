"""Bots that choose for themselves give no secret away: not by what they do or say, nor by how long they take (R94)."""

from random import Random

import pytest

from games.bots.manner import TEMPERS
from games.rules.table import Ruleset
from tests.conftest import SOAK
from tests.rules.playout import WHOLE_BOX, keen_act
from tests.secrecy.pages.compare import Plan, differences
from tests.secrecy.pages.pairs import bots_pair, last_step, paid_pair
from tests.secrecy.pages.scenes import time_passes
from tests.secrecy.pages.speaking import manner_of, said_in
from tests.secrecy.pages.wardrobe import any_outfit
from tests.secrecy.worlds import Pair

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("some_addresses")]

GAMES = 10 if SOAK else 1


@pytest.mark.examples(1)
@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("ruleset", [Ruleset(), WHOLE_BOX[0]], ids=["base", "saboteur2"])
def test_r94_playing_bots_give_no_secret_away(ruleset: Ruleset, number: int, chance: Random) -> None:
    pair = bots_pair(chance, ruleset, 5, 30 if SOAK else 10, keen_act)
    assert said_in(pair, pair.one) == said_in(pair, pair.two)
    plan = Plan(("player", "spectator"), thorough=1, outfit=any_outfit(chance), chat=True)
    assert list(differences(pair, plan, number)) == []


@pytest.mark.soak
@pytest.mark.examples(1)
def test_r94_order_of_messages_gives_no_secret_away(chance: Random) -> None:
    plan = Plan(thorough=0, then=time_passes, order=True)
    assert list(differences(paid_pair(chance), plan)) == []


@pytest.mark.soak
def test_bots_of_a_pair_talk_in_every_temper(chance: Random) -> None:
    pair = bots_pair(chance, Ruleset(), 4, 6)
    manners = [manner_of(pair, seat) for seat in range(len(TEMPERS))]
    assert {manner.temper for manner in manners} == set(TEMPERS)
    while not any(said_in(pair, pair.one)):
        pair = bots_pair(chance, Ruleset(), 4, 6)


@pytest.mark.soak
def test_two_worlds_hands_of_bots_differ(chance: Random) -> None:
    assert any(bots_hold_something_else(bots_pair(chance, Ruleset(), 4, 6)) for _ in range(6))


def bots_hold_something_else(pair: Pair) -> bool:
    """Whether a bot of a pair holds other cards in one world than in the other."""
    one, two = (last_step(pair, world).state.seats for world in (pair.one, pair.two))
    return any(one[bot].hand != two[bot].hand for bot in pair.bots)
