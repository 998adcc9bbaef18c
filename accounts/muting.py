"""What somebody does not want to be told of, by each way of telling; at first everything is told."""

from collections.abc import Collection, Iterable

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.urls import reverse

from accounts.events import Event
from accounts.models import Muted, User

_SALT = "accounts.muting"


def muted_by(user: User, channel: str) -> set[str]:
    """The events that somebody does not want to be told of by a channel; one query."""
    return set(Muted.objects.filter(user=user, channel=channel).values_list("event", flat=True))


def all_muted_by(user: User) -> set[tuple[str, str]]:
    """Channel and event for all that somebody does not want to be told of by a channel; one query."""
    return set(Muted.objects.filter(user=user).values_list("channel", "event"))


@transaction.atomic
def choose(*, user: User, channel: str, wanted: Collection[str]) -> None:
    """From now on tell somebody of these events by a channel, and of no others."""
    Muted.objects.filter(user=user, channel=channel, event__in=wanted).delete()
    mute(user=user, channel=channel, events=[event for event in Event if event not in wanted])


def mute(*, user: User, channel: str, events: Iterable[Event]) -> None:
    """Do not tell somebody of these events by a channel any more; doing so twice does no more."""
    rows = [Muted(user=user, channel=channel, event=event) for event in events]
    Muted.objects.bulk_create(rows, ignore_conflicts=True)


def off_link(user: User, channel: str, event: Event) -> str:
    """The address at which an event is switched off without logging in. It bears no time: old mails keep it good."""
    token = signing.Signer(salt=_SALT).sign_object([user.pk, channel, str(event)])
    return settings.SITE_URL + reverse("accounts:off", args=[token])


def behind(token: str) -> tuple[User, str, Event] | None:
    """Who switches off what, by the token of an address; None when it is forged or its person gone. One query."""
    try:
        pk, channel, event = signing.Signer(salt=_SALT).unsign_object(token)
        user = User.objects.filter(pk=pk).first()
        return None if user is None else (user, channel, Event(event))
    except (signing.BadSignature, ValueError, TypeError):
        return None
