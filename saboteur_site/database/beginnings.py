"""Search by prefix, with an index that sorts by code points (docs/adr/0066)."""

from typing import Any

from django.db import connection
from django.db.models import CharField, QuerySet, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Collate

COLLATIONS = {"postgresql": "C", "sqlite": "BINARY"}
"""The collations by code points of each database."""
_LAST = "\U0010ffff"


def beginning(rows: QuerySet[Any], expression: Combinable, term: str) -> QuerySet[Any]:
    """Return the rows where an expression begins with a term, in the order of code points.

    On PostgreSQL `BuildIndex` in a migration builds the index for it.
    """
    text = CharField()
    column = Collate(expression, COLLATIONS[connection.vendor])
    found: QuerySet[Any] = rows.annotate(begins=column).filter(
        begins__gte=Value(term, text), begins__lt=Value(term + _LAST, text)
    )
    return found.order_by("begins")
