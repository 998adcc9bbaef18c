"""Whose end of a round was shown to whom, and which table plays on after which."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F, OuterRef, Subquery
from django.db.models.functions import Coalesce


def nothing_of_long_ago(apps: Any, _schema: Any) -> None:
    """Rounds that ended before anybody wrote this down count as shown: nobody is led back to them."""
    seats, deals = apps.get_model("games", "Seat").objects, apps.get_model("games", "Deal").objects
    dealt = Subquery(deals.filter(game=OuterRef("game")).order_by("-round").values("round")[:1])
    seats.filter(game__status="over").update(seen_round=Coalesce(dealt, 0))
    seats.filter(game__status="running").update(seen_round=Coalesce(dealt, 1))
    seats.filter(game__status="running").update(seen_round=F("seen_round") - 1)


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0023_setting_up"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="seen_round",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="game",
            name="again",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="games.game",
                verbose_name="played on at",
            ),
        ),
        migrations.RunPython(nothing_of_long_ago, migrations.RunPython.noop),
    ]
