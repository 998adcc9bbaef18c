"""How fast it is: `python -m tests.bench [--json FILE] [--seconds N] [--seed N]`; `./run bench` calls this.

Prints a table of figures with their targets, and ends with status 1 when a counted one is missed. Times are told and
never fail a run, for they depend on the machine and on what else it does.
"""

import os
import platform
import secrets
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random

import django


def main(arguments: Sequence[str]) -> int:
    """Measure, print, write; 1 when a counted figure misses its target."""
    parser = ArgumentParser(prog="./run bench", description="How fast the site is.")
    parser.add_argument("--json", type=Path, help="write the figures into this file too")
    parser.add_argument("--seconds", type=float, default=4.0, help="how long each playout takes")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**32), help="of all chance")
    options = parser.parse_args(arguments)
    with database() as engine_name:
        from tests.bench import beside, figures, many, over_http, pages, parts, rules, talk

        found = [*rules.figures(Random(options.seed), options.seconds), *pages.figures(), *talk.figures()]
        found += [*beside.figures(), *parts.figures()]
        found += [*over_http.figures(2 * options.seconds), *many.figures()]
        about = {"seed": options.seed, "python": platform.python_version(), "database": engine_name}
    print(figures.table(found))
    print(f"\nseed {options.seed}, Python {about['python']}, {engine_name}")
    if options.json:
        options.json.write_text(figures.as_json(found, **about))
    missed = figures.missed(found)
    if missed:
        print(f"Missed: {', '.join(figure.name for figure in missed)}", file=sys.stderr)
    return int(bool(missed))


@contextmanager
def database() -> Iterator[str]:
    """An empty database for the pages; its kind."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from django.db import connection
    from django.test.utils import setup_databases, setup_test_environment, teardown_databases

    setup_test_environment()
    made = setup_databases(verbosity=0, interactive=False)
    try:
        yield connection.vendor
    finally:
        teardown_databases(made, verbosity=0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
