"""The committed schema is that of the code; answers fit it; versions live for a year after they are deprecated."""

import re
from datetime import date
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from api import openapi
from api.controller import ApiController
from api.urls import ROUTER
from api.versions import V1, Version
from api.views.reference import _contents
from tests.api.clients import Program
from tests.games import tables

pytestmark = pytest.mark.django_db


def test_committed_schema_is_that_of_the_code() -> None:
    made = openapi.as_text(openapi.built(ROUTER))
    hint = "The API has changed. If that is on purpose: ./run manage openapi (docs/bots.md says what may change)."
    assert made == openapi.FILE.read_text(encoding="utf-8"), hint


def test_command_finds_a_schema_that_is_out_of_date(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openapi, "FILE", tmp_path / "openapi.json")
    call_command("openapi")
    call_command("openapi", check=True)
    openapi.FILE.write_text(openapi.FILE.read_text().replace('"Me"', '"You"', 1))
    with pytest.raises(CommandError):
        call_command("openapi", check=True)


def test_schema_is_served_as_it_is_committed() -> None:
    response = Client().get("/api/v1/openapi.json")
    assert response.json() == openapi.committed()
    assert response.json()["openapi"].startswith("3.1")


def test_every_operation_names_a_scope_and_all_errors_are_problems() -> None:
    for operations in openapi.committed()["paths"].values():
        for operation in operations.values():
            ((scheme, scopes),) = operation["security"][0].items()
            assert (scheme, scopes[0] in ("read", "play", "tables")) == ("token", True)
            failures = {status: answer for status, answer in operation["responses"].items() if status >= "400"}
            assert set(failures) >= {"400", "401", "403", "406", "429", "503"}
            assert {kind for answer in failures.values() for kind in answer["content"]} == {"application/problem+json"}


def test_page_shows_every_operation_and_every_type() -> None:
    parts, types = _contents()
    page = Client().get("/api/").content.decode()
    operations = [operation for part in parts for operation in part.operations]

    assert len(operations) == sum(map(len, openapi.committed()["paths"].values()))
    assert {one.name for one in types} == set(openapi.committed()["components"]["schemas"])
    assert all(f'id="{operation.name}"' in page for operation in operations)
    assert all(f'id="type-{one.name}"' in page for one in types)
    assert re.findall(r'(?:src|href|action)="(?:https?:)?//[^"]*"', page) == []


@pytest.mark.parametrize(
    ("method", "path", "sent", "status", "code"),
    [
        ("GET", "no-such-address", None, 404, "not-found"),
        ("GET", "tables/none", None, 404, "not-found"),
        ("GET", "tables/mine/rounds/99999999999999999999", None, 400, "invalid"),
        ("GET", "tables?before=x", None, 400, "invalid"),
        ("PUT", "me", None, 405, "method"),
        ("POST", "tables/mine/moves", b"{", 400, "unreadable"),
        ("POST", "tables/mine/moves", b"\xff\xfe", 400, "unreadable"),
        ("POST", "tables/mine/moves", b"[" * 5000, 400, "unreadable"),
        ("POST", "tables/mine/moves", b"1e999", 400, "unreadable"),
        ("POST", "tables/mine/moves", {"seq": 1}, 400, "invalid"),
        ("POST", "tables/mine/moves", {"seq": 1, "command": {"kind": "veto"}}, 400, "invalid"),
        ("POST", "tables/mine/moves", {"seq": -1, "command": {"kind": "discard", "cards": ["map"]}}, 400, "invalid"),
        ("POST", "tables/mine/moves", {"seq": 1, "command": {"kind": "discard", "cards": [], "x": 1}}, 400, "invalid"),
        ("POST", "join", {}, 422, "no-table"),
        ("POST", "join", {"link": "none"}, 404, "not-found"),
        ("POST", "join", {"link": "//x/../y"}, 404, "not-found"),
    ],
)
def test_bad_request_is_a_problem_with_a_code(method: str, path: str, sent: Any, status: int, code: str) -> None:
    tables.running_game(3, code="mine")
    assert Program(tables.people(1)[0]).refused(path, sent, method)[:2] == (status, code)


def test_answer_in_another_format_than_json_is_refused() -> None:
    program = Program(tables.people(1)[0])
    assert program.ask("GET", "me", None, Accept="text/html").status_code == 406


def test_problem_is_in_the_language_of_its_reader() -> None:
    ann = tables.people(1)[0]
    hint = [Program(None).ask("GET", "me", None, **{"Accept-Language": code}).json()["code"] for code in ("es", "lv")]
    assert hint == ["no-token", "no-token"]
    ann.language = "es"
    ann.save()
    tables.running_game(3, code="mine")
    assert Program(ann).ask("GET", "tables/none").json()["code"] == "not-found"


def test_database_that_is_away_is_a_problem_with_retry_after(monkeypatch: pytest.MonkeyPatch) -> None:
    from django.db import OperationalError

    def fail(*_: Any) -> None:
        raise OperationalError from _busy()

    program = Program(tables.people(1)[0])
    monkeypatch.setattr("games.selectors.waiting.rows_for", fail)
    response = program.ask("GET", "notifications")
    assert (response.status_code, response.json()["code"], response.headers["Retry-After"]) == (503, "unavailable", "5")


def _busy() -> Exception:
    import sqlite3

    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode = sqlite3.SQLITE_BUSY
    return error


def test_fault_of_the_code_is_a_problem_without_details(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("the hand of Bo")

    program = Program(tables.people(1)[0], raises=False)
    monkeypatch.setattr("games.selectors.waiting.rows_for", fail)
    response = program.ask("GET", "notifications")
    assert (response.status_code, response.json()["code"]) == (500, "error")
    assert b"Bo" not in response.content


def test_damaged_table_is_a_problem() -> None:
    game = tables.running_game(3, code="mine")
    type(game).objects.filter(pk=game.pk).update(public="{")
    assert Program(tables.people(1)[0]).refused("tables/mine", None, "GET")[:2] == (503, "damaged")


def test_answers_of_a_deprecated_version_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    program = Program(tables.people(1)[0])
    assert "Deprecation" not in program.ask("GET", "me").headers
    old = Version("v1", deprecated=date(2027, 1, 1), sunset=date(2028, 1, 1))
    monkeypatch.setattr(ApiController, "version", old)
    headers = program.ask("GET", "me").headers

    assert headers["Deprecation"] == "@1798761600"
    assert headers["Sunset"] == "Sat, 01 Jan 2028 00:00:00 GMT"
    assert 'rel="deprecation"' in headers["Link"]


def test_version_lives_for_a_year_after_it_was_deprecated() -> None:
    assert V1.headers == {}
    with pytest.raises(ValueError, match="a year"):
        Version("v1", deprecated=date(2027, 1, 1), sunset=date(2027, 12, 31))
    with pytest.raises(ValueError, match="day on which it ends"):
        Version("v1", deprecated=date(2027, 1, 1))
