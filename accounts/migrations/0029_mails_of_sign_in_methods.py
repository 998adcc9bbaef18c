"""Mails about sign-in methods: their template, and the browser in which it happened."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0028_bot_accounts"),
    ]

    operations = [
        migrations.AlterField(
            model_name="accountmail",
            name="kind",
            field=models.CharField(
                choices=[("confirm", "Confirm"), ("reset", "Reset"), ("sign-in", "Sign In"), ("method", "Method")],
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="accountmail",
            name="browser",
            field=models.CharField(blank=True, db_default="", default="", max_length=60),
        ),
        migrations.AddField(
            model_name="accountmail",
            name="template",
            field=models.CharField(blank=True, db_default="", default="", max_length=40),
        ),
    ]
