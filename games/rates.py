"""How often somebody may do what costs others time or the site room; kept in the cache, in the database without it."""

from datetime import timedelta
from typing import NamedTuple

from django.core.cache import cache

from accounts.models import User
from games import clock


class Rate(NamedTuple):
    """So many of a kind within a period."""

    kind: str
    most: int
    period: timedelta


TABLES = Rate("tables", 20, timedelta(hours=1))
INVITATIONS = Rate("invitations", 60, timedelta(hours=1))
LINKS = Rate("links", 20, timedelta(hours=1))


def wait(user: User, rate: Rate) -> int:
    """Count one more of a kind for somebody; how many seconds they have to wait first, 0 when it is counted."""
    key, now, seconds = f"rate:{rate.kind}:{user.pk}", clock.now().timestamp(), rate.period.total_seconds()
    times = [moment for moment in cache.get(key) or [] if moment > now - seconds]
    if len(times) >= rate.most:
        return max(1, int(times[0] + seconds - now))
    cache.set(key, [*times, now], int(seconds))
    return 0
