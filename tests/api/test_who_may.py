"""Who may do what: every address of the API, for every kind of person, token scope and method."""

from typing import Any

import pytest
from django.db import transaction

from accounts.models import User
from api.models import Token
from api.urls import ROUTER
from games.models import Game, Word
from games.services import lobby
from tests.api.clients import Program, bot_of
from tests.games import tables

pytestmark = pytest.mark.django_db

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
SCOPES = ("read", "play", "tables")
PEOPLE = ("host", "turn", "bot", "stranger", "removed", "deactivated", "none")
CODES = ("open", "runs", "over")

ABOUT_NO_TABLE = {("me", "GET"): "read", ("notifications", "GET"): "read", ("tables", "GET"): "read"}
"""The scope that a method of an address needs; other methods are not there."""
ABOUT_TABLES = {
    ("", "GET"): "read",
    ("/legal", "GET"): "read",
    ("/check", "POST"): "read",
    ("/events", "GET"): "read",
    ("/rounds/1", "GET"): "read",
    ("/messages", "GET"): "read",
    ("/messages", "POST"): "play",
    ("/claims", "POST"): "play",
    ("/moves", "POST"): "play",
    ("/answers", "POST"): "play",
    ("/orders", "POST"): "play",
    ("/plan", "PUT"): "play",
    ("/plan", "DELETE"): "play",
    ("/ready", "POST"): "tables",
}
SENT: dict[str, Any] = {
    "/check": {"command": {"kind": "veto"}},
    "/messages": {"after": 0, "text": "I dig."},
    "/claims": {"claim": {"about": "hand", "says": "nothing"}},
    "/moves": {"seq": 0, "command": {"kind": "discard", "cards": ["map"]}},
    "/answers": {"seq": 0, "command": {"kind": "veto"}},
    "/orders": {"seq": 0, "command": {"kind": "order-none"}},
    "/plan": {"commands": [{"kind": "discard", "cards": ["map"]}]},
    "/ready": {"options_version": 0},
}
INSIDE = {
    "open": {"": 200, "/messages": 200, "/ready": 200},
    "runs": {"": 200, "/legal": 200, "/check": 200, "/events": 200, "/messages": 200, "/claims": 200, "/orders": 200},
    "over": {"": 200, "/legal": 200, "/check": 200, "/events": 200, "/rounds/1": 200, "/messages": 200},
}
"""Where those who sit at a table are answered with status 200; where a write is too late or refused, it is 409 or 422,
and what is not there 404."""


def scene() -> dict[str, User]:
    """People by kind, and three tables at which a host, the player on turn and a bot account sit."""
    ann, bo, cy, dee, eve, fay = tables.people(6)
    robo = bot_of(eve)
    seated = [ann, bo, robo]
    tables.open_game(seated, code="open", wanted=5, joining="link", programs_welcome=True)
    tables.in_position(seated, code="runs", first="B")
    tables.finished_game(seated, code="over")
    for code in CODES:
        tables.seen_by_all(Game.objects.get(code=code))
    lobby.join(user=dee, code="open", token=lobby.make_link(host=ann, code="open").token)
    lobby.remove(host=ann, code="open", user=dee)
    return {"host": ann, "turn": bo, "bot": robo, "stranger": cy, "removed": dee, "deactivated": fay}


def programs_of(people: dict[str, User]) -> dict[tuple[str, str], Program]:
    """A program for each person and each scope; one without a token."""
    found = {(kind, scope): Program(user, scope) for kind, user in people.items() for scope in SCOPES}
    User.objects.filter(pk=people["deactivated"].pk).update(is_active=False)
    return {**found, ("none", ""): Program(None)}


def expected(kind: str, scope: str, code: str, address: str, method: str) -> set[int]:
    """The statuses that may answer."""
    needed = ABOUT_TABLES.get((address, "GET" if method == "HEAD" else method))
    if needed is None:
        return {405}
    if kind in ("none", "deactivated"):
        return {401}
    if scope != needed:
        return {403}
    if kind in ("stranger", "removed"):
        return {404}
    reads = method in ("GET", "HEAD")
    if (code, address, method) == ("runs", "/plan", "DELETE"):
        return {200}
    if INSIDE[code].get(address) == 200 and (reads or code == "runs" or address in ("/check", "/ready", "/messages")):
        return {200} if reads or address in ("/check", "/claims", "/orders", "/ready") else {200, 409}
    return {404} if reads else {404, 409, 422}


def is_listed(address: str, method: str) -> bool:
    """Whether an address about a table has a method."""
    return (address, "GET" if method == "HEAD" else method) in ABOUT_TABLES


FEW = (("host", "play"), ("none", ""))


@pytest.mark.parametrize("code", CODES)
def test_every_address_person_scope_and_method_is_answered_as_listed(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("saboteur_site.web.rates.wait", lambda *_: 0)
    programs, wrong = programs_of(scene()), []
    for address in dict.fromkeys(address for address, _method in ABOUT_TABLES):
        for method in METHODS:
            sent = SENT.get(address) if method in ("POST", "PUT") else None
            # Which methods an address has depends on no person.
            asking = programs if is_listed(address, method) else {who: programs[who] for who in FEW}
            for (kind, scope), program in asking.items():
                with transaction.atomic():
                    status = program.ask(method, f"tables/{code}{address}", sent).status_code
                    transaction.set_rollback(True)
                if status not in expected(kind, scope, code, address, method):
                    wrong.append(f"{kind} {scope}: {method} {code}{address} is answered with {status}")
    assert wrong == []


def test_addresses_about_no_table_are_answered_as_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("saboteur_site.web.rates.wait", lambda *_: 0)
    programs = programs_of(scene())
    link = lobby.make_link(host=User.objects.get(username="Ann"), code="open").token
    for (kind, scope), program in programs.items():
        is_out = kind in ("none", "deactivated")
        for (address, method), needed in ABOUT_NO_TABLE.items():
            allowed = 401 if is_out else 200 if scope == needed else 403
            assert program.ask(method, address).status_code == allowed, (kind, scope, address)
            assert program.ask("PATCH", address).status_code == 405
        status = program.ask("POST", "join", {"link": link}).status_code
        assert status == (401 if is_out else 403 if scope != "tables" else 409 if kind == "removed" else 200), kind


def test_the_table_knows_every_address() -> None:
    listed = {f"tables/<table:code>{address.replace('/1', '/<int:number>')}" for address, _method in ABOUT_TABLES}
    listed |= {address for address, _method in ABOUT_NO_TABLE} | {"join"}
    assert {str(pattern.pattern) for pattern in ROUTER.urls} == listed


def test_refused_request_changes_nothing() -> None:
    programs = programs_of(scene())
    before = list(Game.objects.order_by("pk").values())
    for program in (programs["stranger", "play"], programs["host", "read"], programs["none", ""]):
        for address, method in ABOUT_TABLES:
            if method in ("POST", "PUT", "DELETE") and address != "/check":
                assert program.ask(method, f"tables/runs{address}", SENT.get(address)).status_code in (401, 403, 404)
    assert list(Game.objects.order_by("pk").values()) == before
    assert Word.objects.count() == 0
    assert Token.objects.count() == 18
