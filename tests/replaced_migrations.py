"""The migrations that squashed ones replace, one by one, for tests that stop at a state between two of them.

`python -m tests.replaced_migrations` migrates the database of the site with them, as a site did that is older than the
squashed ones.
"""

from collections.abc import Iterable
from typing import Any

import django
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader


class ReplacedMigrationLoader(MigrationLoader):
    """Loads all migrations but the squashed ones; what depends on one of those depends on the last that it replaces."""

    def load_disk(self) -> None:
        """Load them as Django does, then leave out the squashed ones."""
        super().load_disk()
        last = {key: one.replaces[-1] for key, one in self.disk_migrations.items() if one.replaces}
        self.disk_migrations = {key: one for key, one in self.disk_migrations.items() if key not in last}
        on_disk: Iterable[Any] = self.disk_migrations.values()
        for one in on_disk:
            one.dependencies = [last.get(needed, needed) for needed in one.dependencies]


def executor() -> MigrationExecutor:
    """An executor that knows the replaced migrations and no squashed one."""
    found = MigrationExecutor(connection)
    found.loader = ReplacedMigrationLoader(connection)
    return found


if __name__ == "__main__":
    django.setup()
    one_by_one = executor()
    one_by_one.migrate(one_by_one.loader.graph.leaf_nodes())
