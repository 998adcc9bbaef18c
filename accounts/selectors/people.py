"""Questions about people, their names and addresses. Each costs the stated number of queries, however many rows."""

from allauth.account.models import EmailAddress
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Lower

from accounts import names
from accounts.models import User
from saboteur_site.database.beginnings import beginning


def person_named(name: str) -> User | None:
    """The player of that name, whatever its case and spelling; bots and deactivated ones too. One query."""
    return User.objects.filter(name_key=names.key(name)).first()


def beginning_with(term: str, most: int) -> list[int]:
    """The keys of the player of that name, else of those whose names begin so, up to a number; one query or two."""
    folded = names.key(term)
    if exact := list(User.objects.filter(name_key=folded).values_list("pk", flat=True)):
        return exact
    return list(beginning(User.objects.all(), F("name_key"), folded).values_list("pk", flat=True)[:most])


def by_address(term: str, most: int) -> list[int]:
    """The keys of the players whose addresses begin so, up to a number; one query."""
    found = beginning(User.objects.exclude(email=""), Lower("email"), term.lower())
    return list(found.values_list("pk", flat=True)[:most])


def is_taken(name: str, *, but_for: User | None = None) -> bool:
    """Whether another user has that name or one that looks like it; one query."""
    as_written, in_capitals = names.looks(name)
    alike = Q(name_key=names.key(name)) | Q(look=as_written) | Q(look_in_capitals=in_capitals)
    others = User.objects.exclude(pk=but_for.pk) if but_for and but_for.pk else User.objects.all()
    return others.filter(alike).exists()


def with_address(address: str) -> QuerySet[User]:
    """Those in whose row an address is written, by the index that makes it unique.

    Python makes it lower case, and no lookup of the database that ignores case: by the letters of many languages "ı"
    and "ſ" become "I" and "S" in capitals, and mail for one person would go to the domain of another.
    """
    return User.objects.alias(mail=Lower("email")).filter(mail=address.lower())


def owner_of(address: str) -> User | None:
    """The player who confirmed the address, or was given it by the host; two queries.

    An account may take the address of a guest (`accounts.services.addresses`).
    """
    confirmed = EmailAddress.objects.filter(email=address.lower(), verified=True).select_related("user").first()
    if confirmed is not None:
        return confirmed.user
    unconfirmed = EmailAddress.objects.filter(user=OuterRef("pk"), email=Lower(OuterRef("email")), verified=False)
    return with_address(address).exclude(Exists(unconfirmed)).first()


def guest_at(address: str) -> User | None:
    """The guest who confirmed the address; one query."""
    confirmed = EmailAddress.objects.filter(email=address.lower(), verified=True, user__is_guest=True)
    found = confirmed.filter(user__is_active=True).select_related("user").first()
    return found.user if found else None


def whose_address(address: str) -> list[User]:
    """The players who get a link for a new password at an address; three queries.

    That is its owner, if there is one, else everybody who says that it is theirs, oldest account first. Only people who
    may log in with a password count.
    """
    owner = owner_of(address)
    if owner is not None and owner.is_guest:
        owner = None
    people = User.objects.filter(
        Q(emailaddress__email=address.lower()) | Q(pk__in=with_address(address).values("pk"))
    ).distinct()
    found = [owner] if owner else list(people.order_by("pk"))
    return [person for person in found if person.is_active and not person.is_bot and not person.is_guest]
