"""How many rows PostgreSQL reads to answer something: each statement is at once explained and carried out again.

Counted is what every scan takes from a table or an index, whether it passes the filter or not.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.db import connection

_READING = ("SELECT", "WITH", "(SELECT")
_SETTING = "set_config("
"""In a statement that reads no rows and, explained, would be carried out twice."""


class Asked(NamedTuple):
    """A statement as it went to the database, and the plan by which this carried it out."""

    text: str
    plan: dict[str, Any]

    @property
    def rows(self) -> int:
        """How many rows it reads."""
        return sum(_scanned(node) for node in _nodes(self.plan))


@contextmanager
def asked() -> Iterator[list[Asked]]:
    """The reading statements of what is done inside, in order.

    Each is explained where it was executed, so that the settings of its transaction hold.
    """
    found: list[Asked] = []

    def note(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
        if isinstance(sql, str) and not many and sql.lstrip().upper().startswith(_READING) and _SETTING not in sql:
            found.append(Asked(sql, _plan(sql, params)))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield found


def rows_read(deed: Callable[[], object]) -> int:
    """How many rows are read while something is done; nothing that it writes may change what it reads."""
    with asked() as statements:
        deed()
    return sum(statement.rows for statement in statements)


def _plan(text: str, values: Any) -> dict[str, Any]:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) {text}", values)
        (found,) = cursor.fetchone()
    plan: dict[str, Any] = (json.loads(found) if isinstance(found, str) else found)[0]["Plan"]
    return plan


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for child in plan.get("Plans", ()):
        yield from _nodes(child)


def _scanned(node: dict[str, Any]) -> int:
    """The rows of one node that are read from a table; what a bitmap of an index finds is read by the node above."""
    kind = node["Node Type"]
    if "Relation Name" not in node or not kind.endswith("Scan"):
        return 0
    dropped = ("Rows Removed by Filter", "Rows Removed by Index Recheck")
    rows: int = round((node["Actual Rows"] + sum(node.get(name, 0) for name in dropped)) * node["Actual Loops"])
    return rows
