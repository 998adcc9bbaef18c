"""Addresses of guests: given, confirmed by mail, taken away.

A guest's address never stands in the way of an account: an account that proves that its player reads it has it from
then on, and a guest cannot have one that belongs to an account. The page says the same in each case, so that no one
learns whose an address is. The worker that writes the mail finds out (`accounts.services.mails`).
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
    """Ask a guest by mail whether an address is theirs. Nothing else is sent there until it is confirmed.

    ``place`` is from where in the network they come. TooManyError after too many addresses or mails.
    """
    farewell.stay(guest)
    address = address.lower()
    if EmailAddress.objects.filter(user=guest, email=address, verified=True).exists():
        return
    for kind, whose in (("guest-addresses", guest.pk), ("guest-addresses-of-place", place)):
        if seconds := rates.wait(kind, whose):
            raise TooManyError(_("You have given several addresses within an hour. Try again later."), seconds)
    others = EmailAddress.objects.filter(user=guest, verified=False).exclude(email=address)
    others.delete()
    claim, _is_new = EmailAddress.objects.get_or_create(user=guest, email=address)
    # Too soon after another mail to that address none is sent, and the page says nothing of it: the mail that is on its
    # way may be another player's.
    if not rates.wait("confirm", address) and not rates.wait("guest-mails", address):
        mails.ask_to_confirm(claim)


@transaction.atomic
def take_away(user: User) -> None:
    """From now on a guest has no address. Twice does no more than once."""
    list(User.objects.select_for_update(no_key=True).filter(pk=user.pk).values_list("pk"))
    User.objects.filter(pk=user.pk, is_guest=True).update(email="")
    EmailAddress.objects.filter(user=user, user__is_guest=True).delete()
    SignInLink.objects.filter(user=user).delete()
    troubles.forget(user.pk, email.NAME)


def ask_for_link(*, address: str, place: str) -> None:
    """Have a link sent with which the guest whose address it is gets in, if there is one. The answer does not say.

    ``place`` is from where in the network it is asked for. TooManyError after too many for one address or from there.
    """
    for kind, whose in (("sign-in", address.lower()), ("sign-ins-of-place", place)):
        if seconds := rates.wait(kind, whose):
            raise TooManyError(_("You have asked for several links. Wait a little."), seconds)
    mails.ask_for_sign_in(address.lower())


def make_room(claim: EmailAddress) -> None:
    """Take an address from guests who confirmed it before, for a player who proved just now that they read it.

    DeclinedError if a guest claims it, and it belongs to an account. To be called within a transaction.
    """
    # Links that were sent to an address before lead nowhere any more.
    SignInLink.objects.filter(user=claim.user).delete()
    owner = people_selectors.owner_of(claim.email)
    if owner is None or owner.pk == claim.user_id:
        return
    if owner.is_guest:
        take_away(owner)
    elif claim.user.is_guest:
        raise DeclinedError
