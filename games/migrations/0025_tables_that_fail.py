"""Tables that fail are found by an index of their own, however many run."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0024_ceremony")]

    operations = [
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("status", "running"), ("stuck_at__isnull", False)),
                fields=["stuck_at"],
                name="running_that_fail",
            ),
        ),
    ]
