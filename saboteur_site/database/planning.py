"""Settings of PostgreSQL's query planner for some statements (docs/adr/0066)."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext

from django.db import connection, transaction

_READS_WHOLE_TABLES = ("enable_seqscan", "enable_hashjoin", "enable_mergejoin", "jit")
_LEAVES_THE_ORDER = ("enable_sort", "enable_bitmapscan", "enable_seqscan", "jit")


@contextmanager
def by_index() -> Iterator[None]:
    """Read rows and join them by index, whatever the statistics of a table say.

    For statements that read few rows of large tables. On medium-sized tables, and on those without statistics,
    PostgreSQL would scan all rows: fast at first, but slower as the site grows.
    Costs a query, and another one inside a transaction; nothing on SQLite.
    """
    with _without(_READS_WHOLE_TABLES):
        yield


@contextmanager
def in_index_order() -> Iterator[None]:
    """Read in the order of an index and stop at the limit, whatever the statistics of a table say.

    Where they are missing or old, PostgreSQL expects few rows to match, and would read and sort all of them. For
    statements with a limit whose order an index serves. Costs as much as `by_index`.
    """
    with _without(_LEAVES_THE_ORDER):
        yield


@contextmanager
def _without(settings: Sequence[str]) -> Iterator[None]:
    """Switch settings of the planner off inside. They are local to a transaction. Within a longer one, they are
    restored at the end; after an error they may stay off until it ends."""
    if connection.vendor != "postgresql":
        yield
        return
    is_part = connection.in_atomic_block
    with nullcontext() if is_part else transaction.atomic(), connection.cursor() as cursor:
        before = ", ".join(f"current_setting('{name}')" for name in settings)
        cursor.execute(f"SELECT {before}, {_local(settings)}", ["off"] * len(settings))
        found = cursor.fetchone()[: len(settings)]
        yield
        if is_part:
            cursor.execute(f"SELECT {_local(settings)}", found)


def _local(settings: Sequence[str]) -> str:
    return ", ".join(f"set_config('{name}', %s, true)" for name in settings)
