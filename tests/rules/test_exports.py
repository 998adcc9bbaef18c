"""Whole games as sites exported them, kept for good: their deals are verified, and played as far as the rules stand."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.rows.store import RULES_VERSION
from games.rules import record, verify

EXPORTS = sorted((Path(__file__).parent / "exports").glob("rules-*/*.json"))
"""By the version of the rules; files are added and never changed or removed."""

SUPERSEDED = {
    "with-more-than-two-miners": "round 1, move 54 (A miner break:cart -2,0): refused: no-miner-left (R70)",
    "with-a-detour-in-spite-of-a-broken-lantern": (
        # Already before that, a guide went on after its first card had not been laid in time.
        "round 1, move 54 (B lay NESW 3,2): refused: not-awaited (R90)"
    ),
    "with-a-detour-that-turned-a-card": "round 1, move 10 (D detour 3,-1): refused: same-place (R67) at=3,-1",
    "with-discards-recycled-at-the-end-of-a-turn": (
        "round 2, move 12 (= timeout B): refused: impossible-chance (R98) kind=lot drawn=repair:pickaxe+lantern"
    ),
}
"""Games in which something was done that the rules no longer have, and what is said at the first sign of it."""


def export_in(file: Path) -> dict[str, Any]:
    """An export as data."""
    export: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return export


def test_there_are_exports_of_every_version_of_the_rules() -> None:
    assert {file.parent.name for file in EXPORTS} == {f"rules-{number}" for number in range(1, int(RULES_VERSION) + 1)}
    assert SUPERSEDED.keys() == {file.stem for file in EXPORTS if file.stem.startswith("with-")}


@pytest.mark.parametrize("file", EXPORTS, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_r98_the_deals_of_every_export_follow_from_its_secret(file: Path) -> None:
    assert verify.faults(export_in(file)) == []


@pytest.mark.parametrize("file", EXPORTS, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_export_replays_to_its_end_or_names_the_first_corrected_move(file: Path) -> None:
    assert record.check(json.dumps(export_in(file))) == SUPERSEDED.get(file.stem)
