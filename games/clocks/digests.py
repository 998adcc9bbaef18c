"""Summaries of the day that are due: a notice for each person, and the next one a day later by their own clock."""

from datetime import datetime

from django.db import transaction

from accounts.clocks import daily
from accounts.models import User
from games.rows import notices

MOST = 500
"""People whom one tick looks after; the next one does the rest."""


def write_due(moment: datetime) -> int:
    """Write a notice for everybody whose summary is due by a moment. Gives the number of people.

    Who was late, because the site was away, gets one summary and not one for each day.
    """
    people = list(User.objects.filter(digest_at__lte=moment, is_active=True).order_by("digest_at", "pk")[:MOST])
    for person in people:
        later = daily.next_at(person.digest_hour, person.time_zone, moment)
        with transaction.atomic():
            if User.objects.filter(pk=person.pk, digest_at=person.digest_at).update(digest_at=later):
                notices.digest_due(person, f"{person.digest_at:%Y-%m-%d-%H}")
    return len(people)
