"""An option of a table: bot accounts may take a seat."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0050_labels'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='programs_welcome',
            field=models.BooleanField(db_default=False, default=False, verbose_name='programs may sit down'),
        ),
    ]
