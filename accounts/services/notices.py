"""Choosing what to be told of by each channel. At first everything is told."""

from collections.abc import Collection, Iterable
from datetime import datetime

from django.db import transaction

from accounts.models import Event, Muted, User


@transaction.atomic
def choose(*, user: User, channel: str, wanted: Collection[str]) -> None:
    """From now on tell somebody of these events by a channel, and of no others."""
    Muted.objects.filter(user=user, channel=channel, event__in=wanted).delete()
    mute(user=user, channel=channel, events=[event for event in Event if event not in wanted])


def decline(*, user: User, now: datetime) -> None:
    """Somebody looks in by themselves and is not asked any more how they want to be told."""
    User.objects.filter(pk=user.pk, declined_at=None).update(declined_at=now)


def mute(*, user: User, channel: str, events: Iterable[Event]) -> None:
    """From now on do not tell somebody of these events by a channel. Twice does no more than once."""
    rows = [Muted(user=user, channel=channel, event=event) for event in events]
    Muted.objects.bulk_create(rows, ignore_conflicts=True)
