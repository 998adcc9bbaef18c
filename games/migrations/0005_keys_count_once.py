from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0004_private_acts")]
    operations = [
        migrations.AddConstraint(
            model_name="move",
            constraint=models.UniqueConstraint(
                fields=["game", "seat", "key"], condition=~models.Q(key=""), name="one_move_a_key"
            ),
        ),
    ]
