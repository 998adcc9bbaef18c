from typing import Any

from django.db import migrations, models


def _ask_for_names(apps: Any, _editor: Any) -> None:
    """Practice wrote its own settings into the rows of guests: bring them into what real tables expect, and have guests
    asked for a name when they sit down."""
    practised = apps.get_model("accounts", "User").objects.filter(is_guest=True, confirm_tunnels=False)
    practised.update(confirm_tunnels=True, name_is_made_up=True)


class Migration(migrations.Migration):
    """The last visit of guests, and whether their name is a random one."""

    dependencies = [("accounts", "0019_rests_of_devices")]

    operations = [
        migrations.AddField(
            "user",
            "name_is_made_up",
            models.BooleanField(default=False, db_default=False, editable=False),
        ),
        migrations.AddField(
            "user",
            "visited_at",
            models.DateTimeField(null=True, editable=False, verbose_name="last visit"),
        ),
        migrations.RunPython(_ask_for_names, migrations.RunPython.noop),
    ]
