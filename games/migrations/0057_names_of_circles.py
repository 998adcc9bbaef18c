"""Reports of the names of circles."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0056_games_to_archive'),
    ]

    operations = [
        migrations.AddField(
            model_name='complaint',
            name='circle',
            field=models.CharField(db_default='', default='', editable=False, max_length=16),
        ),
        migrations.AlterField(
            model_name='complaint',
            name='kind',
            field=models.CharField(choices=[('message', 'a message'), ('name', 'a name'), ('person', 'a player'), ('table', 'a table'), ('circle', 'the name of a circle')], db_default='message', default='message', max_length=10, verbose_name='about'),
        ),
    ]
