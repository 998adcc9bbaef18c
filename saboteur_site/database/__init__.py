"""Django's own backends for PostgreSQL and SQLite, for people who wait for an answer and want to know what was kept."""

from django.db import connection


def database_in_words() -> str:
    """Which database this process works on, for an operator, without a password.

    `manage.py` called by hand lacks the variables of the site and then means the embedded database.
    """
    if connection.vendor == "sqlite":
        return f"the embedded database {connection.settings_dict['NAME']} (DATABASE_URL is not set)"
    told = connection.settings_dict
    return f"the database {told['NAME']} at {told['HOST'] or 'localhost'}:{told['PORT'] or 5432} (DATABASE_URL)"
