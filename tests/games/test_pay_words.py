"""Why a round paid what it paid: codes in its result, a sentence for each, and no module asked for by name."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.conf import settings

from games.rules import codec
from games.rules.agenda import explained
from games.rules.cards import CARDS
from games.rules.roles import BLUE, BOSS, DIGGER, GEOLOGIST, GREEDY, GREEN, PROFITEER, SABOTEUR
from games.rules.ruleset import GAMES, MODULES, VARIANTS, compiled
from games.rules.table import RoundResult, Ruleset
from games.wording import pay_words, round_facts
from games.wording.pay import SENTENCES
from tests.rules.playout import Course, any_act, any_table

STATES = Path(settings.BASE_DIR, "tests", "rules", "states")
NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve")
RULESETS = {
    Ruleset(): (DIGGER, SABOTEUR),
    Ruleset(modules=("greedy", "new-goals"), variants=("sabotaged-dwarf",)): (DIGGER, SABOTEUR, GREEDY),
    Ruleset(variants=("tournament",)): (DIGGER, SABOTEUR, GREEDY),
    Ruleset(rules="saboteur2", modules=("new-goals",)): (BLUE, GREEN, BOSS, PROFITEER, GEOLOGIST, SABOTEUR),
}
WAYS = ("NESW", "EW-green", "EW-blue")


def any_result(rng: Random, ruleset: Ruleset) -> RoundResult:
    """A round that ended somehow, with the gold at the end of one or two ways that may have doors."""
    reason = rng.choice(("gold", "gold", "hands-empty", "spider", "ended"))
    mine = {"0,0": "start", "1,0": rng.choice(WAYS), "2,0": rng.choice(WAYS), "3,0": "gold"}
    return RoundResult(
        round=1,
        reason=reason,
        connector=rng.randrange(5) if reason == "gold" else None,
        winners=tuple(seat for seat in range(5) if rng.random() < 0.5),
        roles=tuple(rng.choice(RULESETS[ruleset]) for _ in range(5)),
        goals={"3,0": "gold"},
        mine=mine if reason == "gold" else {},
        before=tuple((seat, rng.choice(("break:cart", "trapped"))) for seat in range(5) if rng.random() < 0.3),
    )


def words_of(public: Any) -> list[list[str]]:
    """What is said of the pay of each round: of all, then of each seat."""
    names = NAMES * 3
    return [
        [*round_facts(result, names), *(words for seat in range(public.seats) for words in pay_words(result, seat))]
        for result in public.results
    ]


def test_each_pay_code_has_a_sentence_and_each_sentence_a_code(chance: Random) -> None:
    codes = set()
    for ruleset in RULESETS:
        for _ in range(600):
            result = explained(compiled(ruleset), any_result(chance, ruleset))
            given = [*result.pay_facts, *(reason for reasons in result.pay_reasons for reason in reasons)]
            codes |= {reason.code for reason in given}
            words = [*round_facts(result, NAMES), *(words for seat in range(5) for words in pay_words(result, seat))]
            assert len(words) == len(given)
            assert all(text.endswith((".", ").")) and "%" not in text for text in words)
    assert codes == set(SENTENCES)


def test_state_of_schema_2_gets_the_same_reasons(chance: Random) -> None:
    for _ in range(12):
        ruleset, players = any_table(chance)
        course = Course.dealt(ruleset, players, chance.randbytes(32))
        while not course.over:
            course.take(*any_act(chance, course.state, 0.8))
        plain = json.loads(codec.encode(course.state.public)) | {"schema": 2}
        assert any(result.pop("pay_reasons", None) for result in plain["results"])
        for result in plain["results"]:
            result.pop("pay_facts", None)
        assert codec.decode_public(json.dumps(plain)) == course.state.public


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (
            "schema-1/everything-saboteur2-order.json",
            [
                "Doors on the way: none that keeps a team out.",
                "Crystals in the mine: 3.",
                "Winners: 2, so a share is worth: 4 (R47).",
                "For 3 crystals (R48).",
                "The gold was reached.",
                "One nugget less than a share, as the boss (R47).",
                "Joined the gold to the start.",
                "The gold was reached.",
            ],
        ),
        (
            "schema-2/everything-saboteur2-order.json",
            [
                "Doors on the way: none that keeps a team out.",
                "Trapped at the end: Ann, Bo.",
                "Crystals in the mine: 2.",
                "Winners: 2, so a share is worth: 4 (R47).",
                "Trapped: no gold (R38).",
                "The gold was reached.",
                "Joined the gold to the start.",
                "The other team joined the gold (R45).",
                "The gold was reached.",
                "Two nuggets less than a share, as the profiteer (R47).",
                "Trapped: no gold (R38).",
            ],
        ),
        (
            "schema-2/everything-saboteur2-rob.json",
            [
                "Trapped at the end: Bo.",
                "Crystals in the mine: 4.",
                "Winners: 2, so a share is worth: 4 (R47).",
                "Two nuggets less than a share, as the profiteer (R47).",
                "The spider came (R72).",
                "The spider came (R72).",
                "The spider came (R72).",
                "For 4 crystals (R48).",
                "Trapped: no gold (R38).",
                "The spider came (R72).",
            ],
        ),
    ],
)
def test_stored_round_is_worded_as_before(state: str, words: list[str]) -> None:
    text = json.dumps(json.loads((STATES / state).read_text())["public"])
    assert words_of(codec.decode_public(text)) == [words]


def asked_by_name(source: str) -> list[str]:
    """Imports of modules of the game, and names of modules that are no card or role as well."""
    names = {*GAMES, *MODULES, *VARIANTS}
    on_cards = {*CARDS, *(card.effect for card in CARDS.values()), GREEDY}
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("games.rules.modules"):
            found.append(str(node.module))
        elif isinstance(node, ast.Constant) and node.value in names - on_cards:
            found.append(node.value)
        elif isinstance(node, ast.Compare) and _asks_a_ruleset(node):
            found.append(ast.unparse(node))
    return found


def _asks_a_ruleset(node: ast.Compare) -> bool:
    """Whether a text is compared with what a ruleset names."""
    sides = [node.left, *node.comparators]
    asked = any(isinstance(side, ast.Attribute) and side.attr in ("rules", "modules", "variants") for side in sides)
    return asked and any(isinstance(side, ast.Constant) and isinstance(side.value, str) for side in sides)


@pytest.mark.parametrize(
    "fault",
    [
        "from games.rules.modules.saboteur2 import SHARES",
        'pays = ruleset.rules == "saboteur2"',
        'pays = "veto" in ruleset.modules',
        'name = "tunnel-toll"',
    ],
)
def test_module_asked_for_by_name_is_found(fault: str) -> None:
    assert asked_by_name(fault)


def _files() -> Iterator[Path]:
    for folder in ("wording", "bots"):
        yield from Path(settings.BASE_DIR, "games", folder).rglob("*.py")


def test_wording_and_bots_ask_for_no_module_by_name() -> None:
    assert {str(path): found for path in _files() if (found := asked_by_name(path.read_text(encoding="utf-8")))} == {}
