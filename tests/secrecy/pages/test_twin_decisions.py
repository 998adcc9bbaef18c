"""Whatever a game waits for, and however a round has ended, two worlds look the same (R22, R24, R90, R94)."""

from random import Random
from typing import get_args

import pytest
from msgspec.structs import replace

from games.rules import engine
from games.rules.ruleset import GOLD_DRAFTS
from games.rules.table import Ruleset
from tests.conftest import SOAK
from tests.rules.playout import WHOLE_BOX
from tests.secrecy.pages.compare import Plan, differences
from tests.secrecy.pages.pairs import (
    digging_deal,
    open_decision,
    pair_until,
    round_ended,
    short_deal,
    whole_deal,
)
from tests.secrecy.pages.wardrobe import any_outfit

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("some_addresses")]

SABOTEUR2, WINDOW, BASE, TOURNAMENT = (replace(ruleset, rounds=2) for ruleset in WHOLE_BOX)
DECISIONS = {
    "turn": (SABOTEUR2, BASE, TOURNAMENT),
    "lay": (BASE, TOURNAMENT),
    "keep": (SABOTEUR2, BASE),
    "swap": (SABOTEUR2, WINDOW, BASE),
    "order": (SABOTEUR2, WINDOW),
    "goal": (SABOTEUR2, WINDOW, BASE),
    "player": (SABOTEUR2, BASE),
    "gold": (BASE, Ruleset(gold_draft="hand")),
    "theft": (SABOTEUR2,),
    "veto": (WINDOW, TOURNAMENT),
}
"""Every kind of decision that a game can wait for, and tables at which it comes up."""
DEALS = {"gold": digging_deal, "theft": short_deal}
"""How rounds are dealt at whose ends they come up."""
WATCHERS = ("player", "spectator")


def test_every_kind_of_decision_stands_in_the_table() -> None:
    assert {task.asks for task in get_args(engine.AnyTask) if task.asks} == set(DECISIONS)


@pytest.mark.examples(1)
@pytest.mark.parametrize("kind", DECISIONS)
def test_r94_no_open_decision_tells_anybody_a_secret(kind: str, chance: Random) -> None:
    for ruleset in DECISIONS[kind] if SOAK else (chance.choice(DECISIONS[kind]),):
        pair = pair_until(chance, ruleset, 5, open_decision(kind), DEALS.get(kind, whole_deal))
        assert list(differences(pair, Plan(WATCHERS, thorough=1, outfit=any_outfit(chance)), kind)) == []


@pytest.mark.soak
@pytest.mark.examples(1)
@pytest.mark.parametrize("draft", GOLD_DRAFTS)
def test_r24_r94_end_of_a_round_gives_no_secret_away(draft: str, chance: Random) -> None:
    pair = pair_until(chance, Ruleset(gold_draft=draft), 4, round_ended, digging_deal)
    assert list(differences(pair, Plan((*WATCHERS, "stranger"), thorough=2, outfit=any_outfit(chance)))) == []
