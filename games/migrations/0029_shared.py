"""A finished game can be shown to others: who agrees, and the secret address once most do."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0028_notes"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="shared",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=32),
        ),
        migrations.AddField(
            model_name="seat",
            name="shares",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.UniqueConstraint(
                condition=models.Q(("shared", ""), _negated=True), fields=("shared",), name="one_game_an_address"
            ),
        ),
    ]
