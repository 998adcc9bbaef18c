"""The workflows of a public forge: what they run and when, with nothing in them that others could exchange."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = {path.stem: path.read_text() for path in ROOT.glob(".github/workflows/*.yml")}


def unpinned(text: str) -> list[str]:
    """Return the actions that are not named by a whole commit with their version beside it."""
    return [name for name in re.findall(r"uses: (.*)", text) if not re.fullmatch(r"\S+@[0-9a-f]{40} # v[\d.]+", name)]


@pytest.mark.parametrize("name", ["a/b@v4", "a/b@0123456 # v4", f"a/b@{'0' * 40}"])
def test_action_that_is_not_pinned_is_found(name: str) -> None:
    assert unpinned(f"      - uses: {name}\n") == [name]


@pytest.mark.parametrize("text", WORKFLOWS.values(), ids=WORKFLOWS)
def test_workflows_pin_their_actions_and_may_only_read(text: str) -> None:
    assert "uses: actions/checkout@" in text
    assert unpinned(text) == []
    assert re.findall(r"^permissions:\n((?:  .*\n)+)", text, re.MULTILINE) == ["  contents: read\n"]


def test_each_push_runs_the_fixed_set_and_each_night_the_soak() -> None:
    assert WORKFLOWS.keys() == {"test", "soak"}
    assert "\n  push:\n" in WORKFLOWS["test"]
    assert WORKFLOWS["test"].endswith("        run: .ci/run\n")
    assert re.search(r'- cron: "\d+ \d+ \* \* \*"', WORKFLOWS["soak"])
    assert WORKFLOWS["soak"].endswith("        run: make soak\n")
    assert (ROOT / ".ci" / "run").read_text().endswith('exec ./run test "$@"\n')
