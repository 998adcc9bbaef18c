"""How many rows PostgreSQL reads to answer something: each statement is explained and carried out once more.

Counted is what every scan takes from a table or an index, whether it passes the filter or not.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.db import connection

_READING = ("SELECT", "WITH", "(SELECT")


class Asked(NamedTuple):
    """A statement with its values, as it went to the database."""

    text: str
    values: Any

    @property
    def rows(self) -> int:
        """How many rows it reads."""
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) {self.text}", self.values)
            (found,) = cursor.fetchone()
        plan = json.loads(found) if isinstance(found, str) else found
        return sum(_scanned(node) for node in _nodes(plan[0]["Plan"]))

    @property
    def plan(self) -> str:
        """How the database goes about it, in words."""
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN (ANALYZE, TIMING OFF) {self.text}", self.values)
            return "\n".join(row for (row,) in cursor.fetchall())


@contextmanager
def asked() -> Iterator[list[Asked]]:
    """The reading statements of what is done inside, in order."""
    found: list[Asked] = []

    def note(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
        if isinstance(sql, str) and not many and sql.lstrip().upper().startswith(_READING):
            found.append(Asked(sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield found


def rows_read(deed: Callable[[], object]) -> int:
    """How many rows are read while something is done; nothing that it writes may change what it reads."""
    with asked() as statements:
        deed()
    return sum(statement.rows for statement in statements)


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
