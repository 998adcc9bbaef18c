"""Courses of a game that differ in what a viewer may not know: what is fetched in each, and where they differ."""

import re
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

TOKENS = re.compile(rb'(name="csrfmiddlewaretoken" value=")[^"]*')


def without_tokens(page: bytes) -> bytes:
    """A page without the tokens of its forms, which are others each time."""
    return TOKENS.sub(rb"\1", page)


def without_address(page: bytes, address: str) -> bytes:
    """A page without tokens and without its own address, to which the choice of a language leads back."""
    return without_tokens(page).replace(f'name="next" value="{address}"'.encode(), b"")


def fetched(client: Client, name: str, address: str, **headers: str) -> dict[str, Any]:
    """The answer of an address without its changing parts: status, headers, statements, content."""
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(address, headers=headers or None)
    kept_headers = {field: value for field, value in answer.items() if field not in ("Set-Cookie", "Expires")}
    return {
        f"{name} {address} {headers}": (answer.status_code, kept_headers, len(queries), without_tokens(answer.content))
    }


def faults(kept_headers: list[dict[str, Any]]) -> list[str]:
    """The ways by which runs can be told from one another."""
    return sorted({way for other in kept_headers[1:] for way in kept_headers[0] if other[way] != kept_headers[0][way]})
