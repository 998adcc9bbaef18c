"""The whole suite: `python -m tests [--quick] [--seed N] [pytest's arguments]`; `./run test` calls this.

First the part that is about the embedded default too runs on SQLite, then everything on PostgreSQL and Redis. Both runs
take their chance from one seed. With `--quick` there is one run on SQLite of what tells most in a minute: the rules,
the services, one page, one way through a browser.

`./run test` is the same set with the same seed in every run; `./run soak` takes everything, with another seed each
time.
"""

import os
import secrets
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tests.browser import browser_brought_here
from tests.services import STRICT, TOO_LONG, Missing, run_to_the_end, surroundings

INTERRUPTED = (2, 128 + signal.SIGTERM, TOO_LONG)
NOTHING_COLLECTED = 5
QUICK = (
    "tests/rules/test_records.py",
    "tests/rules/test_refusals.py",
    "tests/rules/test_board.py",
    "tests/rules/test_codec.py",
    "tests/rules/test_notation.py",
    "tests/rules/test_payout.py",
    "tests/rules/test_setup.py",
    "tests/games/test_services.py",
    "tests/games/test_timeouts.py",
    "tests/games/test_outbox.py",
    "tests/games/test_table_page.py",
    "tests/e2e/test_first_evening.py",
    "tests/test_house.py",
)
"""What `--quick` runs."""
SEED = 2016
LONGEST = 50 * 60.0 if STRICT and not os.environ.get("SABOTEUR_SOAK") else None
"""Seconds that both parts may take where CI is true: a hang there would show no reason."""


def main(arguments: Sequence[str]) -> int:
    """Run both parts; return 0 if both went well."""
    if not any(argument.startswith("--seed") for argument in arguments):
        arguments = ["--seed", str(default_seed()), *arguments]
    pytest, began = [sys.executable, "-m", "pytest"], time.monotonic()
    quick = "--quick" in arguments
    arguments = [argument for argument in arguments if argument != "--quick"]
    with surroundings() as variables:
        bring_browser(variables)
        keep_what_is_compiled(variables)
        on_sqlite = {name: value for name, value in variables.items() if name not in ("DATABASE_URL", "REDIS_URL")}
        if quick:
            spread = ["--numprocesses", str(processes()), "--dist", "loadgroup", "--quiet"]
            return run_to_the_end([*pytest, *spread, *arguments, *QUICK], on_sqlite, longest=LONGEST)
        print("On SQLite:", flush=True)
        spread = [*for_all(arguments), *arguments]
        where = [] if names_some(arguments) else about_both()
        first = run_to_the_end([*pytest, "-m", "sqlite", "--quiet", *spread, *where], on_sqlite, longest=LONGEST)
        if first in INTERRUPTED:
            return first
        left = LONGEST and max(1.0, LONGEST - (time.monotonic() - began))
        print("On PostgreSQL and Redis:", flush=True)
        second = run_to_the_end([*pytest, *spread], variables, longest=left)
    if first not in (0, NOTHING_COLLECTED):
        print("The part on SQLite failed; see above.", file=sys.stderr)
        return first
    return second


def default_seed() -> int:
    """The seed of a run that is given none: always the same, so that a failure is one of the change and not of chance;
    the soak takes another each time."""
    return secrets.randbelow(2**32) if os.environ.get("SABOTEUR_SOAK") else SEED


def bring_browser(variables: dict[str, str]) -> None:
    """Say in `variables` where the browser is, after bringing one here if there was none.

    Raises `Missing` if there is none and CI is true; else the browser tests will be skipped by name.
    """
    try:
        variables["CHROMIUM"] = str(browser_brought_here())
    except Missing as missing:
        if STRICT:
            raise
        print(f"Without browser tests: {missing}", file=sys.stderr)


def keep_what_is_compiled(variables: dict[str, str]) -> None:
    """Let Python write down what it compiles, also where it is told not to.

    Else every process of tests and every site that they start would compile the same files again.
    """
    variables.pop("PYTHONDONTWRITEBYTECODE", None)


def processes() -> int:
    """How many processes of tests run beside each other."""
    return min(os.cpu_count() or 1, 4)


def for_all(arguments: Sequence[str]) -> list[str]:
    """The options of the whole suite, spread over the processors, the slowest tests told at its end; a chosen file or
    test runs by itself."""
    if names_some(arguments):
        return []
    slowest = ["--durations", "20", "--durations-min", "2"]
    return [*slowest, "--numprocesses", str(processes()), "--dist", "loadgroup"] if processes() > 1 else slowest


def names_some(arguments: Sequence[str]) -> bool:
    """Whether pytest's arguments name files or tests."""
    return any(Path(argument.split("::")[0]).exists() for argument in arguments)


def about_both() -> list[str]:
    """The files with tests that run on SQLite too; to look through all the others for some costs more than these."""
    return sorted(str(path) for path in Path("tests").rglob("test_*.py") if "mark.sqlite" in path.read_text("utf-8"))


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Missing as missing:
        sys.exit(f"The tests need more than there is: {missing}")
