"""Reports of names, players and tables, and the decisions of moderators."""

import django.db.models.deletion
import games.clock
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0053_scheduled'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='complaint',
            name='kind',
            field=models.CharField(choices=[('message', 'a message'), ('name', 'a name'), ('person', 'a player'), ('table', 'a table')], db_default='message', default='message', max_length=10, verbose_name='about'),
        ),
        migrations.AddField(
            model_name='complaint',
            name='person',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='player'),
        ),
        migrations.AddField(
            model_name='complaint',
            name='table',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='complaints', to='games.game', verbose_name='table'),
        ),
        migrations.AlterField(
            model_name='complaint',
            name='word',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='complaints', to='games.word', verbose_name='word'),
        ),
        migrations.CreateModel(
            name='Ruling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('act', models.CharField(choices=[('dismiss', 'Do nothing'), ('remove', 'Remove the message'), ('rename', 'Change the name'), ('mute', 'Mute the player for some days'), ('seclude', 'Close the player’s tables to strangers'), ('suspend', 'Suspend the account for some days'), ('close', 'Close the account')], max_length=10, verbose_name='decision')),
                ('words', models.CharField(max_length=500, verbose_name='words')),
                ('reason', models.CharField(max_length=500, verbose_name='reason')),
                ('at', models.DateTimeField(default=games.clock.now, verbose_name='at')),
                ('until', models.DateTimeField(null=True, verbose_name='until')),
                ('answer', models.CharField(blank=True, default='', max_length=500, verbose_name='answer')),
                ('answered_at', models.DateTimeField(null=True, verbose_name='answered')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('complaint', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='decisions', to='games.complaint')),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='decisions', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'decision',
                'verbose_name_plural': 'decisions',
                'ordering': ('-at',),
                'default_permissions': (),
            },
        ),
    ]
