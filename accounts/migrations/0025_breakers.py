"""Circuit breakers have the names of their state in code; tables and columns keep theirs."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0024_indexes_of_lists")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel("Resting", "ChannelBreaker"),
                migrations.AlterModelTable("channelbreaker", "accounts_resting"),
                *(migrations.RenameField(model, "vain", "failed_tries") for model in ("channelbreaker", "device", "target")),
                *(migrations.RenameField(model, "rests_until", "open_until") for model in ("device", "target")),
                migrations.RenameField("channelbreaker", "until", "open_until"),
                *(
                    migrations.AlterField(model, "failed_tries", models.PositiveSmallIntegerField(default=default, db_column="vain", **more))
                    for model, default, more in (
                        ("channelbreaker", 1, {}),
                        ("device", 0, {"db_default": 0}),
                        ("target", 0, {}),
                    )
                ),
                *(
                    migrations.AlterField(model, "open_until", models.DateTimeField(null=True, db_column="rests_until"))
                    for model in ("device", "target")
                ),
                migrations.AlterField("channelbreaker", "open_until", models.DateTimeField(db_column="until")),
            ]
        ),
        *(
            migrations.AlterField(
                model, "failed_tries", models.PositiveSmallIntegerField(default=0, db_default=0, db_column="vain")
            )
            for model in ("channelbreaker", "target")
        ),
    ]
