"""Questions about people and what is between them. Each costs the stated number of queries, however many rows."""

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Lower

from accounts import names
from accounts.models import Block, Friendship, User


def person_named(name: str) -> User | None:
    """The player of that name, bots and deactivated ones too, whatever its case and spelling; one query."""
    return User.objects.filter(name_key=names.key(name)).first()


def is_taken(name: str, *, but_for: User | None = None) -> bool:
    """Whether a name is that of somebody else, or looks like one; one query."""
    as_written, in_capitals = names.looks(name)
    alike = Q(name_key=names.key(name)) | Q(look=as_written) | Q(look_in_capitals=in_capitals)
    others = User.objects.exclude(pk=but_for.pk) if but_for and but_for.pk else User.objects.all()
    return others.filter(alike).exists()


def owner_of(address: str) -> User | None:
    """The player whose address it is for certain: who confirmed it, or was given it by the host; two queries."""
    confirmed = EmailAddress.objects.filter(email=address.lower(), verified=True).select_related("user").first()
    if confirmed is not None:
        return confirmed.user
    unconfirmed = EmailAddress.objects.filter(user=OuterRef("pk"), email__iexact=OuterRef("email"), verified=False)
    return User.objects.filter(email__iexact=address).exclude(Exists(unconfirmed)).first()


def whose_address(address: str) -> list[User]:
    """Who may log in and has an address, its owner alone if there is one, else all who say that it is theirs, the
    first of them first; three queries."""
    owner = owner_of(address)
    people = User.objects.filter(Q(emailaddress__email=address.lower()) | Q(email__iexact=address)).distinct()
    found = [owner] if owner else list(people.order_by("pk"))
    return [person for person in found if person.is_active and not person.is_bot]


def friends_of(user: User) -> QuerySet[User]:
    """The user's active friends by name; one query."""
    return User.objects.filter(_is_friend(user), is_active=True).order_by(Lower("username"))


def are_friends(one: User, other: User) -> bool:
    """Whether the two are friends; one query."""
    return Friendship.objects.filter(
        low=min(one.pk, other.pk), high=max(one.pk, other.pk), state=Friendship.State.ACCEPTED
    ).exists()


def asks_for(user: User) -> QuerySet[Friendship]:
    """Open asks to `user`, oldest first, `asked_by` fetched, without those of people the user blocks; one query."""
    hidden = Block.objects.filter(blocker=user, blocked=OuterRef("asked_by"))
    return (
        Friendship.objects.filter(Q(low=user) | Q(high=user), state=Friendship.State.ASKED, asked_by__is_active=True)
        .exclude(asked_by=user)
        .exclude(Exists(hidden))
        .select_related("asked_by")
        .order_by("asked_at", "pk")
    )


def asked_by(user: User) -> QuerySet[User]:
    """The people whom `user` has asked and who have not answered, by name; one query."""
    asks = Friendship.objects.filter(asked_by=user, state=Friendship.State.ASKED)
    return User.objects.filter(
        Q(pk__in=asks.filter(low=user).values("high")) | Q(pk__in=asks.filter(high=user).values("low"))
    ).order_by(Lower("username"))


def blocked_by(user: User) -> QuerySet[User]:
    """The people whom `user` blocks, by name; one query."""
    return User.objects.filter(blocks_met__blocker=user).order_by(Lower("username"))


def is_blocked(*, blocker: User, other: User) -> bool:
    """Whether `blocker` blocks `other`; one query."""
    return Block.objects.filter(blocker=blocker, blocked=other).exists()


def _is_friend(user: User) -> Q:
    accepted = Friendship.objects.filter(state=Friendship.State.ACCEPTED)
    return Q(pk__in=accepted.filter(low=user).values("high")) | Q(pk__in=accepted.filter(high=user).values("low"))
