from django.db import migrations, models

from saboteur_site.database.concurrently import AddIndexWhileRunning, BuildIndex


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ("account", "0009_emailaddress_unique_primary_email"),
        ("accounts", "0023_sign_in_links"),
    ]

    operations = [
        BuildIndex(name="people_by_name", on='accounts_user ((name_key COLLATE "C"))'),
        BuildIndex(name="people_by_address", on='accounts_user ((lower(email) COLLATE "C")) WHERE email <> \'\''),
        BuildIndex(name="addresses_by_letters", on='account_emailaddress ((lower(email) COLLATE "C"))'),
        AddIndexWhileRunning(
            model_name='friendship',
            index=models.Index(fields=['asked_at'], name='friendships_by_age'),
        ),
        AddIndexWhileRunning(
            model_name='user',
            index=models.Index(fields=['date_joined'], name='people_by_age'),
        ),
        AddIndexWhileRunning(
            model_name='user',
            index=models.Index(condition=models.Q(('is_staff', True)), fields=['is_staff'], name='staff_among_people'),
        ),
        AddIndexWhileRunning(
            model_name='user',
            index=models.Index(condition=models.Q(('is_superuser', True)), fields=['is_superuser'], name='superusers_among_people'),
        ),
    ]
