"""What a request costs the database."""

import re
from typing import Any

from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

TRANSACTIONS = re.compile("SAVEPOINT|RELEASE|ROLLBACK|BEGIN|COMMIT|PRAGMA")
"""What frames statements and is none."""


def statements(
    client: Client,
    address: str,
    form: dict[str, Any] | None = None,
    headers: dict[str, str] | None = None,
    *,
    forget: bool = True,
) -> list[str]:
    """The statements of a request, session and person included; with `forget` the caches are empty before it.

    ValueError when it was not answered as it should be.
    """
    if forget:
        for cache in caches.all(initialized_only=True):
            cache.clear()
    with CaptureQueriesContext(connection) as queries:
        response = client.get(address, headers=headers) if form is None else client.post(address, form)
    if response.status_code not in (200, 303):
        raise ValueError(f"{address}: {response.status_code}")
    texts = [query["sql"] for query in queries.captured_queries]
    return [text for text in texts if not TRANSACTIONS.match(text)]
