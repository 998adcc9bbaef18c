"""Indexes that are built while the site runs: on PostgreSQL without blocking writes, on SQLite as usual.

A migration with these operations has `atomic = False`. An interrupted one can be repeated: an invalid index is dropped
first. Inside a transaction, in which tests migrate, indexes are built as usual.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db.migrations.operations import AddIndex
from django.db.migrations.operations.base import Operation

_UNFINISHED = "SELECT FROM pg_index WHERE indexrelid = to_regclass(%s) AND NOT indisvalid"
_FINISHED = "SELECT FROM pg_index WHERE indexrelid = to_regclass(%s) AND indisvalid"


class AddIndexWhileRunning(AddIndexConcurrently):
    """Adds an index of a model."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if not _is_concurrent(schema_editor):
            AddIndex.database_forwards(self, app_label, schema_editor, from_state, to_state)
        elif _may_build(schema_editor, self.index.name):
            with _without_lock_timeout(schema_editor):
                super().database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if not _is_concurrent(schema_editor):
            AddIndex.database_backwards(self, app_label, schema_editor, from_state, to_state)
        else:
            super().database_backwards(app_label, schema_editor, from_state, to_state)


class BuildIndex(Operation):
    """Builds an index on PostgreSQL only. The definition after its name is a table and the indexed expressions.

    It is not part of a model: SQLite has no such collation, and needs no such index.
    """

    reversible = True

    def __init__(self, name: str, on: str) -> None:
        self.name, self.on = name, on

    def deconstruct(self) -> tuple[str, list[Any], dict[str, Any]]:
        return type(self).__name__, [], {"name": self.name, "on": self.on}

    def state_forwards(self, app_label: str, state: Any) -> None:
        """Change nothing in the models."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if schema_editor.connection.vendor != "postgresql":
            return
        if not _is_concurrent(schema_editor):
            schema_editor.execute(f'CREATE INDEX "{self.name}" ON {self.on}')
        elif _may_build(schema_editor, self.name):
            with _without_lock_timeout(schema_editor):
                schema_editor.execute(f'CREATE INDEX CONCURRENTLY "{self.name}" ON {self.on}')

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if schema_editor.connection.vendor == "postgresql":
            way = "CONCURRENTLY " if _is_concurrent(schema_editor) else ""
            schema_editor.execute(f'DROP INDEX {way}IF EXISTS "{self.name}"')

    def describe(self) -> str:
        return f"Build index {self.name} on PostgreSQL"


def _is_concurrent(schema_editor: Any) -> bool:
    return schema_editor.connection.vendor == "postgresql" and not schema_editor.connection.in_atomic_block


@contextmanager
def _without_lock_timeout(schema_editor: Any) -> Iterator[None]:
    """Let a concurrent build wait for old transactions: no statement of the site waits behind it."""
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        (before,) = cursor.fetchone()
    schema_editor.execute("SET lock_timeout = 0")
    yield
    schema_editor.execute(f"SET lock_timeout = '{before}'")


def _may_build(schema_editor: Any, name: str) -> bool:
    """Return whether an index is missing. Drops an invalid one that an interrupted build left."""
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(_UNFINISHED, [name])
        if cursor.fetchone() is not None:
            schema_editor.execute(f'DROP INDEX CONCURRENTLY "{name}"')
        cursor.execute(_FINISHED, [name])
        return cursor.fetchone() is None
