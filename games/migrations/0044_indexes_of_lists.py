from django.db import migrations, models

from saboteur_site.database.concurrently import AddIndexWhileRunning, BuildIndex


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ("games", "0043_tallies"),
    ]

    operations = [
        BuildIndex(name="tables_by_name", on='games_game ((lower(name) COLLATE "C"))'),
        AddIndexWhileRunning(
            model_name='complaint',
            index=models.Index(fields=['at'], name='complaints_by_age'),
        ),
        AddIndexWhileRunning(
            model_name='complaint',
            index=models.Index(condition=models.Q(('settled_at', None)), fields=['at'], name='complaints_open'),
        ),
        AddIndexWhileRunning(
            model_name='delivery',
            index=models.Index(condition=models.Q(('outcome', 'dead')), fields=['notice'], name='deliveries_given_up'),
        ),
        AddIndexWhileRunning(
            model_name='game',
            index=models.Index(fields=['created_at'], name='tables_by_age'),
        ),
        AddIndexWhileRunning(
            model_name='game',
            index=models.Index(fields=['status', 'created_at'], name='tables_by_status'),
        ),
        AddIndexWhileRunning(
            model_name='game',
            index=models.Index(condition=models.Q(('deadline__isnull', False), ('status', 'running')), fields=['outage_met', 'deadline'], name='running_by_outage'),
        ),
        AddIndexWhileRunning(
            model_name='game',
            index=models.Index(condition=models.Q(('paused_at__isnull', False), ('status', 'running')), fields=['paused_at'], name='running_that_pause'),
        ),
        AddIndexWhileRunning(
            model_name='invitation',
            index=models.Index(fields=['created_at'], name='invitations_by_age'),
        ),
        AddIndexWhileRunning(
            model_name='motion',
            index=models.Index(fields=['opened_at'], name='motions_by_age'),
        ),
        AddIndexWhileRunning(
            model_name='notice',
            index=models.Index(fields=['created_at'], name='notices_by_age'),
        ),
        AddIndexWhileRunning(
            model_name='notice',
            index=models.Index(condition=models.Q(('outcome', 'dead')), fields=['id'], name='notices_given_up'),
        ),
        AddIndexWhileRunning(
            model_name='peek',
            index=models.Index(fields=['at'], name='peeks_by_age'),
        ),
        AddIndexWhileRunning(
            model_name='seat',
            index=models.Index(condition=models.Q(('awaited_since', None), _negated=True), fields=['awaited_since'], name='seats_awaited'),
        ),
    ]
