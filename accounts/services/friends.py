"""Making and ending friendships and blocks. Each function is one transaction, and nothing else writes these rows.

A pair of people has one `Friendship` row at most. A blocked player is not notified. Their friend request is stored, but
hidden from the blocker. To the asker it looks like any open request.
"""

from datetime import timedelta
from enum import Enum

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Block, FriendLink, Friendship, User
from accounts.models.links import friend_token
from accounts.signals import friend_asked
from saboteur_site.web import rates
from saboteur_site.web.declined import DeclinedError, TooManyError

LINK_LIVES = timedelta(days=14)
"""How long a link lets others become friends."""


class AskOutcome(Enum):
    """The outcome of a friend request."""

    ASKED = "asked"
    ASKED_BEFORE = "asked before"
    FRIENDS = "friends"
    FRIENDS_BEFORE = "friends before"


@transaction.atomic
def ask(*, asker: User, other: User) -> AskOutcome:
    """Send `other` a friend request. If `other` has sent one already, accept it.

    Raise DeclinedError for oneself, for bots, guests, deleted accounts, and people that the asker blocks; TooManyError
    after 20 requests within an hour.
    """
    _lock_pair(asker, other)
    if not other.is_active:
        raise DeclinedError(_("There’s no player called %(name)s.") % {"name": other.username})
    if not other.is_person:
        raise DeclinedError(_("Bots play with anyone. They don’t need friends."))
    if asker.is_guest or other.is_guest:
        raise DeclinedError(_("Guests can’t have friends here yet. Sign up first."))
    if Block.objects.filter(blocker=asker, blocked=other).exists():
        raise DeclinedError(_("You’ve blocked %(name)s. Unblock them first.") % {"name": other.username})
    friendship = _between(asker, other)
    if friendship is None:
        _count_ask(asker)
        low, high = sorted((asker, other), key=lambda person: person.pk)
        Friendship.objects.create(low=low, high=high, asked_by=asker, asked_at=timezone.now())
        friend_asked.send(sender=Friendship, asker=asker, other=other)
        return AskOutcome.ASKED
    if friendship.state == Friendship.State.ACCEPTED:
        return AskOutcome.FRIENDS_BEFORE
    if friendship.asked_by_id == asker.pk:
        return AskOutcome.ASKED_BEFORE
    _befriend(friendship)
    return AskOutcome.FRIENDS


@transaction.atomic
def accept(*, user: User, asker: User) -> None:
    """Accept the request of `asker`; for friends nothing changes. Raise DeclinedError if there is no such request."""
    _lock_pair(user, asker)
    friendship = _between(user, asker)
    if friendship is not None and friendship.state == Friendship.State.ACCEPTED:
        return
    gone = friendship is None or friendship.asked_by_id == user.pk
    if gone or Block.objects.filter(blocker=user, blocked=asker).exists():
        raise DeclinedError(_("The request from %(name)s is gone.") % {"name": asker.username})
    assert friendship is not None
    _befriend(friendship)


@transaction.atomic
def remove(*, user: User, other: User) -> None:
    """End a friendship, withdraw one's own request, or decline the other's. Idempotent."""
    _lock_pair(user, other)
    friendship = _between(user, other)
    if friendship is not None:
        friendship.delete()


@transaction.atomic
def block(*, blocker: User, other: User) -> None:
    """Block `other`. This ends a friendship and one's own request, and hides the other's request.

    Raise DeclinedError for oneself.
    """
    _lock_pair(blocker, other)
    Block.objects.get_or_create(blocker=blocker, blocked=other)
    friendship = _between(blocker, other)
    if friendship is None:
        return
    if friendship.state == Friendship.State.ACCEPTED or friendship.asked_by_id == blocker.pk:
        friendship.delete()


@transaction.atomic
def unblock(*, blocker: User, other: User) -> None:
    """Remove a block. A request sent meanwhile becomes visible."""
    _lock_pair(blocker, other)
    Block.objects.filter(blocker=blocker, blocked=other).delete()


@transaction.atomic
def make_link(user: User) -> FriendLink:
    """Create the link by which others become friends of a user; the one before becomes invalid.

    TooManyError after as many links in an hour as for tables. PermissionDenied for a guest.
    """
    if user.is_guest:
        raise PermissionDenied
    if seconds := rates.wait("links", user.pk):
        raise TooManyError(_("You’ve made a lot of links in the last hour. Try again later."), seconds)
    fresh = {"token": friend_token(), "expires_at": timezone.now() + LINK_LIVES}
    return FriendLink.objects.update_or_create(user=user, defaults=fresh)[0]


@transaction.atomic
def revoke_link(user: User) -> None:
    """Make the link of a user invalid. Idempotent."""
    FriendLink.objects.filter(user=user).delete()


@transaction.atomic
def befriend(*, user: User, token: str) -> User:
    """Make a user a friend of the owner of a link, and return the owner. Idempotent.

    Raise Http404 without a valid link, also if its owner blocks the user; DeclinedError for the owner, for a guest, and
    for a user who blocks the owner.
    """
    link = FriendLink.objects.select_related("user").filter(token=token, expires_at__gt=timezone.now()).first()
    if link is None or not link.user.is_active or Block.objects.filter(blocker=link.user, blocked=user).exists():
        raise Http404
    owner = link.user
    _lock_pair(owner, user)
    if user.is_guest:
        raise DeclinedError(_("Guests don’t have a list of friends. You need an account for that."))
    if Block.objects.filter(blocker=user, blocked=owner).exists():
        raise DeclinedError(_("You’ve blocked %(name)s. Unblock them first.") % {"name": owner.username})
    friendship = _between(owner, user)
    if friendship is None:
        low, high = sorted((owner, user), key=lambda person: person.pk)
        friendship = Friendship(low=low, high=high, asked_by=owner, asked_at=timezone.now())
    if friendship.state != Friendship.State.ACCEPTED:
        friendship.state, friendship.accepted_at = Friendship.State.ACCEPTED, timezone.now()
        friendship.save()
    return owner


def _lock_pair(one: User, other: User) -> None:
    """Lock the relation of the two until the transaction ends.

    The rows are locked in the order of their keys. Raise DeclinedError if both are the same user.
    """
    if one.pk == other.pk:
        raise DeclinedError(_("That’s you."))
    list(
        User.objects.select_for_update(no_key=True)
        .filter(pk__in=(one.pk, other.pk))
        .order_by("pk")
        .values_list("pk", flat=True)
    )


def _between(one: User, other: User) -> Friendship | None:
    return Friendship.objects.filter(low=min(one.pk, other.pk), high=max(one.pk, other.pk)).first()


def _befriend(friendship: Friendship) -> None:
    friendship.state = Friendship.State.ACCEPTED
    friendship.accepted_at = timezone.now()
    friendship.save(update_fields=["state", "accepted_at"])


def _count_ask(asker: User) -> None:
    """Count one more request. A withdrawn request still counts."""
    if seconds := rates.wait("asks", asker.pk):
        raise TooManyError(_("You’ve sent a lot of friend requests within an hour. Try again later."), seconds)
