"""Courses of a game that differ in what somebody may not know: what is fetched in each, and where they differ."""

import re
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

TOKENS = re.compile(rb'(name="csrfmiddlewaretoken" value=")[^"]*')


def fetched(client: Client, name: str, address: str, **headers: str) -> dict[str, Any]:
    """What an address answers somebody, without what is another one each time: status, headers, statements, content."""
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(address, headers=headers or None)
    told = {field: value for field, value in answer.items() if field not in ("Set-Cookie", "Expires")}
    return {f"{name} {address} {headers}": (answer.status_code, told, len(queries), TOKENS.sub(rb"\1", answer.content))}


def faults(told: list[dict[str, Any]]) -> list[str]:
    """The ways by which runs can be told from one another."""
    return sorted({way for other in told[1:] for way in told[0] if other[way] != told[0][way]})
