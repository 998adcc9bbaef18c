"""What PostgreSQL is told about how to carry out a statement (docs/adr/0066)."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

_OFF = ("enable_sort", "enable_bitmapscan", "enable_seqscan", "jit")
_SWITCH = "SELECT " + ", ".join(f"set_config('{name}', %s, true)" for name in _OFF)


@contextmanager
def in_index_order() -> Iterator[None]:
    """Read in the order of an index and stop at the limit, whatever the statistics of a table say.

    Where they are missing or old, PostgreSQL expects few rows to match, and would read and sort all that do. For
    statements with a limit whose order an index serves. Costs two queries inside of a transaction; nothing on SQLite.
    """
    if connection.vendor != "postgresql":
        yield
        return
    with transaction.atomic():
        _switch("off")
        yield
        _switch("on")  # the transaction may be part of a longer one


def _switch(state: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_SWITCH, [state] * len(_OFF))
