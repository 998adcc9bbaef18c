"""Former names of players, and names that are reserved."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0031_moderation'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='former_name',
            field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=24),
        ),
        migrations.AddField(
            model_name='user',
            name='renamed_at',
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.CreateModel(
            name='ReservedName',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=24)),
                ('name_key', models.CharField(db_index=True, max_length=96)),
                ('look', models.CharField(db_index=True, max_length=500)),
                ('look_in_capitals', models.CharField(db_index=True, max_length=500)),
                ('until', models.DateTimeField(db_index=True)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='reserved_names', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
            },
        ),
    ]
