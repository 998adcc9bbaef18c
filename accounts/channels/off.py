"""The unsubscribe link in each message."""

from django.conf import settings
from django.core import signing
from django.urls import reverse

from accounts.models import Event, User

_SALT = "accounts.muting"


def off_link(user: User, channel: str, *events: Event) -> str:
    """Return the link that switches events off without a log-in. It never expires, so links in old messages work."""
    token = signing.Signer(salt=_SALT).sign_object([user.pk, channel, *map(str, events)])
    return settings.SITE_URL + reverse("accounts:off", args=[token])


def behind(token: str) -> tuple[User, str, list[Event]] | None:
    """Return the user, channel and events of a link, by its token. One query.

    None if the token is forged or the user's account was deleted.
    """
    try:
        pk, channel, *events = signing.Signer(salt=_SALT).unsign_object(token)
        return User.objects.get(pk=pk), channel, [Event(name) for name in events]
    except (signing.BadSignature, User.DoesNotExist, ValueError, TypeError):
        return None
