import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Links with which a guest gets in on another device."""

    dependencies = [("accounts", "0022_wanted_events")]

    operations = [
        migrations.CreateModel(
            "SignInLink",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(editable=False, max_length=64, unique=True)),
                ("expires_at", models.DateTimeField(db_index=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sign_in_links",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"default_permissions": ()},
        ),
        migrations.AlterField(
            "accountmail",
            "kind",
            models.CharField(
                choices=[("confirm", "Confirm"), ("reset", "Reset"), ("sign-in", "Sign In")], max_length=10
            ),
        ),
    ]
