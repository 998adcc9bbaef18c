from datetime import timedelta

from django.db import migrations
from django.db.models import Count, Exists, F, OuterRef, Subquery

from games import clock

LASTS = timedelta(days=1)


def note_complete_tables(apps, schema_editor):
    """Tables that are complete already wait for their host a day from now on, like those that become so later."""
    games, seats = apps.get_model("games", "Game"), apps.get_model("games", "Seat")
    taken = seats.objects.filter(game=OuterRef("pk")).order_by().values("game").annotate(n=Count("pk")).values("n")
    waits = seats.objects.filter(game=OuterRef("pk")).exclude(agreed=OuterRef("terms")).exclude(user=OuterRef("host"))
    open_ = games.objects.filter(status="open", host__isnull=False).exclude(by_sun=True, ordered=False)
    found = open_.annotate(taken=Subquery(taken)).filter(taken__gte=F("seats_wanted")).exclude(Exists(waits))
    pks = list(found.values_list("pk", flat=True))
    games.objects.filter(pk__in=pks).update(start_open_at=clock.now() + LASTS)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0040_complete_tables'),
    ]

    operations = [
        migrations.RunPython(note_complete_tables, migrations.RunPython.noop),
    ]
