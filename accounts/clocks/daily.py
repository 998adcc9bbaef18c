"""A daily hour in the user's time zone. Pure functions of times in UTC."""

from datetime import datetime, time, timedelta

from accounts.clocks.quiet import moments, zone_of


def next_at(hour: int, zone: str, after: datetime) -> datetime:
    """The next time at which the local clock shows an hour.

    An hour that occurs twice at the end of summer time counts once, the first time. A skipped hour counts as the next
    one.
    """
    clock = zone_of(zone)
    day = after.astimezone(clock).date()
    while (moment := moments(day, time(hour), clock)[0]) <= after:
        day += timedelta(days=1)
    return moment
