"""A guest who is barred is no guest whose time is over. On PostgreSQL the log of their table stays until then, too."""

from collections.abc import Callable

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

FUNCTION = """
CREATE OR REPLACE FUNCTION games_refuse_to_go() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM games_move WHERE game_id = OLD.id)
        AND NOT EXISTS (SELECT FROM games_privateact WHERE game_id = OLD.id)
    THEN
        RETURN OLD;
    END IF;
    IF NOT OLD.of_guests OR OLD.status NOT IN ('over', 'cancelled')
        OR EXISTS (SELECT FROM games_peek WHERE game_id = OLD.id)
        OR EXISTS (
            SELECT FROM accounts_user WHERE NOT is_bot AND (is_active OR NOT is_guest{more}) AND id IN (
                SELECT user_id FROM games_seat WHERE game_id = OLD.id
                UNION SELECT user_id FROM games_move WHERE game_id = OLD.id
            )
        )
    THEN
        RAISE EXCEPTION '% is append only', TG_TABLE_NAME;
    END IF;
    RETURN OLD;
END $$;
"""
BARRED = " OR username NOT LIKE 'Former player ' || id || '%'"


def _on_postgresql(sql: str) -> Callable[[StateApps, BaseDatabaseSchemaEditor], None]:
    def run(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
        if editor.connection.vendor == "postgresql":
            editor.execute(sql, params=None)

    return run


class Migration(migrations.Migration):
    dependencies = [("games", "0025_tables_that_fail")]
    operations = [
        migrations.RunPython(
            _on_postgresql(FUNCTION.replace("{more}", BARRED)), _on_postgresql(FUNCTION.replace("{more}", ""))
        ),
    ]
