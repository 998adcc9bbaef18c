"""Links with which a player sets a new password, once. The host makes them for people without an address."""

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.services import powers


class NoLinkError(Exception):
    """This user cannot log in, so there is nothing to reset. The text says why."""


@transaction.atomic
def hand_out(user: User, *, by: User | None) -> str:
    """Return a link as below, to be passed on, and notify every running table of `user`.

    ``by`` requested it; None means the operator at the server. Raises as :func:`link`.
    """
    made = link(user)
    powers.tell_tables(user, by=by)
    return made


def link(user: User) -> str:
    """Return the URL of a page where `user` sets a password, once.

    It expires with its use, with a log-in, or after PASSWORD_RESET_TIMEOUT.

    Raise NoLinkError for bots, guests and deactivated users.
    """
    if not user.is_person:
        raise NoLinkError(_("%(name)s is a bot and can’t log in.") % {"name": user.username})
    if user.is_guest:
        raise NoLinkError(_("%(name)s is a guest and has no password.") % {"name": user.username})
    if not user.is_active:
        raise NoLinkError(_("%(name)s is deactivated: activate the account first.") % {"name": user.username})
    about = {"uidb36": user_pk_to_url_str(user), "key": default_token_generator.make_token(user)}
    return settings.SITE_URL + reverse("account_reset_password_from_key", kwargs=about)
