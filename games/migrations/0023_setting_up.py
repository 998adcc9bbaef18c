from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0022_guests'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='terms',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='seat',
            name='agreed',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
    ]
