"""What a run of the tests has for itself: a folder, a Redis and a PostgreSQL database, quickly made."""

import importlib
import os
import re
from pathlib import Path
from typing import Any

import psycopg
import redis
from psycopg.sql import SQL, Identifier

from tools.mutants.trial import fork

TEMPLATE = "saboteur_template"

LIBRARIES = ["faker", "factory", "playwright.sync_api", "django.test", "django.contrib.admin", "django.contrib.auth"]
LIBRARIES += [
    "django.db.backends.postgresql.base",
    "django.core.management",
    "django.forms",
    "celery",
    "allauth",
    "csp",
]
LIBRARIES += [
    "celery.fixups.django",
    "whitenoise.middleware",
    "babel.messages.extract",
    "babel.messages.pofile",
    "environ",
    "redis",
    "msgspec",
    "time_machine",
]
LIBRARIES += ["xdist.plugin", "multiprocessing", "asyncio", "sqlite3"]


def preload() -> None:
    """Import the libraries once, for all processes that are forked from this one; nothing of the site itself."""
    for name in LIBRARIES:
        importlib.import_module(name)


def make_template() -> None:
    """Make the database that those of all runs are copied from, in a process of its own.

    Raises `RuntimeError` if it cannot be made.
    """
    if not os.environ.get("DATABASE_URL"):
        return
    if os.waitpid(fork(_make_template), 0)[1]:
        raise RuntimeError("there is no database for the tests; what went wrong stands above")


def _make_template() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    from django.db import connection

    connection.settings_dict["TEST"]["NAME"] = TEMPLATE
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    connection.close()


def furnish(slot: int) -> None:
    """Set the process of a slot up, before Django is imported."""
    os.environ["LOCAL_DIR"] = str(Path(os.environ["LOCAL_DIR"]) / f"slot-{slot}")
    if address := os.environ.get("REDIS_URL"):
        os.environ["REDIS_URL"] = re.sub(r"/\d+$", f"/{slot + 1}", address)
        redis.from_url(os.environ["REDIS_URL"]).flushdb()
    if address := os.environ.get("DATABASE_URL"):
        _use_copy(address, f"slot_{slot}")


def _use_copy(address: str, name: str) -> None:
    """Let Django take a copy of the template for its tests, made when the first one needs it."""
    from django.db.backends.postgresql.creation import DatabaseCreation

    def copy(creation: Any, *_: object, **__: object) -> str:
        with psycopg.connect(address, autocommit=True) as line:
            line.execute(SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(Identifier(name)))
            line.execute(SQL("CREATE DATABASE {} TEMPLATE {}").format(Identifier(name), Identifier(TEMPLATE)))
        creation.connection.close()
        creation.connection.settings_dict["NAME"] = name
        return name

    DatabaseCreation.create_test_db = copy  # type: ignore[assignment,method-assign]
    DatabaseCreation.destroy_test_db = lambda *_, **__: None  # type: ignore[method-assign]
