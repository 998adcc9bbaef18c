"""The suite: `python -m tests [--quick] [--for PATH] [--seed N] [pytest's arguments]`; `./run test` calls this.

What concerns the embedded default runs on SQLite first, then everything on PostgreSQL and Redis. Both take the same
fixed set of tests with the same seed every time (`tests/fixed_set.py`). `./run soak` takes all tests, with another
seed each time.

`--quick` runs what is marked so, on SQLite, in at most a minute. `--for PATH` runs the tests that reach a file of the
product (`tests/reaching.py`); it may come again.
"""

import os
import secrets
import signal
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.browser import browser_brought_here
from tests.reaching import reaching
from tests.services import STRICT, TOO_LONG, Missing, run_to_the_end, surroundings

ROOT = Path(__file__).resolve().parent.parent
SOAK = bool(os.environ.get("SABOTEUR_SOAK"))
INTERRUPTED = (2, 128 + signal.SIGTERM, TOO_LONG)
NOTHING_COLLECTED = 5
SEED = 2016
LONGEST = 50 * 60.0 if STRICT and not SOAK else None
"""Seconds that a run may take where CI is true: a hang there would show no reason."""
SLOWEST = ("--durations", "20", "--durations-min", "2")
PYTEST = (sys.executable, "-m", "pytest")


def main(arguments: Sequence[str]) -> int:
    """Run what is asked for; return 0 if all went well."""
    parser = ArgumentParser(prog="./run test", add_help=False, allow_abbrev=False)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--for", action="append", default=[], dest="paths", metavar="PATH")
    parser.add_argument("--seed", default=str(default_seed()))
    options, rest = parser.parse_known_args(arguments)
    rest = ["--seed", options.seed, *rest]
    found = sorted({test for path in options.paths for test in tests_for(path)})
    with surroundings() as variables:
        bring_browser(variables)
        keep_what_is_compiled(variables)
        if options.quick:
            return run([*spread(), "-m", "quick", "--quiet", *rest, *marked("quick")], on_sqlite(variables))
        if options.paths:
            names = Path(variables["LOCAL_DIR"]).with_name("tests-for")
            names.write_text("\n".join(found))
            return run([*spread(), *rest, f"@{names}"], variables)
        return run_both(rest, variables)


def run_both(arguments: Sequence[str], variables: dict[str, str]) -> int:
    """Run the part about the embedded default on SQLite, then everything on PostgreSQL and Redis."""
    began, chosen = time.monotonic(), names_some(arguments)
    arguments = [*([] if chosen else [*SLOWEST, *spread()]), *arguments]
    print("On SQLite:", flush=True)
    which = "sqlite" if SOAK or chosen else "sqlite and not sqlite(soak=True)"
    first = run(["-m", which, "--quiet", *arguments, *([] if chosen else marked("sqlite"))], on_sqlite(variables))
    if first in INTERRUPTED:
        return first
    print("On PostgreSQL and Redis:", flush=True)
    second = run(arguments, variables, spent=time.monotonic() - began)
    if first not in (0, NOTHING_COLLECTED):
        print("The part on SQLite failed; see above.", file=sys.stderr)
        return first
    return second


def run(arguments: Iterable[str], variables: dict[str, str], spent: float = 0.0) -> int:
    """Run pytest and return its exit code; where CI is true no longer than what is left after `spent` seconds."""
    return run_to_the_end([*PYTEST, *arguments], variables, longest=LONGEST and max(1.0, LONGEST - spent))


def on_sqlite(variables: dict[str, str]) -> dict[str, str]:
    """Return these variables without the services, so that the site takes its embedded defaults."""
    return {name: value for name, value in variables.items() if name not in ("DATABASE_URL", "REDIS_URL")}


def tests_for(path: str) -> list[str]:
    """Return the tests that reach a file, whose path begins at the top of the repository.

    Raises `Missing` if there is no such file or no test is known to reach it.
    """
    file = Path(path).resolve()
    if not file.is_file() or not file.is_relative_to(ROOT):
        raise Missing(f"{path} is no file of this repository.")
    reach_folder = Path(os.environ.get("LOCAL_DIR") or ROOT / ".local").absolute() / "mutants" / "reach"
    if not (found := reaching(file.relative_to(ROOT).as_posix(), ROOT, reach_folder)):
        raise Missing(f"no test is known to reach {path}.")
    return found


def default_seed() -> int:
    """The seed of a run that is given none: always the same, so that a failure is one of the change and not of chance;
    the soak takes another each time."""
    return secrets.randbelow(2**32) if SOAK else SEED


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
    """How many processes of tests run beside each other: one more than processors, since some tests mostly wait."""
    return min(os.cpu_count() or 1, 4) + 1


def spread() -> list[str]:
    """The options that spread tests over the processors."""
    return ["--numprocesses", str(processes()), "--dist", "loadgroup"] if processes() > 1 else []


def names_some(arguments: Sequence[str]) -> bool:
    """Whether pytest's arguments name files or tests."""
    return any(Path(argument.split("::")[0]).exists() for argument in arguments)


def marked(marker: str) -> list[str]:
    """The files with tests that bear a marker; to collect all the others for these takes longer than to run them."""
    found = Path("tests").rglob("test_*.py")
    return sorted(str(path) for path in found if f"mark.{marker}" in path.read_text("utf-8"))


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Missing as missing:
        sys.exit(f"The tests need more than there is: {missing}")
