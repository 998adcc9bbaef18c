"""Whatever is sent to the API is answered as the schema says, and never with a fault of ours.

20,000 hostile requests and schemathesis run in the soak; a run has a few of the former.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import hypothesis
import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, given
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from api import openapi
from saboteur_site.web import rates
from saboteur_site.wsgi import application
from tests.api.clients import Program, bot_of
from tests.api.test_who_may import SENT
from tests.conftest import SOAK
from tests.games import tables

pytestmark = pytest.mark.django_db

REQUESTS = 20_000 if SOAK else 400
EXAMPLES = 150
OPERATIONS = sorted(
    (path, method) for path, operations in openapi.committed()["paths"].items() for method in operations
)
CODES = ("mine", "open", "over", "none", "a" * 16, "%00", "..", "ünï", "mine/../over")
JUNK: tuple[Any, ...] = (
    None, True, -1, 0, 1, 2**31, 2**63, 10**40, 1.5, 1e308, "", "A", "Z", "map", "EW", "NE~", "8,0", "999,999", "-0,0",
    "\x00", "\ud800", "\u202e", "ﷺ" * 40, "' OR 1=1 --", "{{7*7}}", "<script>", "${jndi:ldap://x}", "a" * 100_000,
    [], {}, [[]], "0x1,0", ["map"] * 50, {"kind": "lay"}, {"kind": []}, [None], float("nan"), "none", "order-veto",
)  # fmt: skip
"""Values that stand in the place of any value."""
RAW = (
    b"",
    b"{",
    b"[]",
    b"null",
    b"\xff\xfe",
    b'{"seq":1}' * 50,
    b"[" * 5000,
    b'{"a":' * 2000,
    b"\x00",
    b"seq=1&key=2",
    b"1e999",
)
TYPES = (
    "application/json",
    "application/json; charset=utf-16",
    "text/plain",
    "multipart/form-data; boundary=x",
    "",
    "a/b;;",
)
KEYS = ("", "a", "ä", "x" * 65, "a b", '"quoted"')
METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE")
BODIES = (*SENT.values(), {"link": "a-link"}, {"table": "open"}, {"options_version": 0})


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> list[Program]:
    """A person, their bot account and a stranger, at three tables; nothing is counted."""
    monkeypatch.setattr(rates, "wait", lambda *_: 0)
    ann, bo, cy, dee = tables.people(4)
    robo = bot_of(bo)
    tables.in_position([ann, robo, cy], code="mine", first="A")
    tables.open_game([ann, robo], code="open", wanted=3)
    tables.finished_game([ann, robo, cy], code="over")
    return [Program(ann), Program(robo), Program(dee), Program(None)]


@pytest.fixture
def kept_connection() -> Iterator[None]:
    """The site as a server calls it would close the connection of the test between two requests."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


def twisted(value: Any, chance: Random) -> Any:
    """A body with some of its parts replaced, left out or added."""
    if chance.random() < 0.12:
        return chance.choice(JUNK)
    if isinstance(value, dict):
        mutated = {key: twisted(part, chance) for key, part in value.items() if chance.random() > 0.05}
        return {**mutated, "extra": chance.choice(JUNK)} if chance.random() < 0.05 else mutated
    if isinstance(value, list):
        return [twisted(part, chance) for part in value] * chance.choice((1, 1, 1, 2, 20))
    return value


def hostile(chance: Random) -> tuple[str, str, bytes, dict[str, str]]:
    """Method, path, body and headers of a request."""
    path, method = chance.choice(OPERATIONS)
    method = method.upper() if chance.random() < 0.85 else chance.choice(METHODS)
    path = path.replace("{code}", chance.choice(CODES if chance.random() < 0.3 else CODES[:3]))
    path = path.replace("{number}", str(chance.choice((1, 0, 99, 10**30, 1, 1))))
    if chance.random() < 0.3:
        value = chance.choice(("1", "-1", "x", "", "%00", "1" * 400, "1&after=2", "1.0", "٣"))
        path += f"?{chance.choice(('after', 'before', 'lang', 'x'))}={value}"
    body = chance.choice(RAW) if chance.random() < 0.1 else _json(twisted(chance.choice(BODIES), chance))
    headers = {"Idempotency-Key": chance.choice(KEYS)} if chance.random() < 0.3 else {}
    if chance.random() < 0.1:
        headers["Accept"] = chance.choice(
            ("text/html", "*/*;q=0", "application/problem+json", "application/*", "x", ",;")
        )
    if chance.random() < 0.1:
        headers["Accept-Language"] = chance.choice(("uk", "xx", "*", "es;q=2", "a" * 5000))
    return method, path, body if method not in ("GET", "HEAD") else b"", headers


def _json(value: Any) -> bytes:
    return json.dumps(value).encode("utf-8", "surrogatepass")


@pytest.mark.timeout(2400)
def test_hostile_request_is_answered_with_a_problem_and_no_fault(
    programs: list[Program], chance: Random, record_property: Callable[[str, object], None]
) -> None:
    answers = Counter[int]()
    for _ in range(REQUESTS):
        method, path, body, headers = hostile(chance)
        program = chance.choice(programs)
        more = {"Authorization": f"Bearer {program.token}"} if chance.random() < 0.97 else {}
        kind = chance.choice(TYPES) if chance.random() < 0.1 else TYPES[0]
        with transaction.atomic():
            response = program.client.generic(method, path, body, content_type=kind, headers={**more, **headers})
            transaction.set_rollback(chance.random() < 0.9)
        about = (method, path, body[:200], headers, response.content[:300])
        answers[response.status_code] += 1
        assert response.status_code < 500, about
        if response.status_code >= 400 and method not in ("HEAD", "TRACE"):
            assert response.headers["Content-Type"] == "application/problem+json", about
            assert response.json()["status"] == response.status_code, about
        assert "Set-Cookie" not in response.headers, about
    record_property(
        "figures", f"hostile requests to the API: {REQUESTS}, answered with {dict(sorted(answers.items()))}"
    )
    assert ({200, 400, 401, 404, 405, 409, 422} if SOAK else {200, 400, 401, 404}) <= answers.keys()


def cases(path: str, method: str) -> Any:
    """What schemathesis sends to an operation: as the schema has it, and not."""
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app=application)
    operation = schema[path][method.upper()]
    modes = schemathesis.GenerationMode
    return operation.as_strategy(generation_mode=modes.POSITIVE) | operation.as_strategy(generation_mode=modes.NEGATIVE)


def some_codes() -> Iterator[str]:
    """Codes of tables, again and again: those that are drawn are hardly ever there."""
    while True:
        yield from ("mine", "", "over", "mine", "open")


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.usefixtures("kept_connection")
@pytest.mark.parametrize(("path", "method"), OPERATIONS, ids=str)
def test_answers_are_those_of_the_schema(path: str, method: str, programs: list[Program], seed: int) -> None:
    codes, program = some_codes(), programs[0]

    @hypothesis.seed(seed)
    @hypothesis.settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=cases(path, method))
    def answers(case: Any) -> None:
        code = next(codes)
        if code and "{code}" in path:
            case.path_parameters["code"] = code
        with transaction.atomic():
            more = {"Authorization": f"Bearer {program.token}", "Accept-Encoding": "identity"}
            response = case.call(headers=more)
            transaction.set_rollback(True)
        case.validate_response(
            response,
            checks=[
                not_a_server_error,
                status_code_conformance,
                content_type_conformance,
                response_headers_conformance,
                response_schema_conformance,
            ],
        )

    answers()
