"""A table may be watched by people without a seat: who may, and the secret links of watchers and of the board."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0051_bot_accounts"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="watchers",
            field=models.CharField(
                choices=[
                    ("off", "No one else"),
                    ("link", "Anyone with the watch link"),
                    ("circle", "Members of the table’s circle"),
                ],
                db_default="off",
                default="off",
                max_length=6,
                verbose_name="who may watch",
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="watch_link",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=32),
        ),
        migrations.AddField(
            model_name="game",
            name="board_link",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=32),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.UniqueConstraint(
                condition=models.Q(("watch_link", ""), _negated=True),
                fields=("watch_link",),
                name="one_game_a_watch_link",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.UniqueConstraint(
                condition=models.Q(("board_link", ""), _negated=True), fields=("board_link",), name="one_game_a_board"
            ),
        ),
    ]
