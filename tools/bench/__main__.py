"""How fast it is: `./run bench [--part NAME] [--share N] [--json FILE] [--seconds N] [--seed N]`.

Prints a table of figures with their targets, and ends with status 1 when a counted one is missed. Times are told and
never fail a run, for they depend on the machine and on what else it does.
"""

import os
import platform
import secrets
import shutil
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random

import django
from psycopg.sql import SQL, Composed, Identifier

PARTS = ("rules", "pages", "talk", "turn", "home", "parts", "over_http", "many", "results", "archive", "scale")


def main(arguments: Sequence[str]) -> int:
    """Measure, print, write; 1 when a counted figure misses its target."""
    parser = ArgumentParser(prog="./run bench", description="How fast the site is.")
    parser.add_argument("--json", type=Path, help="write the figures into this file too")
    parser.add_argument("--seconds", type=float, default=4.0, help="how long each playout takes")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**32), help="of all chance")
    parser.add_argument("--part", action="append", choices=PARTS, help="measure this part alone; may be repeated")
    parser.add_argument("--share", type=float, default=1.0, help="the size of the very large site, and of the archive")
    options = parser.parse_args(arguments)
    with database() as engine_name:
        from tools.bench import archive, figures, home, many, over_http, pages, parts, results, rules, scale, talk, turn

        tables = (round(options.share * count) for count in (scale.FINISHED, scale.RUNNING, scale.PEOPLE))
        measured: dict[str, Callable[[], Iterable[figures.Figure]]] = {
            "rules": partial(rules.figures, Random(options.seed), options.seconds),
            "pages": pages.figures,
            "talk": talk.figures,
            "turn": turn.figures,
            "home": home.figures,
            "parts": parts.figures,
            "over_http": partial(over_http.figures, 2 * options.seconds),
            "many": many.figures,
            "results": results.figures,
            "archive": partial(archive.figures, round(options.share * archive.GAMES)),
            "scale": partial(scale.figures, *tables),
        }
        found: list[figures.Figure] = []
        for name in options.part or PARTS:
            with own_database():
                found += measured[name]()
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


@contextmanager
def own_database() -> Iterator[None]:
    """An empty database for one part alone, so that it does not measure what another part has left behind."""
    from django.core.cache import caches
    from django.db import connection

    migrated, own = connection.settings_dict["NAME"], f"{connection.settings_dict['NAME']}_part"
    connection.close()
    _copy(migrated, own)
    connection.settings_dict["NAME"] = own
    for cache in caches.all():
        cache.clear()
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = migrated
        _remove(own)


def _copy(name: str, own: str) -> None:
    from django.db import connection

    if connection.vendor == "sqlite":
        shutil.copy(name, own)
    else:
        _at_the_server(SQL("CREATE DATABASE {} TEMPLATE {}").format(Identifier(own), Identifier(name)))


def _remove(own: str) -> None:
    from django.db import connection

    if connection.vendor == "sqlite":
        Path(own).unlink()
    else:
        _at_the_server(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(own)))


def _at_the_server(statement: Composed) -> None:
    """Carry out a statement outside of the databases that it is about."""
    from django.db import connection

    with connection._nodb_cursor() as cursor:
        cursor.execute(statement)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
