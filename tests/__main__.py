"""The whole suite: `python -m tests [--seed N] [pytest's arguments]`; `./run test` calls this.

First the part that is about the embedded default too runs on SQLite, then everything on PostgreSQL and Redis. Both runs
take their chance from one seed.
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
LONGEST = 50 * 60.0 if STRICT and not os.environ.get("SABOTEUR_SOAK") else None
"""Seconds that both parts may take where CI is true: who hangs there tells nobody why."""


def main(arguments: Sequence[str]) -> int:
    """Run both parts; return 0 if both went well."""
    if not any(argument.startswith("--seed") for argument in arguments):
        arguments = ["--seed", str(secrets.randbelow(2**32)), *arguments]
    pytest, began = [sys.executable, "-m", "pytest"], time.monotonic()
    with surroundings() as variables:
        bring_browser(variables)
        on_sqlite = {name: value for name, value in variables.items() if name not in ("DATABASE_URL", "REDIS_URL")}
        print("On SQLite:", flush=True)
        spread = [*parallel(arguments), *arguments]
        first = run_to_the_end([*pytest, "-m", "sqlite", "--quiet", *spread], on_sqlite, longest=LONGEST)
        if first in INTERRUPTED:
            return first
        left = LONGEST and max(1.0, LONGEST - (time.monotonic() - began))
        print("On PostgreSQL and Redis:", flush=True)
        second = run_to_the_end([*pytest, *spread], variables, longest=left)
    if first not in (0, NOTHING_COLLECTED):
        print("The part on SQLite failed; see above.", file=sys.stderr)
        return first
    return second


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


def parallel(arguments: Sequence[str]) -> list[str]:
    """Return the options that spread the whole suite over the processors; a chosen file or test runs by itself."""
    names_a_part = any(Path(argument.split("::")[0]).exists() for argument in arguments)
    processes = min(os.cpu_count() or 1, 4)
    return [] if names_a_part or processes < 2 else ["--numprocesses", str(processes), "--dist", "loadgroup"]


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Missing as missing:
        sys.exit(f"The tests need more than there is: {missing}")
