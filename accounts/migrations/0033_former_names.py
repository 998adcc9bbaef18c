"""Indexes for the search of players by former names."""

from django.db import migrations

from saboteur_site.database.concurrently import BuildIndex


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('accounts', '0032_names'),
    ]

    operations = [
        BuildIndex(
            name='people_by_former_name',
            on='accounts_user ((lower(former_name) COLLATE "C")) WHERE former_name <> \'\'',
        ),
        BuildIndex(
            name='reserved_names_by_name',
            on='accounts_reservedname ((name_key COLLATE "C")) WHERE user_id IS NOT NULL',
        ),
    ]
