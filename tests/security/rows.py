"""What is in the database, and whether anything of it has changed."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from tests.games.costs import TRANSACTIONS

CHANGES = ("INSERT", "UPDATE", "DELETE")
OF_THE_VISITOR = ('"django_session"', "cache_while_redis_is_away")
"""Tables in which a visit may leave a trace whatever it asks for."""

SEEN = ("seen_seq",)
"""What any page of a table writes, that of a refused move too, which shows the table as it is now."""

Rows = dict[str, list[Any]]


def all_rows() -> Rows:
    """Every row of every table, but for sessions, and for how far the player of a seat has looked."""
    models = [model for model in apps.get_models(include_auto_created=True) if model is not Session]
    return {model._meta.label: sorted(_values(model), key=repr) for model in models}


def _values(model: type[Model]) -> list[Any]:
    columns = [field.attname for field in model._meta.concrete_fields if field.attname not in SEEN]
    return list(model._default_manager.values_list(*columns))


class Changes:
    """What a request took and left behind: how many statements, and all rows afterwards, empty when no statement could
    have changed any.

    ``matter`` is False where the rows are not compared: to read all rows takes longer than most requests.
    """

    def __init__(self, *, matter: bool) -> None:
        self.after: Rows = {}
        self.statements = 0
        self.matter = matter

    def left(self, before: Rows, *, but_for: tuple[str, ...] = ()) -> list[str]:
        """The models whose rows were other afterwards than before, but for some."""
        return [label for label, rows in self.after.items() if rows != before[label] and label not in but_for]


@contextmanager
def undone(*, watched: bool = True) -> Iterator[Changes]:
    """Watch what a request changes, if rows are compared, and undo it; rate limits are reset too."""
    changes = Changes(matter=watched)
    point = transaction.savepoint()
    connection.queries_log.clear()  # so long a log as that of a whole soak is more than Django keeps
    with CaptureQueriesContext(connection) as queries:
        yield changes
        changes.statements = sum(not TRANSACTIONS.match(query["sql"] or "") for query in queries.captured_queries)
        written = [sql for query in queries.captured_queries if (sql := query["sql"] or "").startswith(CHANGES)]
    if changes.matter and any(all(table not in sql for table in OF_THE_VISITOR) for sql in written):
        changes.after = all_rows()
    transaction.savepoint_rollback(point)
    cache.clear()
