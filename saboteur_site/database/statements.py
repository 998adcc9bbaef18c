"""Statements whose text is built once, for the reads and writes of every move and table page (docs/adr/0014).

Django builds the text of a statement again each time, and for a move that took longer than everything else. Here it is
built by the same means, from queries and models, and cached; only the values change.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from functools import cache
from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field, Model, QuerySet, query

log = logging.getLogger(__name__)
Row = TypeVar("Row")
Kind = TypeVar("Kind", bound=Model)
GONE = (AttributeError, ImportError, LookupError, TypeError, ValueError)
"""Errors when an internal API of Django has changed."""


PLACES = range(80_001, 80_049)
"""Sample keys for a prepared query about several rows; `in_places` yields the real ones."""


def in_places(keys: Iterable[int]) -> Iterator[list[int]]:
    """Yield distinct keys in chunks of the size of `PLACES`; the last chunk is padded with keys of no row."""
    found = list(dict.fromkeys(keys))
    for start in range(0, len(found), len(PLACES)):
        some = found[start : start + len(PLACES)]
        yield [*some, *[0] * (len(PLACES) - len(some))]


class Prepared(Generic[Row]):
    """A query with a placeholder for each value, made by ``build``; called with values it returns the rows.

    ``samples`` are placeholders for the values while the text is built: all different, none in the query itself. If
    the internal API of Django has changed, the ORM builds and reads the query each time: slower, with the same result.
    """

    def __init__(self, build: "Callable[..., QuerySet[Any, Row]]", *samples: Any) -> None:
        self.build, self.samples = build, samples
        self.is_plain = False
        self._reading: _Reading | None = None

    def __call__(self, *values: Any) -> list[Row]:
        """Return the rows: objects with the related rows and annotations of the query, or columns."""
        if self.is_plain:
            return list(self.build(*values))
        try:
            return self._read(values)
        except GONE as error:
            rows = list(self.build(*values))  # an error of the query or a row is raised here too
            self.is_plain = True
            named = (self.build.__qualname__, type(error).__name__)  # without its text: it may contain a row
            log.warning("%s: this statement is built again each time, because Django has changed (%s)", *named)
            return rows

    def _read(self, values: Sequence[Any]) -> list[Row]:
        reading = self._reading or _reading(self.build(*self.samples), self.samples)
        self._reading = reading
        given = [value if place is None else _adapted(values[place]) for place, value in reading.parameters]
        with connection.cursor() as cursor:
            cursor.execute(reading.text, given)
            found = cursor.fetchall()
        return list(map(reading.made, reading.converted(found)))


class _Objects(NamedTuple):
    """How an object is built from a row."""

    model: type[Model]
    columns: list[str]
    related: list[Any]
    annotations: list[tuple[str, int]]

    def made(self, row: Sequence[Any]) -> Any:
        """Return the object of a row."""
        instance = self.model.from_db(DEFAULT_DB_ALIAS, self.columns, row[: len(self.columns)])
        for populator in self.related:
            populator.populate(row, instance)
        for name, place in self.annotations:
            setattr(instance, name, row[place])
        return instance


class _Reading(NamedTuple):
    """The text of a query, and how its rows are read."""

    text: str
    parameters: list[tuple[int | None, Any]]
    converters: list[tuple[int, list[Any], Any]]
    made: Callable[[Sequence[Any]], Any]

    def converted(self, found: Sequence[Sequence[Any]]) -> Iterable[Sequence[Any]]:
        """Return rows with database values converted to Python values."""
        if not self.converters:
            return found
        rows = list(map(list, found))
        for place, converters, expression in self.converters:
            for row in rows:
                for convert in converters:
                    row[place] = convert(row[place], expression, connection)
        return rows


def _reading(rows: QuerySet[Any, Any], samples: Sequence[Any]) -> _Reading:
    compiler = rows.query.get_compiler(DEFAULT_DB_ALIAS)
    text, values = compiler.as_sql()
    expressions = [expression for expression, *_ in compiler.select]
    places = {str(_adapted(sample)): place for place, sample in enumerate(samples)}
    assert len(places) == len(samples), "two samples are alike"
    assert set(places) <= set(map(str, values)), "a sample is not in the query"
    return _Reading(
        text,
        [(places.get(str(value)), value) for value in values],
        [(place, *found) for place, found in compiler.get_converters(expressions).items()],
        _objects(rows, compiler).made if rows._fields is None else tuple,  # type: ignore[attr-defined]
    )


def _objects(rows: QuerySet[Any, Any], compiler: Any) -> _Objects:
    return _Objects(
        rows.model,
        [compiler.select[place][0].target.attname for place in compiler.klass_info["select_fields"]],
        query.get_related_populators(compiler.klass_info, compiler.select, DEFAULT_DB_ALIAS),  # type: ignore[call-arg]
        list(compiler.annotation_col_map.items()),
    )


def _adapted(value: Any) -> Any:
    """Return a value as the ORM passes it to the database."""
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return connection.ops.adapt_datefield_value(value) if isinstance(value, date) else value


@contextmanager
def together() -> Iterator[None]:
    """Pipeline the statements inside, where the database can; errors are raised at the end."""
    if connection.vendor != "postgresql":
        yield
        return
    connection.ensure_connection()
    with connection.wrap_database_errors, connection.connection.pipeline():
        yield


def insert(rows: Sequence[Model], *, or_leave: bool = False) -> int:
    """Insert rows of one model in one call, without setting their ids; return how many are new, outside of `together`.

    ``or_leave``: existing rows are not changed.
    """
    if not rows:
        return 0
    fields, to = _fields(type(rows[0])), connections[DEFAULT_DB_ALIAS]
    values = [[_for_database(field, field.pre_save(row, add=True), to) for field in fields] for row in rows]
    return _do(_insert_text(type(rows[0]), or_leave), values)


@cache
def _insert_text(model: type[Model], or_leave: bool) -> str:
    fields = _fields(model)
    names, places = ", ".join(map(_quoted, fields)), ", ".join(["%s"] * len(fields))
    end = " ON CONFLICT DO NOTHING" if or_leave else ""
    return f"INSERT INTO {_table(model)} ({names}) VALUES ({places}){end}"  # noqa: S608 (names of the models)


def update(rows: Sequence[Model], names: tuple[str, ...] = ()) -> None:
    """Update these fields, or all, of some rows of one model, each with the values of its object, in one call."""
    if rows:
        fields, to = _fields(type(rows[0]), names), connections[DEFAULT_DB_ALIAS]
        values = [
            [*[_for_database(field, getattr(row, field.attname), to) for field in fields], row.pk] for row in rows
        ]
        _do(_update_text(type(rows[0]), names), values)


@cache
def _update_text(model: type[Model], names: tuple[str, ...]) -> str:
    parts = ", ".join(f"{_quoted(field)} = %s" for field in _fields(model, names))
    return f"UPDATE {_table(model)} SET {parts} WHERE id = %s"  # noqa: S608 (names of the models)


def raise_to(model: type[Model], pk: int, **largest: int) -> None:
    """Raise fields of one row to these numbers. A field with the same or a larger number does not change."""
    _do(_raise_text(model, tuple(largest)), [[*(each for value in largest.values() for each in (value, value)), pk]])


@cache
def _raise_text(model: type[Model], names: tuple[str, ...]) -> str:
    columns = [_quoted(field) for name in names for field in _fields(model, (name,))]
    parts = ", ".join(f"{column} = CASE WHEN {column} < %s THEN %s ELSE {column} END" for column in columns)
    return f"UPDATE {_table(model)} SET {parts} WHERE id = %s"  # noqa: S608 (names of the models)


class Changes:
    """Tracks which rows have changed since they were last read or written, and writes those."""

    def __init__(self) -> None:
        self._last: dict[tuple[Model, tuple[str, ...]], Any] = {}

    def note(self, rows: Iterable[Model], names: tuple[str, ...] = ()) -> None:
        """Note that these fields, or all, of some rows are in the database with their current values."""
        self._last |= {(row, names): _getter(type(row), names)(row) for row in rows}

    def of(self, rows: "Iterable[Kind]", names: tuple[str, ...] = ()) -> "list[Kind]":
        """Return the rows in which one of these fields, or any, has changed, and those that were never noted."""
        return [row for row in rows if self._last.get((row, names), self) != _getter(type(row), names)(row)]

    def write(self, rows: Iterable[Model], names: tuple[str, ...] = (), *, or_else: Sequence[Model] = ()) -> None:
        """Write these fields, or all, of the rows that have changed: one statement, or none.

        If none has changed, the rows ``or_else`` are written.
        """
        changed = self.of(rows, names) or or_else
        update(changed, names)
        self.note(changed, names)


@cache
def _getter(model: type[Model], names: tuple[str, ...]) -> Callable[[Model], Any]:
    return attrgetter(*(field.attname for field in _fields(model, names)))


def _do(text: str, values: Sequence[Sequence[Any]]) -> int:
    with connection.cursor() as cursor:
        if len(values) == 1:
            cursor.execute(text, values[0])
        else:
            cursor.executemany(text, values)
        return int(cursor.rowcount)


@cache
def _fields(model: type[Model], names: tuple[str, ...] = ()) -> "list[Field[Any, Any]]":
    """Return the fields of a model with these names, or all but its key."""
    fields = model._meta.concrete_fields
    return [field for field in fields if field.name in names or (not names and not field.primary_key)]


def _for_database(field: "Field[Any, Any]", value: Any, to: BaseDatabaseWrapper) -> Any:
    """Return a value as the field passes it to the database, with a shortcut for values without a conversion."""
    kind = field.get_internal_type()
    if value is None or type(value) is _STAY.get(kind):
        return value
    if type(value) is int and "Integer" in kind:
        return to.ops.adapt_integerfield_value(value, kind)
    return field.get_db_prep_save(value, to)


_STAY = {"CharField": str, "TextField": str, "BooleanField": bool, "ForeignKey": int}


def _quoted(field: "Field[Any, Any]") -> str:
    return connection.ops.quote_name(str(field.column))


def _table(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)
