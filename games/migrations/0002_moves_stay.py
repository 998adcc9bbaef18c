"""On PostgreSQL the log and the peeks cannot be changed: a trigger refuses it."""

from collections.abc import Callable

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

MAKE = """
CREATE FUNCTION games_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append only', TG_TABLE_NAME;
END $$;
CREATE TRIGGER moves_stay BEFORE DELETE OR UPDATE OF game_id, seq, seat, events, command, key, at ON games_move
    FOR EACH ROW EXECUTE FUNCTION games_refuse_change();
CREATE TRIGGER peeks_stay BEFORE UPDATE OR DELETE ON games_peek
    FOR EACH ROW EXECUTE FUNCTION games_refuse_change();
"""
DROP = """
DROP TRIGGER moves_stay ON games_move;
DROP TRIGGER peeks_stay ON games_peek;
DROP FUNCTION games_refuse_change();
"""


def _on_postgresql(sql: str) -> Callable[[StateApps, BaseDatabaseSchemaEditor], None]:
    def run(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
        if editor.connection.vendor == "postgresql":
            editor.execute(sql, params=None)

    return run


class Migration(migrations.Migration):
    dependencies = [("games", "0001_tables")]
    operations = [migrations.RunPython(_on_postgresql(MAKE), _on_postgresql(DROP))]
