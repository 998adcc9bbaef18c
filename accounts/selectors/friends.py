"""Friends, friend requests and blocks. Each function costs the stated number of queries."""

from collections.abc import Collection
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Lower
from django.http import Http404
from django.utils import timezone

from accounts.models import Block, FriendLink, Friendship, User
from accounts.signals import tables_together_asked


def friends_of(user: User | int) -> QuerySet[User]:
    """The active friends of `user` (or of the user with that key) by name; one query."""
    return User.objects.filter(_is_friend(user), is_active=True).order_by(Lower("username"))


def are_friends(one: User, other: User) -> bool:
    """Whether the two are friends; one query."""
    return Friendship.objects.filter(
        low=min(one.pk, other.pk), high=max(one.pk, other.pk), state=Friendship.State.ACCEPTED
    ).exists()


def asks_for(user: User | int) -> QuerySet[Friendship]:
    """Open requests to `user` (or that key), oldest first, with `asked_by`, but none of people that the user
    blocks; one query."""
    hidden = Block.objects.filter(blocker=user, blocked=OuterRef("asked_by"))
    return (
        Friendship.objects.filter(Q(low=user) | Q(high=user), state=Friendship.State.ASKED, asked_by__is_active=True)
        .exclude(asked_by=user)
        .exclude(Exists(hidden))
        .select_related("asked_by")
        .order_by("asked_at", "pk")
    )


def asked_by(user: User) -> QuerySet[User]:
    """The people that `user` has asked and who have not answered yet, by name; one query."""
    asks = Friendship.objects.filter(asked_by=user, state=Friendship.State.ASKED)
    return User.objects.filter(pk__in=_others(asks, user)).order_by(Lower("username"))


def blocked_by(user: User) -> QuerySet[User]:
    """The people that `user` blocks, by name; one query."""
    return User.objects.filter(blocks_met__blocker=user).order_by(Lower("username"))


def link_of(user: User) -> FriendLink | None:
    """The valid link by which others become friends of `user`; one query."""
    return FriendLink.objects.filter(user=user, expires_at__gt=timezone.now()).first()


def is_valid(token: str) -> bool:
    """Whether a link makes friends now; one query."""
    return FriendLink.objects.filter(token=token, expires_at__gt=timezone.now()).exists()


def owner_of(token: str) -> User:
    """The owner of a valid link; Http404 if there is none. One query."""
    link = FriendLink.objects.select_related("user").filter(token=token, expires_at__gt=timezone.now()).first()
    if link is None or not link.user.is_active:
        raise Http404
    return link.user


def tables_together(user: User, others: Collection[User]) -> dict[int, list[str]]:
    """The names of the tables at which `user` sits with others, by the key of the other user."""
    answers: list[Any] = tables_together_asked.send(sender=User, user=user, others=others)
    return {other: names for _receiver, found in answers for other, names in found.items()}


def is_blocked(*, blocker: User, other: User) -> bool:
    """Whether `blocker` blocks `other`; one query."""
    return Block.objects.filter(blocker=blocker, blocked=other).exists()


def _is_friend(user: User | int) -> Q:
    accepted = Friendship.objects.filter(state=Friendship.State.ACCEPTED)
    return Q(pk__in=_others(accepted, user))


def _others(pairs: QuerySet[Friendship], user: User | int) -> QuerySet[Friendship, Any]:
    """The keys of the other users in a user's pairs, as one list, so that the database reads no other users."""
    return pairs.filter(low=user).values("high").union(pairs.filter(high=user).values("low"), all=True)
