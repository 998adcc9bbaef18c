"""Players decide one by one whether the picture of a finished game names them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0047_seat_coach")]

    operations = [
        migrations.AddField("seat", "named", models.BooleanField(default=False, db_default=False, editable=False)),
    ]
