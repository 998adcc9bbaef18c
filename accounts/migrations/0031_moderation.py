"""What moderators decided about a player."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0030_terms'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='is_secluded',
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.AddField(
            model_name='user',
            name='muted_until',
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='user',
            name='suspended_until',
            field=models.DateTimeField(editable=False, null=True),
        ),
    ]
