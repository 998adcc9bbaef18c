"""Two games that differ only in what somebody may not know have the same pages for them, byte for byte (R94, R95)."""

from random import Random

import pytest

from games.rules.table import Ruleset
from tests.conftest import SOAK
from tests.secrecy.pages.compare import Plan, first_difference
from tests.secrecy.pages.pairs import pair_of

pytestmark = pytest.mark.django_db

GAMES = 20 if SOAK else 1
TABLES = [
    (3, 14, "auto", ""),
    (4, 20, "auto", "uk"),
    (3, 70, "hand", ""),
    (5, 15, "hand", "lv"),
    (10, 8, "auto", ""),
]
"""Players, acts, how gold is handed out, and the language of the viewer."""


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize(("players", "acts", "draft", "language"), TABLES)
def test_r94_nothing_that_reaches_a_player_depends_on_what_the_player_may_not_know(
    players: int, acts: int, draft: str, language: str, number: int, chance: Random
) -> None:
    pair = pair_of(chance, Ruleset(gold_draft=draft), players, 2 * acts if SOAK else acts)
    steps = range(len(pair.one.steps))
    moments = frozenset(chance.sample(steps, 3 if SOAK else 1))
    plan = Plan(moments=moments, thorough=3, language=language, at_once=chance.random() < 0.5)
    assert first_difference(pair, plan, number) is None


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("watcher", ["spectator", "stranger", "staff", "anonymous"])
def test_r94_nothing_that_reaches_others_depends_on_what_nobody_may_know(
    watcher: str, number: int, chance: Random
) -> None:
    pair = pair_of(chance, Ruleset(), 4, 60 if SOAK else 20)
    steps = range(len(pair.one.steps))
    plan = Plan(watcher, frozenset(chance.sample(steps, 4 if SOAK else 1)))
    assert first_difference(pair, plan, number) is None
