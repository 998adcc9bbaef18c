"""Django's own backends for PostgreSQL and SQLite, for people who wait for an answer and want to know what was kept."""
