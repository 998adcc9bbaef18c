"""What 0024 and 0025 add, for a database that has neither of them; others run what they lack.

Indexes of the lists of the admin, and names in code of the state of circuit breakers.
"""

from django.db import migrations, models
from saboteur_site.database.concurrently import BuildIndex


class Migration(migrations.Migration):
    replaces = [("accounts", "0024_indexes_of_lists"), ("accounts", "0025_breakers")]

    dependencies = [
        ("account", "0009_emailaddress_unique_primary_email"),
        ("accounts", "0001_squashed_0023_sign_in_links"),
    ]

    operations = [
        BuildIndex(name="people_by_name", on='accounts_user ((name_key COLLATE "C"))'),
        BuildIndex(name="people_by_address", on="accounts_user ((lower(email) COLLATE \"C\")) WHERE email <> ''"),
        BuildIndex(name="addresses_by_letters", on='account_emailaddress ((lower(email) COLLATE "C"))'),
        migrations.AddIndex("friendship", models.Index(fields=["asked_at"], name="friendships_by_age")),
        migrations.AddIndex("user", models.Index(fields=["date_joined"], name="people_by_age")),
        migrations.AddIndex("user", models.Index(condition=models.Q(is_staff=True), fields=["is_staff"], name="staff_among_people")),
        migrations.AddIndex("user", models.Index(condition=models.Q(is_superuser=True), fields=["is_superuser"], name="superusers_among_people")),
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
