"""PostgreSQL with outages: no request waits for ever, and dead connections are closed all at once."""

from datetime import UTC, datetime
from typing import Any, TypeVar

import psycopg
from django.db import DatabaseError, transaction
from django.db.backends.postgresql import base
from psycopg import IsolationLevel, OperationalError
from psycopg.abc import Buffer, PQGen
from psycopg.sql import SQL, Identifier, Literal
from psycopg.types.array import ListDumper
from psycopg.types.datetime import TimestamptzLoader
from psycopg_pool import ConnectionPool

from saboteur_site.database import patience

Result = TypeVar("Result")

#: Classes of SQLSTATE with which a server closes the connection, so that the outcome of a commit is unknown.
GOOD_BYES = ("08", "57P")


class Connection(psycopg.Connection[Any]):
    """A connection that is closed when the request in its thread has waited long enough.

    The timeouts of libpq do not help: the system of a server that hangs still acknowledges every packet.
    """

    def wait(self, gen: PQGen[Result], interval: float = 0.1, timeout: float | None = None) -> Result:
        """Return the result of a query's generator; raise OperationalError when the time of the request is over."""
        if timeout is not None or (left := patience.left()) is None:
            return super().wait(gen, interval, timeout)
        try:
            return super().wait(gen, interval, left)
        except psycopg.errors._WaitTimeout as late:
            self.pgconn.finish()
            raise OperationalError("the database has not answered in time") from late


class MomentLoader(TimestamptzLoader):
    """Parses a timestamp with Python's own parser, in a tenth of the time; a page reads forty of them."""

    timezone = UTC
    """Django reads the zone of the loader here."""

    def load(self, data: Buffer) -> datetime:
        """Return the time in UTC. Raise DataError for a year outside of Python's range."""
        try:
            return datetime.fromisoformat(bytes(data).decode()).astimezone(UTC)
        except ValueError:
            return super().load(data)  # raises an error that names the problem


class Escape:
    """Puts a backslash before each quote and backslash of an element, in place of a regular expression."""

    def sub(self, _template: Buffer, element: Buffer) -> bytes:
        """Return an element of an array, escaped."""
        return bytes(element).replace(b"\\", b"\\\\").replace(b'"', b'\\"')


class ArrayDumper(ListDumper):
    """Writes arrays of texts in a twentieth of the time where these are full of quotes, as JSON is.

    Django inserts many rows as an array for each column. If psycopg escapes in another way one day, that way is used.
    """

    _re_esc: Any = Escape()


def _limited(execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
    """Run a statement that may wait for a lock in a transaction, which has limits."""
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
        """Return the parameters of a connection: the limits of this process, its loader of timestamps, and its dumper
        of arrays.

        An external pool (DATABASE_POOL_SIZE=0) takes no options and shares connections with other processes.
        There each transaction sets the limits (`_set_autocommit`), and a write outside of one gets its own
        (`_limited`).
        """
        params = super().get_connection_params()
        if self.settings_dict["OPTIONS"].get("pool"):
            limits = " ".join(f"-c {name}={value}" for name, value in patience.limits().items())
            params["options"] = f"{limits} {params.get('options', '')}".strip()
        params["context"].register_dumper(list, ArrayDumper)
        if self.timezone == UTC:
            params["context"].register_loader("timestamptz", MomentLoader)
        return params

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return a connection that responds; if one of the pool does not, check all others of the pool at once."""
        if not self.pool:
            self.isolation_level = IsolationLevel.READ_COMMITTED
            connection = Connection.connect(**conn_params, autocommit=True)
            for name, value in patience.IDLE.items():
                connection.execute(SQL("SET {} = {}").format(Identifier(name), Literal(value)))
            # Once: this object opens many connections in its life.
            if patience.limits_of_transactions() and _limited not in self.execute_wrappers:
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
        if not autocommit and not self.pool and (limits := patience.limits_of_transactions()):
            settings = [
                SQL("SET LOCAL {} = {}").format(Identifier(name), Literal(value)) for name, value in limits.items()
            ]
            self.connection.execute(SQL("; ").join(settings))  # in one round trip

    def commit(self) -> None:
        """Commit as Django does, and set `may_have_committed` unless the server refuses."""
        before, self.may_have_committed = self.may_have_committed, True
        try:
            super().commit()
        except DatabaseError as error:
            state = getattr(error.__cause__, "sqlstate", None)
            if state and not state.startswith(GOOD_BYES):
                self.may_have_committed = before
            raise
