"""The table of the cache that is used while Redis is away."""

from django.core.management import call_command
from django.db import migrations

TABLE = "cache_while_redis_is_away"


def make(apps, schema_editor):
    """Make it, whatever this process keeps its cache in, unless somebody has made it by hand."""
    call_command("createcachetable", TABLE, database=schema_editor.connection.alias, verbosity=0)


def drop(apps, schema_editor):
    """Take it away; what is in it is worth an hour at most."""
    schema_editor.execute(f"DROP TABLE {schema_editor.quote_name(TABLE)}")


class Migration(migrations.Migration):

    dependencies = []

    operations = [migrations.RunPython(make, drop)]
