"""Who is let in where: every address, every method, everybody (authorisation matrix)."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.http import HttpResponse

from tests.fixed_set import SOAK, chosen
from tests.security.access import AccessRule, access_rules
from tests.security.rows import Rows, all_rows, undone
from tests.security.scene import APART, CODES, EVERYBODY, OUT, ROUTES, Scene

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("who may")]

RULES = access_rules()
PARTS = {
    "open tables": [rule for rule in RULES if rule.code == "open"],
    "running tables": [rule for rule in RULES if rule.code == "runs" and "code" in ROUTES.get(rule.name, ())],
    "finished tables": [rule for rule in RULES if rule.code == "over"],
    "people": [rule for rule in RULES if "code" not in ROUTES.get(rule.name, ()) and "admin:" not in rule.name],
    "the admin": [rule for rule in RULES if "admin:" in rule.name],
}
SESSION = 1
"""Statements of a request whose session is not in the cache, which no entry of the registry counts."""
OTHER_METHODS = ("PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")
ABOUT_TABLES = [name for name, given in ROUTES.items() if "code" in given]


def test_every_address_of_the_site_stands_in_the_table_once() -> None:
    about_tables = {(name, code) for name in ABOUT_TABLES for code in CODES}
    others = {(name, "runs") for name in ROUTES if name not in ABOUT_TABLES}
    listed = [(rule.name, rule.code) for rule in RULES]
    assert set(listed) == about_tables | others
    assert len(listed) == len(set(listed))
    assert sum(map(len, PARTS.values())) == len(listed)


@pytest.mark.parametrize("part", PARTS)
def test_every_visitor_is_answered_as_listed_and_refusals_change_nothing(
    part: str, scene: Scene, chance: Random
) -> None:
    """At a third of the access_rules one person is tried for each answer; the soak tries everybody at every rule."""
    before = all_rows()
    wrong = [fault for rule in some_of(PARTS[part]) for fault in faults_of(scene, rule, before, chance)]
    assert wrong == []


def some_of(rules: list[AccessRule]) -> list[AccessRule]:
    """A third of some access_rules; all of them in the soak."""
    return chosen(rules, -(-len(rules) // 3))


def faults_of(scene: Scene, rule: AccessRule, before: Rows, rng: Random) -> Iterator[str]:
    """Where a rule does not answer as it should."""
    for method, answers in rule.answers.items():
        for kind, expected in (answers if SOAK else one_of_each(answers, rng)).items():
            form = scene.form(rule.name, rule.code, kind) if method == "POST" else None
            with undone() as changes:
                response = scene.ask(kind, method, scene.address(rule.name, rule.code, kind), form)
                changes.matter = expected[0] in "4l"
            found = answer_of(response)
            if found != expected:
                yield f"{kind}: {method} {rule.name} {rule.code} gives {found}, not {expected}"
            if left := changes.left(before):
                yield f"{kind}: {method} {rule.name} {rule.code} is refused and changes {left}"
            if changes.statements > rule.queries[method] + SESSION:
                yield f"{kind}: {method} {rule.name} {rule.code} costs {changes.statements} statements"


def one_of_each(answers: dict[str, str], rng: Random) -> dict[str, str]:
    """One kind of person for each answer, and two of those who are answered as most are."""
    kinds = rng.sample(list(answers), len(answers))
    chosen = {answer: kind for kind, answer in ((kind, answers[kind]) for kind in kinds)}
    return {kind: answers[kind] for kind in {*chosen.values(), kinds[0]}}


def answer_of(response: HttpResponse | Any) -> str:
    """The answer: the status, or `login`."""
    is_login = response.status_code == 302 and re.search(r"/login/\?next=", response["Location"])
    return "login" if is_login else str(response.status_code)


def test_other_methods_do_nothing_anywhere(scene: Scene, chance: Random) -> None:
    before = all_rows()
    for rule in some_of(RULES):
        for method in OTHER_METHODS if SOAK else chance.sample(OTHER_METHODS, 1):
            kind = chance.choice(["anonymous", "host", "superuser"])
            with undone() as changes:
                response = scene.ask(kind, method, scene.address(rule.name, rule.code, kind))
            assert response.status_code < 500, (method, rule)
            assert changes.left(before) == [], (method, rule)


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_private_table_answers_strangers_like_a_missing_one(method: str, scene: Scene, chance: Random) -> None:
    """The fixed set asks about each address as a stranger to one of the tables, and as another user to one of them."""
    others = [kind for kind in (*OUT, *APART) if kind != "stranger"]
    for name in ABOUT_TABLES:
        for kind in ["stranger", *(others if SOAK else chance.sample(others, 1))]:
            for code in CODES if SOAK else (chance.choice(["runs", "runs", "open", "over"]),):
                if kind == "invited" and (code == "open" or name == "games:join"):
                    continue  # an invited user knows of the table
                there, nowhere = (asked_about(scene, method, name, code, kind, named) for named in (code, "none"))
                assert there == nowhere, (name, kind, code)


def asked_about(scene: Scene, method: str, name: str, code: str, kind: str, named: str) -> bytes:
    """The answer about a table, as if it were called `CODE`."""
    form = scene.form(name, code, kind) if method == "POST" else None
    address = scene.address(name, code, kind).replace(f"/t/{code}/", f"/t/{named}/")
    with undone(watched=False):
        response = scene.ask(kind, method, address, form)
    headers = "".join(f"{header}: {value}\n" for header, value in sorted(response.items()))
    text: bytes = f"{response.status_code}\n{headers}\n".encode() + response.content
    return text.replace(f"/t/{named}/".encode(), b"/t/CODE/").replace(f"%2Ft%2F{named}%2F".encode(), b"/t/CODE/")


def test_the_head_of_a_page_is_that_of_the_page(scene: Scene) -> None:
    for rule in chosen(RULES, 12):
        address, heads = scene.address(rule.name, rule.code, "host"), []
        for method in ("GET", "HEAD"):
            with undone(watched=False):
                response = scene.ask("host", method, address)
            heads.append((response.status_code, set(dict(response.items()))))
        assert heads[0] == heads[1], rule
        assert response.content == b""


def test_access_rules_cover_every_kind_of_person() -> None:
    assert {kind for rule in RULES for answers in rule.answers.values() for kind in answers} == set(EVERYBODY)


def test_rate_limited_visitor_gets_429_at_every_address(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, chance: Random
) -> None:
    monkeypatch.setattr("saboteur_site.web.rates.wait", lambda *_: 7)
    before = all_rows()
    everybody = ("anonymous", "host", "superuser")
    for rule in some_of(RULES):
        for kind in everybody if SOAK else (chance.choice(everybody),):
            form = scene.form(rule.name, rule.code, kind)
            with undone() as changes:
                response = scene.ask(kind, "POST", scene.address(rule.name, rule.code, kind), form)
            assert (response.status_code, response.get("Retry-After")) == (429, "7"), rule
            assert changes.left(before) == [], rule
