"""Queries about people, their names and addresses. Each function states its number of queries."""

from allauth.account.models import EmailAddress
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Lower
from django.utils import timezone

from accounts import names
from accounts.models import ReservedName, User
from saboteur_site.database.beginnings import beginning


def person_named(name: str) -> User | None:
    """Return the player of that name, whatever its case and spelling; also bots and deactivated players. One query."""
    return User.objects.filter(name_key=names.key(name)).first()


def beginning_with(term: str, most: int) -> list[int]:
    """Return the key of the player of that name, else the keys of at most ``most`` players whose names begin with it;
    one query or two."""
    folded = names.key(term)
    if exact := list(User.objects.filter(name_key=folded).values_list("pk", flat=True)):
        return exact
    return list(beginning(User.objects.all(), F("name_key"), folded).values_list("pk", flat=True)[:most])


def formerly_named(term: str, most: int) -> list[int]:
    """Return the keys of at most ``most`` players each with a former name that begins with the term: the last one, and
    those that are reserved for their players. Two queries."""
    last = beginning(User.objects.exclude(former_name=""), Lower("former_name"), term.lower())
    reserved = beginning(ReservedName.objects.exclude(user=None), F("name_key"), names.key(term))
    found = [*last.values_list("pk", flat=True)[:most], *reserved.values_list("user", flat=True)[:most]]
    return list(dict.fromkeys(found))


def by_address(term: str, most: int) -> list[int]:
    """Return the keys of at most ``most`` players whose addresses begin with the term; one query."""
    found = beginning(User.objects.exclude(email=""), Lower("email"), term.lower())
    return list(found.values_list("pk", flat=True)[:most])


def is_taken(name: str, *, but_for: User | None = None) -> bool:
    """Whether another user has that name or one that looks like it, or gave it up a short time ago; one query."""
    as_written, in_capitals = names.looks(name)
    alike = Q(name_key=names.key(name)) | Q(look=as_written) | Q(look_in_capitals=in_capitals)
    others, reserved = User.objects.all(), ReservedName.objects.filter(until__gt=timezone.now())
    if but_for and but_for.pk:
        others, reserved = others.exclude(pk=but_for.pk), reserved.exclude(user=but_for.pk)
    found = others.filter(alike).values_list("pk").union(reserved.filter(alike).values_list("pk"), all=True)
    return bool(found[:1])


def with_address(address: str) -> QuerySet[User]:
    """Return the users whose row has an address, by its unique index.

    Python lower-cases the address. A case-insensitive lookup of the database is unsafe: it may map "ı" and "ſ" to "I"
    and "S", and mail for one person would be sent to the domain of another.
    """
    return User.objects.alias(mail=Lower("email")).filter(mail=address.lower())


def owner_of(address: str) -> User | None:
    """Return the player who confirmed the address, or whose row the operator wrote it into; two queries.

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

    That is its owner, if there is one, else all players who claim it, oldest account first. Only people who may log in
    with a password count.
    """
    owner = owner_of(address)
    if owner is not None and owner.is_guest:
        owner = None
    people = User.objects.filter(
        Q(emailaddress__email=address.lower()) | Q(pk__in=with_address(address).values("pk"))
    ).distinct()
    found = [owner] if owner else list(people.order_by("pk"))
    return [person for person in found if person.is_active and not person.is_bot and not person.is_guest]
