"""The chat of a circle; no permissions and labels of rows that no page of the admin shows."""

import django.db.models.deletion
import games.clock
import games.models.tables
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('circles', '0001_circles'),
        ('games', '0053_scheduled'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='circle',
            options={'default_permissions': ()},
        ),
        migrations.AlterModelOptions(
            name='circlemember',
            options={'default_permissions': ()},
        ),
        migrations.AlterModelOptions(
            name='circletable',
            options={'default_permissions': ()},
        ),
        migrations.AlterField(
            model_name='circle',
            name='code',
            field=models.CharField(default=games.models.tables.table_code, editable=False, max_length=16, unique=True),
        ),
        migrations.AlterField(
            model_name='circle',
            name='made_at',
            field=models.DateTimeField(default=games.clock.now),
        ),
        migrations.AlterField(
            model_name='circle',
            name='name',
            field=models.CharField(max_length=40),
        ),
        migrations.AlterField(
            model_name='circlemember',
            name='circle',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='circles.circle'),
        ),
        migrations.AlterField(
            model_name='circlemember',
            name='joined_at',
            field=models.DateTimeField(default=games.clock.now),
        ),
        migrations.AlterField(
            model_name='circlemember',
            name='left_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name='circlemember',
            name='role',
            field=models.CharField(choices=[('host', 'Host'), ('member', 'Member')], default='member', max_length=6),
        ),
        migrations.AlterField(
            model_name='circlemember',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='circles', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='circletable',
            name='circle',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='circles.circle'),
        ),
        migrations.AlterField(
            model_name='circletable',
            name='game',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='circle_table', to='games.game'),
        ),
        migrations.AlterField(
            model_name='circletable',
            name='made_at',
            field=models.DateTimeField(default=games.clock.now),
        ),
        migrations.CreateModel(
            name='CircleChat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=10)),
                ('name', models.CharField(blank=True, default='', max_length=40)),
                ('fields', models.JSONField(default=dict)),
                ('server', models.CharField(max_length=260)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('circle', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='chat', to='circles.circle')),
            ],
            options={
                'default_permissions': (),
            },
        ),
    ]
