"""Summaries of the day that are due: a notice for each person, and the next one a day later by their own clock."""

import logging
from datetime import datetime, timedelta

from django.db import transaction

from accounts.clocks import daily
from accounts.models import User
from games.rows import notices
from saboteur_site.database import storage

log = logging.getLogger(__name__)
MOST = 500
"""People in one tick; the next one does the rest."""
PUSHED_BACK = timedelta(hours=1)


def write_due(moment: datetime) -> int:
    """Write a notice for everybody whose summary is due by a moment. Gives the number of people.

    One who fails hinders no other. Who was late, because the site was away, gets one summary and not one for each day.
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
    """Write the notice of one person, once. A locked row is left to the next tick."""
    later = daily.next_at(person.digest_hour, person.time_zone, moment)
    row = User.objects.filter(pk=person.pk, digest_at=person.digest_at)
    if User.objects.filter(pk__in=row.select_for_update(skip_locked=True, no_key=True)).update(digest_at=later):
        notices.digest_due(person, f"{person.digest_at:%Y-%m-%d-%H}")
