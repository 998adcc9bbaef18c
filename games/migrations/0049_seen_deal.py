"""The last round whose deal a player was shown. Rounds that were dealt before there was this column count as shown."""

from typing import Any

from django.db import migrations, models
from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce


def mark_dealt_rounds(apps: Any, _schema: Any) -> None:
    """Store for each seat the last round that was dealt at its table."""
    seats, deals = apps.get_model("games", "Seat").objects, apps.get_model("games", "Deal").objects
    dealt = Subquery(deals.filter(game=OuterRef("game")).order_by("-round").values("round")[:1])
    seats.filter(game__status__in=("running", "over")).update(seen_deal=Coalesce(dealt, 1))


class Migration(migrations.Migration):
    dependencies = [("games", "0048_named")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="seen_deal",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.RunPython(mark_dealt_rounds, migrations.RunPython.noop),
    ]
