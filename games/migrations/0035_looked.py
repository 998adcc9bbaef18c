"""Who has looked at no move yet is told apart from whoever has looked at the first deal, which is move 0."""

from django.db import migrations, models


def nobody_has_looked(apps, schema_editor):
    """Nothing tells which of the two a 0 was. So it counts as the one that drops no message."""
    apps.get_model('games', 'Seat').objects.filter(seen_seq=0).update(seen_seq=-1)


def both_are_zero(apps, schema_editor):
    apps.get_model('games', 'Seat').objects.filter(seen_seq=-1).update(seen_seq=0)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0034_bot_level'),
    ]

    operations = [
        migrations.AlterField(
            model_name='seat',
            name='seen_seq',
            field=models.IntegerField(default=-1),
        ),
        migrations.RunPython(nobody_has_looked, both_are_zero),
    ]
