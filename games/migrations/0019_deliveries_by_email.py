"""Every notice that there is was to be told by e-mail: what is known of that moves into its delivery.

Each batch is a transaction of its own, so that nothing is held for long, and a run that was cut off can begin anew.
"""

from django.db import migrations, transaction

BATCH = 10_000
"""Numbers of notices that one transaction looks at."""

DELIVER = """
INSERT INTO games_delivery (notice_id, channel, due_at, done_at, outcome, tries, trouble, reply)
    SELECT id, 'email', due_at, done_at, outcome, tries, trouble, reply
    FROM games_notice WHERE id >= %s AND id < %s AND due_at IS NOT NULL
    ON CONFLICT DO NOTHING
"""
HANDED_OUT = "UPDATE games_notice SET due_at = NULL WHERE id >= %s AND id < %s AND done_at IS NULL"
GIVE_BACK = """
UPDATE games_notice SET
    due_at = COALESCE((SELECT due_at FROM games_delivery WHERE {its}), due_at, created_at),
    tries = COALESCE((SELECT tries FROM games_delivery WHERE {its}), 0),
    trouble = COALESCE((SELECT trouble FROM games_delivery WHERE {its}), ''),
    reply = COALESCE((SELECT reply FROM games_delivery WHERE {its}), '')
    WHERE id >= %s AND id < %s
""".format(its="notice_id = games_notice.id AND channel = 'email'")


def _in_batches(*statements):
    def run(apps, schema_editor):
        connection = schema_editor.connection
        with connection.cursor() as cursor:
            cursor.execute("SELECT MIN(id), MAX(id) FROM games_notice")
            first, last = cursor.fetchone()
            for begin in range(first or 1, (last or 0) + 1, BATCH):
                with transaction.atomic(using=connection.alias):
                    for statement in statements:
                        cursor.execute(statement, [begin, begin + BATCH])

    return run


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('games', '0018_deliveries'),
    ]

    operations = [
        migrations.RunPython(_in_batches(DELIVER, HANDED_OUT), _in_batches(GIVE_BACK)),
    ]
