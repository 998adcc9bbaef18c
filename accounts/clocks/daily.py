"""An hour of every day on a person's own wall clock. Pure functions of moments (UTC)."""

from datetime import datetime, time, timedelta

from accounts.clocks.quiet import moments, zone_of


def next_at(hour: int, zone: str, after: datetime) -> datetime:
    """The first moment after another one at which a wall clock shows a full hour.

    An hour that comes twice counts once, the first time. One that is left out counts as the hour after it.
    """
    clock = zone_of(zone)
    day = after.astimezone(clock).date()
    while (moment := moments(day, time(hour), clock)[0]) <= after:
        day += timedelta(days=1)
    return moment
