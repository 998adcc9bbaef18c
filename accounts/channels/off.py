"""The address in each letter that switches an event off."""

from django.conf import settings
from django.core import signing
from django.urls import reverse

from accounts.models import Event, User

_SALT = "accounts.muting"


def off_link(user: User, channel: str, event: Event) -> str:
    """The address that switches an event off without a log-in. It never grows old, so old letters keep working."""
    token = signing.Signer(salt=_SALT).sign_object([user.pk, channel, str(event)])
    return settings.SITE_URL + reverse("accounts:off", args=[token])


def behind(token: str) -> tuple[User, str, Event] | None:
    """The person, channel and event of an address, by its token. One query.

    None if the token is forged or the person is gone.
    """
    try:
        pk, channel, event = signing.Signer(salt=_SALT).unsign_object(token)
        return User.objects.get(pk=pk), channel, Event(event)
    except (signing.BadSignature, User.DoesNotExist, ValueError, TypeError):
        return None
