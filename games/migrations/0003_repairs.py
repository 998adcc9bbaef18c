from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0002_moves_stay")]
    operations = [
        migrations.AlterModelOptions(
            name="game",
            options={
                "permissions": (("repair_game", "Can step in at a running game with a reason"),),
                "verbose_name": "table",
                "verbose_name_plural": "tables",
            },
        ),
        migrations.AddField(
            model_name="seat",
            name="resting",
            field=models.CharField(blank=True, default="", max_length=10, verbose_name="resting"),
        ),
    ]
