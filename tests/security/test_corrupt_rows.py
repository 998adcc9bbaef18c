"""Something of one table cannot be read any more: it is out of order, everything else works, and no secret is told."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.models import Model

from games.models import Deal, Game, Move, PrivateAct, Seat, TableSecret, Whisper
from tests.conftest import SOAK
from tests.games.pages import HX
from tests.security.access import AccessRule, access_rules
from tests.security.rows import undone
from tests.security.scene import CODES, ROUTES, SEATED, Scene
from tests.security.test_who_may import answer_of

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("corrupt rows")]

COLUMNS: dict[str, tuple[type[Model], tuple[str, ...]]] = {
    "ruleset": (Game, ("ruleset",)),
    "public": (Game, ("public",)),
    "secret": (TableSecret, ("state",)),
    "seed": (TableSecret, ("seed",)),
    "own": (Seat, ("memory",)),
    "hand": (Seat, ("hand",)),
    "role": (Seat, ("role",)),
    "share": (Seat, ("share",)),
    "plan": (Seat, ("plan",)),
    "events": (Move, ("events",)),
    "command": (Move, ("command",)),
    "whisper": (Whisper, ("event",)),
    "deal": (Deal, ("state",)),
    "act": (PrivateAct, ("command",)),
}
SHORT = {"role": 20, "plan": 200, "share": 64, "seed": 64}
JUNK: dict[str, Callable[[str], str]] = {
    "junk": lambda _: "<junk> {{7*7}} ' \\",
    "nothing": lambda _: "",
    "half of it": lambda text: text[: len(text) // 2],
    "wrong types": lambda _: '{"rules": 7, "seq": "x", "seats": [], "agenda": {}, "role": null, "hand": 1}',
    "a list": lambda _: "[]",
    "null": lambda _: "null",
    "too deep": lambda _: "[" * 5000,
}
OUT_OF_ORDER = (
    "is out of order",
    "This table’s rules are damaged, and the host of this site knows",
    "This table’s rules are damaged",
)
"""What people are told in place of what they asked for."""
CONCERNED = (*SEATED, "invited", "former", "staff", "superuser", "stranger", "anonymous")


@contextmanager
def corrupted(column: str, junk: str, code: str) -> Iterator[None]:
    """Corrupt a column of a table's rows, until the end."""
    model, (name,) = COLUMNS[column]
    spoil = JUNK[junk]
    with undone(watched=False):
        cache.clear()
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL session_replication_role = replica")  # moves are never changed, but here
        for row in rows_of(model, code):
            text = spoil(getattr(row, name))[: SHORT.get(column, 10_000)]
            model._default_manager.filter(pk=row.pk).update(**{name: text})
        yield


def rows_of(model: type[Model], code: str) -> list[Any]:
    """The rows of a model that belong to a table."""
    return list(model._default_manager.filter(**{"code" if model is Game else "game__code": code}))


LISTS = ("games:home", "games:new", "accounts:profile", "accounts:friends", "games:door", "games:seat")
IN_ADMIN = tuple(f"admin:games_{name}" for name in ("game_change", "game_open", "game_repair", "game_recount"))
IN_ADMIN += tuple(f"admin:games_{name}_changelist" for name in ("game", "seat", "move", "notice"))
RULES = access_rules()


def to_be_asked(code: str, chance: Random) -> list[AccessRule]:
    """The addresses of a table, of lists that show it and of other tables; all in a soak, else a random sample."""
    about = [rule for rule in RULES if "code" in ROUTES[rule.name]]
    here, elsewhere = ([rule for rule in about if (rule.code == code) is is_here] for is_here in (True, False))
    lists = [rule for rule in RULES if rule.name in (*LISTS, *IN_ADMIN)]
    return [*here, *lists, *elsewhere] if SOAK else [*chance.sample(here, 14), *lists, *chance.sample(elsewhere, 4)]


def asked(scene: Scene, rule: AccessRule, method: str, kind: str, headers: dict[str, str]) -> Any:
    """The answer at a rule; every change is undone."""
    form = scene.form(rule.name, rule.code, kind) if method == "POST" else None
    with undone(watched=False):
        return scene.ask(kind, method, scene.address(rule.name, rule.code, kind), form, headers=headers)


def says_out_of_order(answer: Any) -> bool:
    """Whether the answer says that a table is out of order."""
    words = answer.content.decode() if answer.status_code in (503, 422) else ""
    return any(sentence in words for sentence in OUT_OF_ORDER)


def faults_of(scene: Scene, rule: AccessRule, code: str, kind: str, method: str, headers: dict[str, str]) -> str:
    """What is wrong with an answer while a table is out of order, "" if nothing is.

    It is what it is without that, or, where people may know of that table, they are told.
    """
    answer, expected = asked(scene, rule, method, kind, headers), rule.answers[method][kind]
    is_about_it = rule.code == code or "code" not in ROUTES[rule.name]
    may_say_so = is_about_it and (kind in SEATED or expected not in ("404", "login"))
    if (says_out_of_order(answer) and may_say_so) or (headers and answer.status_code < 500):
        return ""
    found = answer_of(answer)
    return "" if found == expected else f"{kind}: {method} {rule.name} {rule.code} gives {found}, not {expected}"


@pytest.mark.examples(4)
@pytest.mark.parametrize("column", COLUMNS)
def test_a_page_is_what_it_was_or_says_that_the_table_is_out_of_order(
    column: str, scene: Scene, chance: Random
) -> None:
    wrong = []
    for code in CODES if SOAK else [chance.choice(CODES)]:
        for junk in JUNK if SOAK else [chance.choice(list(JUNK))]:
            with corrupted(column, junk, code):
                for rule in to_be_asked(code, chance):
                    for method in ("GET", "POST"):
                        for kind in CONCERNED if SOAK else chance.sample(CONCERNED, 1):
                            headers = HX if method == "POST" and chance.random() < 0.2 else {}
                            if fault := faults_of(scene, rule, code, kind, method, headers):
                                wrong.append(f"{column} of {code} is {junk}: {fault}")
    assert wrong == []
