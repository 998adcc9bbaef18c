"""Labels and permissions of rows that the admin shows, and the index by which it finds circles."""

import django.db.models.deletion
import games.clock
from django.conf import settings
from django.db import migrations, models

from saboteur_site.database.concurrently import BuildIndex


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('circles', '0003_seasons'),
        ('games', '0057_names_of_circles'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        BuildIndex(name="circles_by_name", on='circles_circle ((lower(name) COLLATE "C"))'),
        migrations.AlterModelOptions(
            name='circle',
            options={'default_permissions': ('view',), 'verbose_name': 'circle', 'verbose_name_plural': 'circles'},
        ),
        migrations.AlterModelOptions(
            name='circlelink',
            options={'default_permissions': ('view',), 'verbose_name': 'link of a circle', 'verbose_name_plural': 'links of circles'},
        ),
        migrations.AlterModelOptions(
            name='circlemember',
            options={'default_permissions': ('view',), 'verbose_name': 'member of a circle', 'verbose_name_plural': 'members of circles'},
        ),
        migrations.AlterModelOptions(
            name='circletable',
            options={'default_permissions': ('view',), 'verbose_name': 'table of a circle', 'verbose_name_plural': 'tables of circles'},
        ),
        migrations.AlterModelOptions(
            name='season',
            options={'default_permissions': ('view',), 'verbose_name': 'season of a circle', 'verbose_name_plural': 'seasons of circles'},
        ),
        migrations.AlterField(
            model_name='circle',
            name='made_at',
            field=models.DateTimeField(default=games.clock.now, verbose_name='made at'),
        ),
        migrations.AlterField(
            model_name='circle',
            name='name',
            field=models.CharField(max_length=40, verbose_name='circle name'),
        ),
        migrations.AlterField(
            model_name='circlelink',
            name='by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='player'),
        ),
        migrations.AlterField(
            model_name='circlelink',
            name='circle',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='link', to='circles.circle', verbose_name='circle'),
        ),
        migrations.AlterField(
            model_name='circlelink',
            name='expires_at',
            field=models.DateTimeField(verbose_name='expires'),
        ),
        migrations.AlterField(
            model_name='circlemember',
            name='circle',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='circles.circle', verbose_name='circle'),
        ),
        migrations.AlterField(
            model_name='circlemember',
            name='joined_at',
            field=models.DateTimeField(default=games.clock.now, verbose_name='joined'),
        ),
        migrations.AlterField(
            model_name='circlemember',
            name='left_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='left on'),
        ),
        migrations.AlterField(
            model_name='circlemember',
            name='removed',
            field=models.BooleanField(db_default=False, default=False, verbose_name='removed'),
        ),
        migrations.AlterField(
            model_name='circlemember',
            name='role',
            field=models.CharField(choices=[('host', 'host'), ('member', 'member')], default='member', max_length=6, verbose_name='role in the circle'),
        ),
        migrations.AlterField(
            model_name='circlemember',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='circles', to=settings.AUTH_USER_MODEL, verbose_name='player'),
        ),
        migrations.AlterField(
            model_name='circletable',
            name='circle',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='circles.circle', verbose_name='circle'),
        ),
        migrations.AlterField(
            model_name='circletable',
            name='game',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='circle_table', to='games.game', verbose_name='table'),
        ),
        migrations.AlterField(
            model_name='circletable',
            name='made_at',
            field=models.DateTimeField(default=games.clock.now, verbose_name='made at'),
        ),
        migrations.AlterField(
            model_name='season',
            name='evenings',
            field=models.PositiveIntegerField(default=0, verbose_name='evenings'),
        ),
        migrations.AlterField(
            model_name='season',
            name='games',
            field=models.PositiveIntegerField(default=0, verbose_name='games'),
        ),
        migrations.AlterField(
            model_name='season',
            name='made_at',
            field=models.DateTimeField(default=games.clock.now, verbose_name='made at'),
        ),
        migrations.AlterField(
            model_name='season',
            name='stale',
            field=models.BooleanField(db_default=False, default=False, verbose_name='to be summed again'),
        ),
    ]
