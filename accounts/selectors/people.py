"""Questions about people, their names and addresses. Each costs the stated number of queries, however many rows."""

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, Q

from accounts import names
from accounts.models import User


def person_named(name: str) -> User | None:
    """The player of that name, whatever its case and spelling; bots and deactivated ones too. One query."""
    return User.objects.filter(name_key=names.key(name)).first()


def is_taken(name: str, *, but_for: User | None = None) -> bool:
    """Whether somebody else has that name or one that looks like it; one query."""
    as_written, in_capitals = names.looks(name)
    alike = Q(name_key=names.key(name)) | Q(look=as_written) | Q(look_in_capitals=in_capitals)
    others = User.objects.exclude(pk=but_for.pk) if but_for and but_for.pk else User.objects.all()
    return others.filter(alike).exists()


def owner_of(address: str) -> User | None:
    """The player who confirmed the address, or was given it by the host; two queries.

    An account may take the address of a guest (`accounts.services.addresses`).
    """
    confirmed = EmailAddress.objects.filter(email=address.lower(), verified=True).select_related("user").first()
    if confirmed is not None:
        return confirmed.user
    unconfirmed = EmailAddress.objects.filter(user=OuterRef("pk"), email__iexact=OuterRef("email"), verified=False)
    return User.objects.filter(email__iexact=address).exclude(Exists(unconfirmed)).first()


def guest_at(address: str) -> User | None:
    """The guest who confirmed the address; one query."""
    confirmed = EmailAddress.objects.filter(email=address.lower(), verified=True, user__is_guest=True)
    found = confirmed.filter(user__is_active=True).select_related("user").first()
    return found.user if found else None


def whose_address(address: str) -> list[User]:
    """The players to whom a link for a new password is sent at an address; three queries.

    That is its owner, if there is one, else everybody who says that it is theirs, oldest account first. Only people who
    may log in with a password count.
    """
    owner = owner_of(address)
    if owner is not None and owner.is_guest:
        owner = None
    people = User.objects.filter(Q(emailaddress__email=address.lower()) | Q(email__iexact=address)).distinct()
    found = [owner] if owner else list(people.order_by("pk"))
    return [person for person in found if person.is_active and not person.is_bot and not person.is_guest]
