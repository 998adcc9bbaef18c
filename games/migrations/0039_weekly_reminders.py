"""Seats that wait where nothing happens by itself get weekly reminders, also those that wait already.

The next tick works out what is due for them. The former release looks at such a row once and clears it; then it has no
weekly reminder of this decision, as before.
"""

from django.db import migrations
from django.db.models import F, Q


def look_at_waiting_seats(apps, _schema):
    Seat = apps.get_model("games", "Seat")
    waits = Q(game__status="running", awaited_since__isnull=False, remind_at=None, resting="", user__is_bot=False)
    seats = Seat.objects.filter(waits, Q(due_at=None) | Q(game__ladder="friends") & ~Q(awaited_for="veto"))
    Seat.objects.filter(pk__in=seats.values("pk")).update(remind_at=F("awaited_since"))


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0038_tests_of_table_chats'),
    ]

    operations = [
        migrations.RunPython(look_at_waiting_seats, migrations.RunPython.noop),
    ]
