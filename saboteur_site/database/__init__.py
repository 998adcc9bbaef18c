"""Django's backends for PostgreSQL and SQLite, with time limits, and with a record of whether a commit was sent."""

from django.db import connection


def database_in_words() -> str:
    """Return a description of the current database for an operator, without a password.

    `manage.py` called by hand may lack the variables of the site; then this is the embedded database.
    """
    if connection.vendor == "sqlite":
        return f"the embedded database {connection.settings_dict['NAME']} (DATABASE_URL is not set)"
    config = connection.settings_dict
    return f"the database {config['NAME']} at {config['HOST'] or 'localhost'}:{config['PORT'] or 5432} (DATABASE_URL)"
