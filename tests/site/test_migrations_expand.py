"""Migrations keep the previous release working: they add, and drop one release after the last use."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader

OF_BEFORE = {"accounts": 19, "games": 36, "saboteur_site": 1}
"""The last migration of each application from before this rule."""
CONTRACTED: dict[str, str] = {}
"""Migrations that drop or rename something, with the release that stopped using it."""
DROPS = (migrations.RemoveField, migrations.RenameField, migrations.DeleteModel, migrations.RenameModel)


def faults(operations: Any) -> Iterator[str]:
    """Operations that break the code of the previous release."""
    created = {operation.name.lower() for operation in operations if isinstance(operation, migrations.CreateModel)}
    for operation in operations:
        if isinstance(operation, migrations.SeparateDatabaseAndState):
            yield from faults(operation.database_operations)
        elif isinstance(operation, DROPS):
            yield f"{type(operation).__name__} {getattr(operation, 'name', '')}"
        elif isinstance(operation, migrations.AddField) and operation.model_name.lower() not in created:
            field = operation.field
            is_filled = field.null or field.has_db_default() or isinstance(field, models.ManyToManyField)
            if not (is_filled or getattr(field, "primary_key", False)):
                yield f"AddField {operation.model_name}.{operation.name} without db_default"


def later() -> dict[str, migrations.Migration]:
    """The migrations under this rule, by application and name."""
    found = MigrationLoader(None).disk_migrations
    return {
        f"{app} {name}": migration
        for (app, name), migration in found.items()
        if app in OF_BEFORE and int(name[:4]) > OF_BEFORE[app]
    }


def test_each_migration_keeps_the_previous_release_working() -> None:
    broken = {name: found for name, one in later().items() if (found := list(faults(one.operations)))}
    assert {name: found for name, found in broken.items() if name not in CONTRACTED} == {}


@pytest.mark.parametrize(
    "operation",
    [
        migrations.RemoveField("game", "name"),
        migrations.RenameField("game", "name", "title"),
        migrations.DeleteModel("Game"),
        migrations.AddField("game", "mood", models.CharField(max_length=9, default="calm")),
        migrations.SeparateDatabaseAndState(database_operations=[migrations.DeleteModel("Game")]),
    ],
)
def test_operation_that_breaks_the_previous_release_is_found(operation: Any) -> None:
    assert list(faults([operation]))


@pytest.mark.parametrize(
    "operation",
    [
        migrations.AddField("game", "mood", models.CharField(max_length=9, db_default="calm")),
        migrations.AddField("game", "mood", models.CharField(max_length=9, null=True)),
        migrations.CreateModel("Mood", [("name", models.CharField(max_length=9))]),
    ],
)
def test_operation_that_only_adds_is_fine(operation: Any) -> None:
    assert not list(faults([operation]))
