"""The table in which `/readyz` tries whether the database takes writes."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [("saboteur_site", "0001_cache_table")]

    operations = [
        migrations.RunSQL(
            "CREATE TABLE readiness (id integer PRIMARY KEY, writes bigint NOT NULL DEFAULT 0)",
            "DROP TABLE readiness",
        ),
        migrations.RunSQL("INSERT INTO readiness (id) VALUES (1)", migrations.RunSQL.noop),
    ]
