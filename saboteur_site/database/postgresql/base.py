"""PostgreSQL, which may be restarted, stand still or vanish: none waits for ever, dead connections go all at once."""

from datetime import UTC, datetime
from typing import Any, TypeVar

import psycopg
from django.db import DatabaseError, transaction
from django.db.backends.postgresql import base
from psycopg import IsolationLevel, OperationalError
from psycopg.abc import Buffer, PQGen
from psycopg.sql import SQL, Identifier, Literal
from psycopg.types.datetime import TimestamptzLoader
from psycopg_pool import ConnectionPool

from saboteur_site.database import patience

Result = TypeVar("Result")

#: Classes of SQLSTATE with which a server says good-bye, and not what became of a commit.
GOOD_BYES = ("08", "57P")


class Connection(psycopg.Connection[Any]):
    """A connection that is closed when the request in its thread has waited long enough.

    The timeouts of libpq do not help there: a server that stands still acknowledges every packet all the same.
    """

    def wait(self, gen: PQGen[Result], interval: float = 0.1, timeout: float | None = None) -> Result:
        """Return what the generator of a question gives; OperationalError when the request must not wait any more."""
        if timeout is not None or (left := patience.left()) is None:
            return super().wait(gen, interval, timeout)
        try:
            return super().wait(gen, interval, left)
        except psycopg.errors._WaitTimeout as late:
            self.pgconn.finish()
            raise OperationalError("the database has not answered in time") from late


class MomentLoader(TimestamptzLoader):
    """Reads a moment as Python itself does, which takes a tenth of the time; a page reads forty of them."""

    timezone = UTC
    """Where Django looks what the moments are in."""

    def load(self, data: Buffer) -> datetime:
        """The moment, in UTC. DataError if it is none of the years that Python knows."""
        try:
            return datetime.fromisoformat(bytes(data).decode()).astimezone(UTC)
        except ValueError:
            return super().load(data)  # which says what is wrong with it


def _limited(execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
    """Run a statement that may wait for a lock in a transaction, whose locks are limited."""
    writes = isinstance(sql, str) and sql.lstrip()[:6].upper() in ("UPDATE", "DELETE", "INSERT")
    if context["connection"].in_atomic_block or not writes:
        return execute(sql, params, many, context)
    with transaction.atomic(using=context["connection"].alias):
        return execute(sql, params, many, context)


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own, with `may_have_committed`: whether a commit was sent and not refused since it was set to False."""

    may_have_committed = False

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        if pool := self.settings_dict["OPTIONS"].get("pool"):
            pool["connection_class"] = Connection

    def get_connection_params(self) -> dict[str, Any]:
        """What a connection is made of: the limits of this process, and its own way to read moments.

        Another pool (DATABASE_POOL_SIZE=0) takes no options and hands connections out to other processes.
        There the limit of locks is one of each transaction (`_set_autocommit`, `_limited`).
        """
        params = super().get_connection_params()
        if self.settings_dict["OPTIONS"].get("pool"):
            limits = " ".join(f"-c {name}={value}" for name, value in patience.limits().items())
            params["options"] = f"{limits} {params.get('options', '')}".strip()
        if self.timezone == UTC:
            params["context"].register_loader("timestamptz", MomentLoader)
        return params

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return a connection that answers; when one of the pool does not, look at all the others there at once."""
        if not self.pool:
            self.isolation_level = IsolationLevel.READ_COMMITTED
            connection = Connection.connect(**conn_params, autocommit=True)
            for name, value in patience.IDLE.items():
                connection.execute(SQL("SET {} = {}").format(Identifier(name), Literal(value)))
            if patience.lock_limit():
                self.execute_wrappers = [*self.execute_wrappers, _limited]
            return connection
        connection = super().get_new_connection(conn_params)
        try:
            ConnectionPool.check_connection(connection)
        except OperationalError:
            self.pool.putconn(connection)
            if patience.left() == 0:
                raise
            self.pool.check()
            connection = super().get_new_connection(conn_params)
        return connection

    def _set_autocommit(self, autocommit: bool) -> None:
        super()._set_autocommit(autocommit)  # type: ignore[misc]  # the stubs do not know it
        if not autocommit and not self.pool and (limit := patience.lock_limit()):
            self.connection.execute(SQL("SET LOCAL lock_timeout = {}").format(Literal(limit)))

    def commit(self) -> None:
        """Commit as Django does, and take note of it unless the server says that it has not."""
        before, self.may_have_committed = self.may_have_committed, True
        try:
            super().commit()
        except DatabaseError as error:
            state = getattr(error.__cause__, "sqlstate", None)
            if state and not state.startswith(GOOD_BYES):
                self.may_have_committed = before
            raise
