"""Finished games whose log is packed into one row."""

from collections.abc import Callable

import django.db.models.deletion
import games.clock
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

# A log may go while its archive holds it. The last move always stays, so the row of a game stays as it did.
MAKE = """
CREATE OR REPLACE FUNCTION games_refuse_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM games_game WHERE id = OLD.game_id)
        AND NOT EXISTS (SELECT FROM games_archivedgame WHERE game_id = OLD.game_id AND length(packed) > 0)
    THEN
        RAISE EXCEPTION '% is append only', TG_TABLE_NAME;
    END IF;
    RETURN OLD;
END $$;
CREATE FUNCTION games_refuse_loss() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM games_game WHERE id = OLD.game_id)
        AND ((SELECT count(*) FROM games_move WHERE game_id = OLD.game_id) < OLD.moves
            OR (SELECT count(*) FROM games_privateact WHERE game_id = OLD.game_id) < OLD.acts)
    THEN
        RAISE EXCEPTION '% holds the only log', TG_TABLE_NAME;
    END IF;
    IF TG_OP = 'DELETE' THEN
        RETURN OLD;
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER archived_games_stay BEFORE DELETE OR UPDATE ON games_archivedgame
    FOR EACH ROW EXECUTE FUNCTION games_refuse_loss();
"""
DROP = """
DROP TRIGGER archived_games_stay ON games_archivedgame;
DROP FUNCTION games_refuse_loss;
CREATE OR REPLACE FUNCTION games_refuse_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM games_game WHERE id = OLD.game_id) THEN
        RAISE EXCEPTION '% is append only', TG_TABLE_NAME;
    END IF;
    RETURN OLD;
END $$;
"""
IN_USE = "Games are archived: set ARCHIVE_AFTER to 0 and run `manage.py unarchive --all` first."


def _on_postgresql(sql: str) -> Callable[[StateApps, BaseDatabaseSchemaEditor], None]:
    def run(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
        if editor.connection.vendor == "postgresql":
            editor.execute(sql, params=None)

    return run


def _refuse_loss(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Refuse to go back while the archive holds a log. Raise RuntimeError then."""
    if apps.get_model("games", "Game").objects.filter(archived_at__isnull=False).exists():
        raise RuntimeError(IN_USE)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0054_moderation'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ArchivedGame',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='archived', serialize=False, to='games.game', verbose_name='table')),
                ('packed', models.BinaryField()),
                ('moves', models.PositiveIntegerField()),
                ('acts', models.PositiveIntegerField()),
                ('at', models.DateTimeField(default=games.clock.now)),
                ('restored_at', models.DateTimeField(null=True)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.AddField(
            model_name='game',
            name='archived_at',
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name='archived'),
        ),
        migrations.RunPython(migrations.RunPython.noop, _refuse_loss),
        migrations.RunPython(_on_postgresql(MAKE), _on_postgresql(DROP)),
    ]
