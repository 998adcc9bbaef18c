"""Guests who expire soon."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from accounts.models import GUESTS_STAY, GUESTS_WARNED, User
from games.rows import guest_tables


def leaving(people: Iterable[User], now: datetime) -> Mapping[int, datetime]:
    """Return when guests expire without another visit, by the key of their row, if that is within a week. Guests that a
    running game needs are left out.

    No query unless one of them has been away that long; otherwise one.
    """
    soon = {one.pk: one.expires_at for one in people if one.is_guest and now > one.expires_at - GUESTS_WARNED}
    if not soon:
        return {}
    stay = User.objects.filter(guest_tables.needed(now - GUESTS_STAY), pk__in=soon)
    for key in stay.values_list("pk", flat=True):
        del soon[key]
    return soon
