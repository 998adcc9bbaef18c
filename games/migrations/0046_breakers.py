"""The circuit breaker of a chat has the names of its state in code; its columns keep theirs."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0045_options_version")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField("tablechat", "vain", "failed_tries"),
                migrations.RenameField("tablechat", "rests_until", "open_until"),
                migrations.AlterField(
                    "tablechat", "failed_tries", models.PositiveSmallIntegerField(default=0, db_column="vain")
                ),
                migrations.AlterField(
                    "tablechat", "open_until", models.DateTimeField(null=True, db_column="rests_until")
                ),
            ]
        ),
        migrations.AlterField(
            "tablechat", "failed_tries", models.PositiveSmallIntegerField(default=0, db_default=0, db_column="vain")
        ),
    ]
