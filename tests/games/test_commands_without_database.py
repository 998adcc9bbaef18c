"""`record check`, `record legal` and `verify FILE` read files alone; no database need be there."""

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

ROOT = Path(__file__).parents[2]
EXPORT = ROOT / "tests/rules/exports/rules-3/base-of-5.json"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("record", "check", str(EXPORT)), f"{EXPORT}: ok\n"),
        (("record", "legal", str(EXPORT)), "{}\n"),
        (("verify", str(EXPORT)), f"{EXPORT}: ok, 3 deals and"),
    ],
)
def test_command_on_file_no_database_mark_asks_none(arguments: tuple[str, ...], said: str) -> None:
    """Without the mark `django_db` each statement is an error."""
    found = StringIO()
    call_command(*arguments, stdout=found)
    assert found.getvalue().startswith(said)


def test_verify_file_with_unreachable_database_says_ok() -> None:
    run = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "verify", str(EXPORT)],
        env={**os.environ, "DATABASE_URL": "postgres://nobody:x@127.0.0.1:1/none", "REDIS_URL": ""},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (run.returncode, "ok, 3 deals" in run.stdout) == (0, True), run.stderr


def test_verify_file_with_two_equal_seat_names_refuses(tmp_path: Path) -> None:
    export = json.loads(EXPORT.read_text(encoding="utf-8"))
    export["seats"][1] = export["seats"][0]
    file = tmp_path / "twins.json"
    file.write_text(json.dumps(export))
    with pytest.raises(CommandError, match="two seats have the same name"):
        call_command("verify", str(file))


@pytest.mark.parametrize("command", [("record", "check"), ("verify",)])
def test_file_with_a_key_twice_is_refused(command: tuple[str, ...], tmp_path: Path) -> None:
    text = EXPORT.read_text(encoding="utf-8").replace('"B": [', '"A": [', 1)
    file = tmp_path / "twice.json"
    file.write_text(text)
    found = StringIO()
    with pytest.raises((CommandError, SystemExit)) as refused:
        call_command(*command, str(file), stdout=found)
    assert "the key 'A' stands twice in one object" in f"{refused.value} {found.getvalue()}"
