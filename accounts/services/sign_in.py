"""Log-in links by mail, for a guest on another device or in a browser that lost the session.

A link works once, within half an hour. Only its hash is stored. It opens a form that logs the guest in on submit, so
programs that open the links of a mail do not use it up.
"""

import secrets
from datetime import timedelta
from hashlib import sha256

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import SignInLink, User
from saboteur_site.database import clock
from saboteur_site.web.declined import TooLateError

LASTS = timedelta(minutes=30)
_BYTES = 24


def make(guest: User) -> str:
    """The address of a new link. Its token is stored nowhere."""
    token = secrets.token_urlsafe(_BYTES)
    SignInLink.objects.create(user=guest, digest=_digest(token), expires_at=clock.now() + LASTS)
    return settings.SITE_URL + reverse("accounts:sign-in-link", args=[token])


def guest_of_link(token: str) -> User | None:
    """Return the guest of a valid link; one query. This does not use it up."""
    good = {"expires_at__gt": clock.now(), "user__is_guest": True, "user__is_active": True}
    found = SignInLink.objects.filter(digest=_digest(token), **good).select_related("user").first()
    return found.user if found else None


@transaction.atomic
def redeem(token: str) -> User:
    """Return the guest of a link, and invalidate this and all other links of theirs.

    Raise TooLateError if it was used or has expired.
    """
    guest = guest_of_link(token)
    # The row of the guest is locked first, as in all changes of addresses.
    if guest is not None and User.objects.select_for_update(no_key=True).filter(pk=guest.pk).exists():
        guest = guest_of_link(token)
    if guest is None:
        raise TooLateError(_("This link is used up or too old."))
    SignInLink.objects.filter(user=guest).delete()
    return guest


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()
