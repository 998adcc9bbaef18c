"""What a refusal speaks of: a code, the rule's number, and the cards, squares, tools and seats for its sentence."""

from typing import Any

import pytest

from games.rules import engine, record
from games.rules.errors import Refused
from games.rules.layout import read_table
from games.rules.notation import parse_line

pytestmark = pytest.mark.quick

SADDLED = {
    "mine": {"1,0": "EW", "2,0": "ESW"},
    "before": {"A": ["break:cart", "theft"], "B": ["trapped", "theft"], "C": ["break:lantern"]},
}
"""Three players with all sorts of things before them; A cannot lay."""


def refusal(script: dict[str, Any], line: str, *modules: str) -> tuple[str, str, dict[str, str | int]]:
    """Why a line is refused at a table of Saboteur 2 with some modules; the holder of the hand is on turn."""
    table = {"rules": "saboteur2", "modules": list(modules)}
    script = {"first": line[0], **script}
    state = record.deal_round(read_table({"table": table, "seats": ["x"] * 3}), 3, script, 1, None, "round 1")
    with pytest.raises(Refused) as refused:
        engine.apply(state, *parse_line(line))
    return refused.value.code, refused.value.rule, refused.value.about


@pytest.mark.parametrize(
    ("hand", "line", "code", "rule", "about"),
    [
        ("trapped", "A trapped A", "not-yourself", "R38", {"card": "trapped", "seat": 0}),
        ("trapped", "A trapped B", "already-before", "R38", {"card": "trapped", "seat": 1}),
        ("free", "A free C", "nothing-to-lift", "R39", {"card": "trapped", "seat": 2}),
        ("hands-off", "A hands-off C", "nothing-to-lift", "R39", {"card": "theft", "seat": 2}),
        ("inspection", "A inspection A", "not-yourself", "R41", {"card": "inspection", "seat": 0}),
        ("theft", "A theft", "already-before", "R33", {"card": "theft", "seat": 0}),
        ("theft", "B theft", "not-while-trapped", "R40", {"card": "theft"}),
        ("break:cart", "A break:cart A", "already-before", "R15", {"card": "break:cart", "seat": 0}),
        ("repair:cart", "A repair:cart C", "nothing-to-repair", "R16", {"tool": "cart", "seat": 2}),
        ("NS", "A lay NS 0,1", "may-not-lay", "R15", {"card": "break:cart"}),
        ("NS", "B lay NS 0,1", "may-not-lay", "R38", {"card": "trapped"}),
        ("detour", "A detour 0,1", "may-not-lay", "R15", {"card": "break:cart"}),
        ("detour", "B detour 0,1", "may-not-lay", "R38", {"card": "trapped"}),
        ("NS", "A trade NS NS break:lantern", "nothing-to-lift", "R32", {"card": "break:lantern", "seat": 0}),
    ],
)
def test_r15_r16_r32_r33_r38_to_r41_r67_refusal_names_card_and_target(
    hand: str, line: str, code: str, rule: str, about: dict[str, str | int]
) -> None:
    script = {**SADDLED, "hands": {line[0]: [hand] * (2 if "trade" in line else 1)}}
    assert refusal(script, line, "detour") == (code, rule, about)


def test_r67_a_card_moves_to_another_square() -> None:
    script = {"mine": {"1,0": "EW", "2,0": "ESW"}, "hands": {"A": ["detour"]}}
    for line in ("A detour 2,0", "A detour 2,0~"):
        assert refusal(script, line, "detour") == ("same-place", "R67", {"at": "2,0"})


def test_r70_why_no_miner_is_put() -> None:
    script = {"mine": {"1,0": "EW"}, "hands": {"A": ["map"]}}
    assert refusal(script, "A miner map 4,4", "tunnel-toll") == ("no-open-end", "R70", {"at": "4,4"})
    assert refusal(script, "A lay EW 2,0", "tunnel-toll") == ("not-in-hand", "R13", {"card": "EW"})
