"""Addresses of guests: set, confirmed by mail, removed.

An account has precedence over a guest: an account that confirms a guest's address takes it over, and a guest cannot
have an address that belongs to an account. The page says the same in each case, so that it does not reveal who has an
address. The worker that writes the mail looks it up (`accounts.services.mails`).
"""

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.channels import email, troubles
from accounts.models import SignInLink, User
from accounts.selectors import people as people_selectors
from accounts.services import farewell, mails
from saboteur_site.web import rates
from saboteur_site.web.declined import DeclinedError, TooManyError


@transaction.atomic
def give(*, guest: User, address: str, place: str) -> None:
    """Send a guest a confirmation mail to an address. Nothing else is sent there until it is confirmed.

    ``place`` is the client's network. Raise TooManyError after too many addresses or mails.
    """
    farewell.stay(guest)
    address = address.lower()
    if EmailAddress.objects.filter(user=guest, email=address, verified=True).exists():
        return
    for kind, whose in (("guest-addresses", guest.pk), ("guest-addresses-of-place", place)):
        if seconds := rates.wait(kind, whose):
            raise TooManyError(_("You’ve tried several addresses within an hour. Try again later."), seconds)
    others = EmailAddress.objects.filter(user=guest, verified=False).exclude(email=address)
    others.delete()
    claim, _is_new = EmailAddress.objects.get_or_create(user=guest, email=address)
    # Too soon after another mail to that address none is sent, and the page does not say so: the earlier mail may be
    # another player's.
    if not rates.wait("confirm", address) and not rates.wait("guest-mails", address):
        mails.ask_to_confirm(claim)


@transaction.atomic
def take_away(user: User) -> None:
    """Remove the address of a guest. Idempotent."""
    list(User.objects.select_for_update(no_key=True).filter(pk=user.pk).values_list("pk"))
    User.objects.filter(pk=user.pk, is_guest=True).update(email="")
    EmailAddress.objects.filter(user=user, user__is_guest=True).delete()
    SignInLink.objects.filter(user=user).delete()
    troubles.forget(user.pk, email.NAME)


def ask_for_link(*, address: str, place: str) -> None:
    """Queue a log-in link for the guest with this address, if there is one. The response does not reveal it.

    ``place`` is the client's network. Raise TooManyError after too many links for one address or network.
    """
    for kind, whose in (("sign-in", address.lower()), ("sign-ins-of-place", place)):
        if seconds := rates.wait(kind, whose):
            raise TooManyError(_("You’ve asked for several links. Wait a little."), seconds)
    mails.ask_for_sign_in(address.lower())


def make_room(claim: EmailAddress) -> None:
    """Remove an address from guests who confirmed it before, for the player who is just confirming it.

    Raise DeclinedError if a guest claims it, and it belongs to an account. To be called within a transaction.
    """
    # Links that were sent to an earlier address become invalid.
    SignInLink.objects.filter(user=claim.user).delete()
    owner = people_selectors.owner_of(claim.email)
    if owner is None or owner.pk == claim.user_id:
        return
    if owner.is_guest:
        take_away(owner)
    elif claim.user.is_guest:
        raise DeclinedError
