"""Two games that differ only in what a visitor may not know have the same pages for them, byte for byte (R94, R95)."""

from random import Random

import pytest

from games.rules.table import Ruleset
from tests.conftest import SOAK
from tests.secrecy.pages.compare import Plan, differences
from tests.secrecy.pages.pairs import pair_of
from tests.secrecy.pages.wardrobe import any_outfit

pytestmark = pytest.mark.django_db

GAMES = 20 if SOAK else 1
TABLES = [(3, 14, "auto"), (4, 20, "hand"), (5, 15, "auto"), (10, 8, "auto")]
"""Players, acts, and how gold is handed out."""
APART = ("spectator", "stranger", "anonymous")


@pytest.mark.usefixtures("some_addresses")
@pytest.mark.examples(1)
@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize(("players", "acts", "draft"), TABLES)
def test_r94_output_never_depends_on_hidden_information(
    players: int, acts: int, draft: str, number: int, chance: Random
) -> None:
    pair = pair_of(chance, Ruleset(gold_draft=draft), players, 2 * acts if SOAK else acts)
    moments = frozenset(chance.sample(range(len(pair.one.steps)), 3 if SOAK else 1))
    beside = APART if SOAK else (chance.choice(APART),)
    plan = Plan(("player", *beside), moments, thorough=2, outfit=any_outfit(chance))
    assert list(differences(pair, plan, number)) == []


@pytest.mark.soak
@pytest.mark.usefixtures("some_addresses")
@pytest.mark.parametrize("number", range(GAMES))
def test_r94_staff_pages_do_not_depend_on_secrets(number: int, chance: Random) -> None:
    pair = pair_of(chance, Ruleset(), 4, 60 if SOAK else 12)
    moments = frozenset(chance.sample(range(len(pair.one.steps)), 4 if SOAK else 1))
    staff = ("staff", "superuser", "staff_seated", "superuser_seated")
    plan = Plan(staff if SOAK else tuple(chance.sample(staff, 2)), moments, thorough=2)
    assert list(differences(pair, plan, number)) == []


@pytest.mark.soak
@pytest.mark.usefixtures("some_addresses")
@pytest.mark.parametrize("number", range(GAMES))
def test_r94_table_of_guests_gives_no_more_away_than_others(number: int, chance: Random) -> None:
    pair = pair_of(chance, Ruleset(), 5, 40 if SOAK else 10)
    moments = frozenset(chance.sample(range(len(pair.one.steps)), 4 if SOAK else 1))
    plan = Plan(("player", "anonymous"), moments, thorough=2, everywhere=True, reached=False, guests=True)
    assert list(differences(pair, plan, number)) == []
