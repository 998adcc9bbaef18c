"""What begins with some words, found by an index that sorts by code points (docs/adr/0066)."""

from typing import Any

from django.db import connection
from django.db.models import CharField, QuerySet, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Collate

COLLATIONS = {"postgresql": "C", "sqlite": "BINARY"}
"""The names that databases give to the order of code points."""
_LAST = "\U0010ffff"


def beginning(rows: QuerySet[Any], expression: Combinable, term: str) -> QuerySet[Any]:
    """The rows where an expression begins with a term, in the order of their code points.

    On PostgreSQL `BuildIndex` in a migration makes the index that finds them.
    """
    text = CharField()
    column = Collate(expression, COLLATIONS[connection.vendor])
    found: QuerySet[Any] = rows.annotate(begins=column).filter(
        begins__gte=Value(term, text), begins__lt=Value(term + _LAST, text)
    )
    return found.order_by("begins")
