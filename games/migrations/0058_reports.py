"""Complaints are called reports."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0057_names_of_circles'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='complaint',
            options={'ordering': ('-at',), 'verbose_name': 'report', 'verbose_name_plural': 'reports'},
        ),
    ]
