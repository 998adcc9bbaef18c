"""Sessions in the database, with copies in a cache (`SESSION_ENGINE`)."""

from django.contrib.sessions.backends import cached_db, db


class SessionStore(cached_db.SessionStore):
    """Django's, but a new session is copied into the cache only after its second save.

    A log-in creates a session and signs the user in with a second save. If the cache were lost between the two, the
    first copy would remain, and every process that reads it would treat the user as signed out until it expires.
    """

    def save(self, must_create: bool = False) -> None:
        """Save into the database, and copy the session into the cache unless it is new; raises as Django's does."""
        if must_create:
            db.SessionStore.save(self, must_create)
        else:
            super().save()
