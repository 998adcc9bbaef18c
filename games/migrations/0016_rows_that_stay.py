"""On PostgreSQL the log and the peeks cannot be emptied either, and private acts stay as they do."""

from collections.abc import Callable

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

MAKE = """
CREATE TRIGGER private_acts_stay BEFORE UPDATE OR DELETE ON games_privateact
    FOR EACH ROW EXECUTE FUNCTION games_refuse_change();
CREATE TRIGGER moves_stay_all BEFORE TRUNCATE ON games_move
    FOR EACH STATEMENT EXECUTE FUNCTION games_refuse_change();
CREATE TRIGGER peeks_stay_all BEFORE TRUNCATE ON games_peek
    FOR EACH STATEMENT EXECUTE FUNCTION games_refuse_change();
CREATE TRIGGER private_acts_stay_all BEFORE TRUNCATE ON games_privateact
    FOR EACH STATEMENT EXECUTE FUNCTION games_refuse_change();
"""
DROP = """
DROP TRIGGER private_acts_stay ON games_privateact;
DROP TRIGGER moves_stay_all ON games_move;
DROP TRIGGER peeks_stay_all ON games_peek;
DROP TRIGGER private_acts_stay_all ON games_privateact;
"""


def _on_postgresql(sql: str) -> Callable[[StateApps, BaseDatabaseSchemaEditor], None]:
    def run(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
        if editor.connection.vendor == "postgresql":
            editor.execute(sql, params=None)

    return run


class Migration(migrations.Migration):
    dependencies = [("games", "0015_choices_of_bots")]
    operations = [migrations.RunPython(_on_postgresql(MAKE), _on_postgresql(DROP))]
