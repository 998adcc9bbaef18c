"""The games that are to be archived, found without looking at all others."""

from django.db import migrations, models

from saboteur_site.database.concurrently import AddIndexWhileRunning


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('games', '0055_archived_games'),
    ]

    operations = [
        AddIndexWhileRunning(
            model_name='game',
            index=models.Index(condition=models.Q(('archived_at__isnull', True), ('status', 'over')), fields=['over_at'], name='games_to_archive'),
        ),
    ]
