"""Labels and help of fields in plain English; nothing changes in the database."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0049_seen_deal"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="game",
            options={
                "permissions": (("repair_game", "Can step into a running game with a reason"),),
                "verbose_name": "table",
                "verbose_name_plural": "tables",
            },
        ),
        migrations.AlterField(
            model_name="delivery",
            name="outcome",
            field=models.CharField(
                choices=[
                    ("sent", "sent"),
                    ("seen", "seen at the table first"),
                    ("obsolete", "no longer true"),
                    ("unwanted", "not wanted"),
                    ("no-channel", "no channel"),
                    ("dead", "given up"),
                ],
                default="",
                max_length=20,
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="joining",
            field=models.CharField(
                choices=[
                    ("friends", "Friends and people I invite"),
                    ("link", "Anyone with the link"),
                    ("anyone", "Anyone on this site"),
                ],
                default="friends",
                max_length=10,
                verbose_name="who may join",
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="ladder",
            field=models.CharField(
                choices=[
                    ("clock", "The game goes on without late players"),
                    ("friends", "Players are reminded, and decide what happens"),
                ],
                default="clock",
                max_length=10,
                verbose_name="when time runs out",
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="talk",
            field=models.CharField(
                choices=[
                    ("on", "Messages, quick messages and claims"),
                    ("quick", "Quick messages and claims only"),
                    ("off", "No messages at all"),
                ],
                db_default="on",
                default="on",
                max_length=5,
                verbose_name="talk",
            ),
        ),
        migrations.AlterField(
            model_name="motion",
            name="matter",
            field=models.CharField(
                choices=[
                    ("pause", "a pause"),
                    ("end", "ending the game"),
                    ("live", "playing live for an hour"),
                    ("pace", "a faster pace"),
                    ("absent", "what happens to the seat of an absent player"),
                ],
                max_length=10,
                verbose_name="matter",
            ),
        ),
        migrations.AlterField(
            model_name="notice",
            name="outcome",
            field=models.CharField(
                blank=True,
                choices=[
                    ("sent", "sent"),
                    ("seen", "seen at the table first"),
                    ("obsolete", "no longer true"),
                    ("unwanted", "not wanted"),
                    ("no-channel", "no channel"),
                    ("dead", "given up"),
                ],
                default="",
                max_length=20,
                verbose_name="outcome",
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="awaited_for",
            field=models.CharField(blank=True, default="", max_length=20, verbose_name="waiting for"),
        ),
        migrations.AlterField(
            model_name="word",
            name="kind",
            field=models.CharField(
                choices=[("text", "written"), ("quick", "a quick message"), ("claim", "a claim")],
                max_length=5,
                verbose_name="how",
            ),
        ),
    ]
