"""Bot accounts: the person that an account belongs to."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0027_labels'),
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='owner',
            field=models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='bot_accounts', to=settings.AUTH_USER_MODEL, verbose_name='owner'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.CheckConstraint(condition=models.Q(('owner', None), models.Q(('email', ''), ('is_bot', False), ('is_guest', False), ('is_staff', False), ('is_superuser', False)), _connector='OR'), name='bot_accounts_have_no_power'),
        ),
    ]
