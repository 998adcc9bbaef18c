"""Due digests: write a notice for each user, and schedule the next one a day later in their time zone."""

import logging
from datetime import datetime, timedelta

from django.db import transaction

from accounts.clocks import daily
from accounts.models import User
from games.rows import notices
from saboteur_site.database import storage

log = logging.getLogger(__name__)
MOST = 500
"""Most users in one sweep; the next one processes the rest."""
PUSHED_BACK = timedelta(hours=1)


def write_due(moment: datetime) -> int:
    """Write a notice for every user whose digest is due by a moment. Return the number of users.

    An error with one user does not affect the others. After an outage a user gets one digest, not one for each day.
    """
    people = list(User.objects.filter(digest_at__lte=moment, is_active=True).order_by("digest_at", "pk")[:MOST])
    for person in people:
        try:
            with transaction.atomic():
                _write(person, moment)
        except Exception as error:
            if storage.is_passing(error):
                continue
            log.exception("person %s: their summary fails", person.pk)
            User.objects.filter(pk=person.pk).update(digest_at=moment + PUSHED_BACK)
    return len(people)


def _write(person: User, moment: datetime) -> None:
    """Write the notice of one user, once. A locked row is left to the next sweep."""
    later = daily.next_at(person.digest_hour, person.time_zone, moment)
    row = User.objects.filter(pk=person.pk, digest_at=person.digest_at)
    if User.objects.filter(pk__in=row.select_for_update(skip_locked=True, no_key=True)).update(digest_at=later):
        notices.digest_due(person, f"{person.digest_at:%Y-%m-%d-%H}")
