"""Circles, their members, links and tables, and answers to announced tables."""

import circles.models.circles
import django.db.models.deletion
import games.clock
import games.models.tables
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('games', '0050_labels'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Circle',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=games.models.tables.table_code, editable=False, max_length=16, unique=True, verbose_name='code')),
                ('name', models.CharField(max_length=40, verbose_name='circle name')),
                ('options', models.JSONField(default=dict)),
                ('made_at', models.DateTimeField(default=games.clock.now, verbose_name='made')),
            ],
            options={
                'verbose_name': 'circle',
                'verbose_name_plural': 'circles',
            },
        ),
        migrations.CreateModel(
            name='CircleLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(default=circles.models.circles.join_token, editable=False, max_length=32, unique=True)),
                ('expires_at', models.DateTimeField()),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('circle', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='link', to='circles.circle')),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='CircleTable',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('made_at', models.DateTimeField(default=games.clock.now, verbose_name='made')),
                ('circle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='circles.circle', verbose_name='circle')),
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='circle_table', to='games.game', verbose_name='table')),
            ],
            options={
                'verbose_name': 'table of a circle',
                'verbose_name_plural': 'tables of circles',
            },
        ),
        migrations.CreateModel(
            name='Answer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reply', models.CharField(choices=[('yes', 'I’m in'), ('maybe', 'Maybe'), ('no', 'I can’t')], max_length=5)),
                ('answered_at', models.DateTimeField(default=games.clock.now)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='answers', to='circles.circletable')),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='CircleMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('host', 'Host'), ('member', 'Member')], default='member', max_length=6, verbose_name='role')),
                ('joined_at', models.DateTimeField(default=games.clock.now, verbose_name='joined')),
                ('left_at', models.DateTimeField(blank=True, null=True, verbose_name='left')),
                ('removed', models.BooleanField(db_default=False, default=False)),
                ('circle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='circles.circle', verbose_name='circle')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='circles', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'member of a circle',
                'verbose_name_plural': 'members of circles',
                'indexes': [models.Index(condition=models.Q(('left_at', None)), fields=['user'], name='circles_of_a_person')],
                'constraints': [models.UniqueConstraint(fields=('circle', 'user'), name='one_membership_a_person'), models.UniqueConstraint(condition=models.Q(('role', 'host')), fields=('circle',), name='one_host_a_circle'), models.CheckConstraint(condition=models.Q(('role', 'member'), ('left_at', None), _connector='OR'), name='hosts_are_members')],
            },
        ),
        migrations.AddIndex(
            model_name='circletable',
            index=models.Index(fields=['circle', '-game'], name='tables_of_a_circle'),
        ),
        migrations.AddConstraint(
            model_name='answer',
            constraint=models.UniqueConstraint(fields=('table', 'user'), name='one_answer_a_person'),
        ),
        migrations.AddConstraint(
            model_name='answer',
            constraint=models.CheckConstraint(condition=models.Q(('reply__in', ('maybe', 'no'))), name='a_yes_is_a_seat'),
        ),
    ]
