"""Sessions in the database, with copies in a cache (`SESSION_ENGINE`)."""

from django.contrib.sessions.backends import cached_db, db


class SessionStore(cached_db.SessionStore):
    """Django's, but a new session is copied into the cache only once it is saved with what makes it one.

    A log-in creates a session and signs the user in with a second save. If the cache goes away between the two, the
    first copy would stay, and every process that finds it would take the user for signed out until it expires.
    """

    def save(self, must_create: bool = False) -> None:
        """Save into the database, and copy what is not new into the cache; raises as Django's does."""
        if must_create:
            db.SessionStore.save(self, must_create)
        else:
            super().save()
