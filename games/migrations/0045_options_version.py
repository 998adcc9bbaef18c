"""`Game.terms` is called `options_version` in code; its column keeps its name."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0044_indexes_of_lists")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField("game", "terms", "options_version"),
                migrations.AlterField(
                    "game",
                    "options_version",
                    models.PositiveSmallIntegerField(default=0, db_default=0, db_column="terms"),
                ),
            ]
        )
    ]
