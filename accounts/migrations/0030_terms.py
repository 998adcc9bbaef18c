"""The terms that a player has accepted."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0029_mails_of_sign_in_methods'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='terms',
            field=models.CharField(db_default='', default='', editable=False, max_length=64),
        ),
    ]
