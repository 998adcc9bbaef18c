"""SQLite, which knows whether something may have been kept since a request began."""

from django.db.backends.sqlite3 import base


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own, with `may_have_kept`: whether a transaction has been committed since somebody set it to False."""

    may_have_kept = False

    def commit(self) -> None:
        """Commit as Django does, and take note of it."""
        super().commit()
        self.may_have_kept = True
