"""Labels and help of fields in plain English; nothing changes in the database."""

import accounts.names
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0026_friend_links"),
    ]

    operations = [
        migrations.AlterField(
            model_name="user",
            name="confirm_tunnels",
            field=models.BooleanField(
                default=True,
                help_text="Ask before I lay a tunnel card. All other moves always ask.",
                verbose_name="confirm tunnels",
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="declined_at",
            field=models.DateTimeField(editable=False, null=True, verbose_name="wants no notifications, since"),
        ),
        migrations.AlterField(
            model_name="user",
            name="digest",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "No summary"),
                    ("beside", "Beside single messages"),
                    ("alone", "Instead of single messages"),
                ],
                db_default="",
                default="",
                max_length=6,
                verbose_name="daily summary",
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="layout",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "Whichever fits my screen"),
                    ("across", "Always from left to right"),
                    ("down", "Always from top to bottom"),
                ],
                default="",
                max_length=6,
                verbose_name="the mine runs",
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="shows_pace",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="Players at your tables can see how soon you usually answer, and how often you miss a turn.",
                verbose_name="show how fast I answer",
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="single_keys",
            field=models.BooleanField(
                default=True, help_text="Choose cards and squares with single keys.", verbose_name="keyboard shortcuts"
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="username",
            field=models.CharField(
                error_messages={"unique": "That name is taken, or too close to one that is."},
                help_text="2 to 24 characters. Everyone at your tables sees it.",
                max_length=24,
                unique=True,
                validators=[accounts.names.check_name],
                verbose_name="name",
            ),
        ),
    ]
