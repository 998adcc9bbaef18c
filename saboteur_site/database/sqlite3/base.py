"""SQLite, with a record of whether a transaction was committed since a request began."""

from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base

from saboteur_site.operation import private


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own, with `may_have_committed`: whether a transaction was committed since it was set to False."""

    may_have_committed = False

    def get_new_connection(self, conn_params: Any) -> Any:
        """Connect as Django does; a new file is created with permissions for this account only.

        SQLite gives the files beside it, `-wal` and `-shm`, the same permissions.
        """
        name = str(conn_params["database"])
        if not name.startswith((":memory:", "file:")):
            private.make_file(Path(name))
        return super().get_new_connection(conn_params)

    def commit(self) -> None:
        """Commit as Django does, and set `may_have_committed`."""
        super().commit()
        self.may_have_committed = True
