"""How often and with what trouble a notice was tried is known of its deliveries."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0019_deliveries_by_email'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='notice',
            name='reply',
        ),
        migrations.RemoveField(
            model_name='notice',
            name='tries',
        ),
        migrations.RemoveField(
            model_name='notice',
            name='trouble',
        ),
    ]
