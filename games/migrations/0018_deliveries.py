"""A notice is delivered by each channel for itself."""

import django.db.models.deletion
import games.clock
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0017_what_is_usual'),
    ]

    operations = [
        migrations.AlterField(
            model_name='notice',
            name='due_at',
            field=models.DateTimeField(default=games.clock.now, null=True),
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('channel', models.CharField(max_length=10)),
                ('due_at', models.DateTimeField(default=games.clock.now, verbose_name='next try')),
                ('done_at', models.DateTimeField(null=True)),
                ('outcome', models.CharField(choices=[('sent', 'sent'), ('seen', 'seen at the table before'), ('obsolete', 'not true any more'), ('unwanted', 'not wanted'), ('no-channel', 'no way to tell them'), ('dead', 'given up')], default='', max_length=20)),
                ('tries', models.PositiveSmallIntegerField(default=0, verbose_name='tries')),
                ('trouble', models.CharField(default='', max_length=10, verbose_name='trouble')),
                ('reply', models.CharField(default='', max_length=20, verbose_name='reply')),
                ('notice', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='games.notice')),
            ],
            options={
                'default_permissions': (),
                'indexes': [models.Index(condition=models.Q(('done_at', None)), fields=['due_at'], name='deliveries_due')],
                'constraints': [models.UniqueConstraint(fields=('notice', 'channel'), name='one_delivery_a_channel')],
            },
        ),
    ]
