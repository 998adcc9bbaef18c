"""The address in each message that switches off what it is about."""

from django.conf import settings
from django.core import signing
from django.urls import reverse

from accounts.models import Event, User

_SALT = "accounts.muting"


def off_link(user: User, channel: str, *events: Event) -> str:
    """The address that switches events off without a log-in. It never grows old, so old messages keep working."""
    token = signing.Signer(salt=_SALT).sign_object([user.pk, channel, *map(str, events)])
    return settings.SITE_URL + reverse("accounts:off", args=[token])


def behind(token: str) -> tuple[User, str, list[Event]] | None:
    """The person, channel and events of an address, by its token. One query.

    None if the token is forged or the person is gone.
    """
    try:
        pk, channel, *events = signing.Signer(salt=_SALT).unsign_object(token)
        return User.objects.get(pk=pk), channel, [Event(name) for name in events]
    except (signing.BadSignature, User.DoesNotExist, ValueError, TypeError):
        return None
