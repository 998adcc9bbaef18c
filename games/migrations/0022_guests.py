"""Tables of guests. On PostgreSQL a table whose log has begun goes for one reason only, and then whole.

Moves and private acts were never deleted until now. From now on they go after the row of their table, in the same
transaction. That row goes if a guest had the table made, the game does not run, and no account ever sat there: every
seat and every line of the log is a bot's, or that of a guest whose time is over. A table into which an administrator
looked stays. No table becomes one of guests later.
"""

from collections.abc import Callable

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

MAKE = """
CREATE FUNCTION games_refuse_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM games_game WHERE id = OLD.game_id) THEN
        RAISE EXCEPTION '% is append only', TG_TABLE_NAME;
    END IF;
    RETURN OLD;
END $$;
CREATE FUNCTION games_refuse_to_go() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM games_move WHERE game_id = OLD.id)
        AND NOT EXISTS (SELECT FROM games_privateact WHERE game_id = OLD.id)
    THEN
        RETURN OLD;
    END IF;
    IF NOT OLD.of_guests OR OLD.status NOT IN ('over', 'cancelled')
        OR EXISTS (SELECT FROM games_peek WHERE game_id = OLD.id)
        OR EXISTS (
            SELECT FROM accounts_user WHERE NOT is_bot AND (is_active OR NOT is_guest) AND id IN (
                SELECT user_id FROM games_seat WHERE game_id = OLD.id
                UNION SELECT user_id FROM games_move WHERE game_id = OLD.id
            )
        )
    THEN
        RAISE EXCEPTION '% is append only', TG_TABLE_NAME;
    END IF;
    RETURN OLD;
END $$;
DROP TRIGGER moves_stay ON games_move;
CREATE TRIGGER moves_stay BEFORE UPDATE OF game_id, seq, seat, events, command, key, at ON games_move
    FOR EACH ROW EXECUTE FUNCTION games_refuse_change();
CREATE TRIGGER moves_go_last BEFORE DELETE ON games_move
    FOR EACH ROW EXECUTE FUNCTION games_refuse_removal();
DROP TRIGGER private_acts_stay ON games_privateact;
CREATE TRIGGER private_acts_stay BEFORE UPDATE ON games_privateact
    FOR EACH ROW EXECUTE FUNCTION games_refuse_change();
CREATE TRIGGER private_acts_go_last BEFORE DELETE ON games_privateact
    FOR EACH ROW EXECUTE FUNCTION games_refuse_removal();
CREATE TRIGGER games_stay BEFORE DELETE ON games_game
    FOR EACH ROW EXECUTE FUNCTION games_refuse_to_go();
CREATE TRIGGER games_stay_what_they_are BEFORE UPDATE OF of_guests ON games_game
    FOR EACH ROW WHEN (NEW.of_guests AND NOT OLD.of_guests) EXECUTE FUNCTION games_refuse_change();
"""
DROP = """
DROP TRIGGER games_stay_what_they_are ON games_game;
DROP TRIGGER games_stay ON games_game;
DROP TRIGGER private_acts_go_last ON games_privateact;
DROP TRIGGER private_acts_stay ON games_privateact;
DROP TRIGGER moves_go_last ON games_move;
DROP TRIGGER moves_stay ON games_move;
CREATE TRIGGER moves_stay BEFORE DELETE OR UPDATE OF game_id, seq, seat, events, command, key, at ON games_move
    FOR EACH ROW EXECUTE FUNCTION games_refuse_change();
CREATE TRIGGER private_acts_stay BEFORE UPDATE OR DELETE ON games_privateact
    FOR EACH ROW EXECUTE FUNCTION games_refuse_change();
DROP FUNCTION games_refuse_to_go();
DROP FUNCTION games_refuse_removal();
"""


def _on_postgresql(sql: str) -> Callable[[StateApps, BaseDatabaseSchemaEditor], None]:
    def run(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
        if editor.connection.vendor == "postgresql":
            editor.execute(sql, params=None)

    return run


class Migration(migrations.Migration):
    dependencies = [("games", "0021_words"), ("accounts", "0011_guests")]
    operations = [
        migrations.AddField(
            model_name="game",
            name="guests_welcome",
            field=models.BooleanField(db_default=False, default=False, verbose_name="guests may sit down"),
        ),
        migrations.AddField(
            model_name="game",
            name="practice",
            field=models.BooleanField(db_default=False, default=False, verbose_name="practice table"),
        ),
        migrations.AddField(
            model_name="game",
            name="of_guests",
            field=models.BooleanField(db_default=False, default=False, editable=False, verbose_name="table of a guest"),
        ),
        migrations.RunPython(_on_postgresql(MAKE), _on_postgresql(DROP)),
    ]
