"""``manage.py play`` over mixes of modules: told in words, written down, and true when it is played again."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from games.rules import record, verify
from games.rules.ruleset import MODULES

ALL = ",".join(sorted(set(MODULES) - {"greedy"}))


@pytest.mark.parametrize(
    "words",
    [
        ("--rules", "saboteur2", "--modules", ALL, "--veto-window", "1", "--chests", "wide"),
        ("--rules", "base", "--modules", ",".join(sorted(MODULES)), "--variants", "sabotaged-dwarf"),
        ("--rules", "base", "--variants", "tournament", "--gold-draft", "hand"),
    ],
)
def test_game_of_any_mix_is_worded_and_its_record_holds(tmp_path: Path, words: tuple[str, ...]) -> None:
    file, out = tmp_path / "game.json", StringIO()
    call_command("play", "--bots", "6", "--seed", "11", "--rounds", "2", "--record", str(file), *words, stdout=out)
    text = file.read_text(encoding="utf-8")
    assert record.check(text) is None
    assert verify.faults(json.loads(text)) == []
    assert "Round 2 begins." in out.getvalue()


def test_all_roles_that_win_a_round_are_counted() -> None:
    out = StringIO()
    call_command("play", "--bots", "8", "--rules", "saboteur2", "--rounds", "1", "--games", "4", "--quiet", stdout=out)
    counts = out.getvalue().splitlines()[-1].removeprefix("Rounds won: ").split(", ")
    assert sum(int(count.rpartition(" ")[2]) for count in counts) > 4
