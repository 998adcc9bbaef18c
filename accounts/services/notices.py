"""The notification settings: events by channel, digest, reminders. By default a channel sends each event at once,
except for the events that it leaves out by default."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from allauth.account.models import EmailAddress
from django.db import transaction

from accounts.channels import registry
from accounts.clocks import daily
from accounts.models import Digest, Event, Muted, User


@transaction.atomic
def choose(*, user: User, wanted: Mapping[str, Collection[str]], among: Iterable[Event] = Event) -> None:
    """Set the events of which each of these channels notifies a user; other events ``among`` the offered ones are
    turned off."""
    asked = list(among)
    for channel, events in wanted.items():
        found = registry.registered().get(channel)
        off = found.off_by_default if found else ()
        Muted.objects.filter(user=user, channel=channel, event__in=asked).delete()
        Muted.objects.bulk_create(
            [
                Muted(user=user, channel=channel, event=event, wanted=event in events)
                for event in asked
                if (event in events) == (event in off)
            ]
        )


def is_to_be_asked(user: User) -> bool:
    """Return whether a player who takes a seat is asked how they want to be notified: no channel reaches them, they
    have no unconfirmed address, and they have not declined."""
    if user.declined_at or EmailAddress.objects.filter(user=user).exists():
        return False
    return not any(channel.reaches(user) for channel in registry.open_to(user))


def decline(*, user: User, now: datetime) -> None:
    """Note that a user wants no notifications and is not asked again."""
    User.objects.filter(pk=user.pk, declined_at=None).update(declined_at=now)


def mute(*, user: User, channel: str, events: Iterable[Event]) -> None:
    """Turn these events off for a user and a channel. Idempotent."""
    rows = [Muted(user=user, channel=channel, event=event) for event in events]
    Muted.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["user", "channel", "event"], update_fields=["wanted"]
    )


@transaction.atomic
def stop(*, user: User, channel: str, events: Collection[Event]) -> bool:
    """Turn these events off for a user and a channel, by an unsubscribe link.

    If no channel can deliver their digest any more, turn it off too. Return whether it had replaced single messages:
    these are sent again then, since otherwise the user's clock would run without any notification.
    """
    mute(user=user, channel=channel, events=events)
    if Event.DIGEST not in events or registry.notifies(user, Event.DIGEST):
        return False
    User.objects.filter(pk=user.pk).update(digest=Digest.NONE, digest_at=None)
    return user.digest == Digest.ALONE


def summarise(*, user: User, digest: str, hour: int, now: datetime) -> None:
    """Set a user's digest and its hour; the next one is due at the next such hour."""
    at = daily.next_at(hour, user.time_zone, now) if digest else None
    User.objects.filter(pk=user.pk).update(digest=digest, digest_hour=hour, digest_at=at)


def remind(*, user: User, reminders: Collection[str], patient: bool) -> None:
    """Set the times at which a user is reminded of turns, each a `Reminder`. ``patient``: mail waits an hour."""
    User.objects.filter(pk=user.pk).update(reminders=",".join(reminders), patient=patient)


@transaction.atomic
def switch_off(*, user: User, channels: Iterable[str]) -> None:
    """Turn everything off for a user on these channels, the digest too."""
    User.objects.filter(pk=user.pk).update(digest=Digest.NONE, digest_at=None)
    for channel in channels:
        mute(user=user, channel=channel, events=Event)
