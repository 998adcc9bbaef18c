import django.db.models.deletion
import games.clock
from django.conf import settings
from django.db import migrations, models


def let_old_notices_rest(apps, schema_editor):
    """What nobody was told of until now is no news any more."""
    waiting = apps.get_model("games", "Notice").objects.filter(done_at=None)
    waiting.update(done_at=games.clock.now(), outcome="obsolete")


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0006_names_of_columns'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(let_old_notices_rest, migrations.RunPython.noop),
        migrations.RemoveIndex(
            model_name='notice',
            name='notices_to_send',
        ),
        migrations.AddField(
            model_name='notice',
            name='by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by'),
        ),
        migrations.AddField(
            model_name='notice',
            name='due_at',
            field=models.DateTimeField(default=games.clock.now, verbose_name='next try'),
        ),
        migrations.AddField(
            model_name='notice',
            name='reply',
            field=models.CharField(blank=True, default='', max_length=20, verbose_name='reply'),
        ),
        migrations.AddField(
            model_name='notice',
            name='trouble',
            field=models.CharField(blank=True, choices=[('refused', 'the mail server does not accept your address'), ('busy', 'your mail server put it off again and again'), ('away', 'the mail server could not be reached'), ('fault', 'something went wrong here')], default='', max_length=10, verbose_name='trouble'),
        ),
        migrations.AlterField(
            model_name='notice',
            name='game',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='games.game', verbose_name='table'),
        ),
        migrations.AlterField(
            model_name='notice',
            name='outcome',
            field=models.CharField(blank=True, choices=[('sent', 'sent'), ('seen', 'seen at the table before'), ('obsolete', 'not true any more'), ('unwanted', 'not wanted'), ('no-channel', 'no way to tell them'), ('dead', 'given up')], default='', max_length=20, verbose_name='outcome'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('done_at', None)), fields=['due_at'], name='notices_due'),
        ),
    ]
