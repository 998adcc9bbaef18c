"""Circles as their members see them, and the link as those see it who may join."""

from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Lower
from django.http import Http404

from accounts.models import User
from accounts.selectors.friends import friends_of, is_blocked
from circles.models import Circle, CircleLink, CircleMember, Role
from games import clock
from games.models import Game, Status


@dataclass(frozen=True)
class Membership:
    """A circle, the row of the reader in it, and all its members: the host first, then the longest."""

    circle: Circle
    mine: CircleMember
    members: list[CircleMember] = field(default_factory=list)

    @property
    def is_host(self) -> bool:
        """Whether the reader is the host."""
        return self.mine.role == Role.HOST

    @property
    def others(self) -> list[CircleMember]:
        """The members but the reader."""
        return [member for member in self.members if member.pk != self.mine.pk]

    @property
    def host(self) -> User:
        """The host."""
        return self.members[0].user


def membership(code: str, user: User, **more: Any) -> Membership:
    """Return a circle for one of its members; raise Http404 for others. ``more`` are annotations of its members. One
    query."""
    found = list(
        CircleMember.objects.select_related("circle", "user")
        .filter(circle__code=code, left_at=None, user__is_active=True)
        .annotate(**more)
        .order_by("role", "joined_at", "pk")
    )
    mine = next((member for member in found if member.user_id == user.pk), None)
    if mine is None:
        raise Http404
    return Membership(mine.circle, mine, found)


def hosted_by(code: str, user: User) -> Membership:
    """Return a circle for its host. Http404 for people who are not in it, PermissionDenied for members. One query."""
    found = membership(code, user)
    if not found.is_host:
        raise PermissionDenied
    return found


def has_begun(code: str) -> bool:
    """Whether a table is not open any more; one query."""
    return Game.objects.filter(code=code).exclude(status=Status.OPEN).exists()


def circles_of(user: User) -> QuerySet[Circle]:
    """The circles of a user by name, each with `size`, the number of its members; one query."""
    here = Q(members__left_at=None, members__user__is_active=True)
    mine = CircleMember.objects.filter(user=user, left_at=None).values("circle")
    return Circle.objects.filter(pk__in=mine).annotate(size=Count("members", filter=here)).order_by(Lower("name"), "pk")


def has_circle(user: int) -> bool:
    """Whether a user belongs to a circle. One query."""
    return CircleMember.objects.filter(user=user, left_at=None).exists()


def link_of(circle: Circle) -> CircleLink | None:
    """The valid link of a circle; one query."""
    return CircleLink.objects.select_related("by").filter(circle=circle, expires_at__gt=clock.now()).first()


def is_invitation(name: str, of: dict[str, Any], **_more: Any) -> bool:
    """Return whether the page at an address is the valid link of a circle; one query."""
    links = CircleLink.objects.filter(expires_at__gt=clock.now())
    return name == "circles:link" and links.filter(token=of["token"]).exists()


def friends_to_add(found: Membership) -> list[User]:
    """The friends that the reader may add to the circle; one query."""
    here = Q(left_at=None) if found.is_host else Q(left_at=None) | Q(removed=True)
    there = CircleMember.objects.filter(here, circle=found.circle).values("user")
    return list(friends_of(found.mine.user).exclude(pk__in=there))


def is_unwanted(circle: Circle, user: User) -> bool:
    """Whether the host of a circle removed or blocks a user. Three queries at most."""
    if circle.members.filter(user=user, left_at__isnull=False, removed=True).exists():
        return True
    host = circle.members.select_related("user").filter(role=Role.HOST).first()
    return host is not None and is_blocked(blocker=host.user, other=user)


@dataclass(frozen=True)
class LinkPreview:
    """What a link shows: the circle, who made the link, how many members there are, and whether the reader is one."""

    circle: Circle
    by: User
    size: int
    is_mine: bool


def link_preview(token: str, user: User | None) -> LinkPreview:
    """Return what a valid link shows; Http404 without one, and for people that the host removed or blocks. At most four
    queries."""
    members = CircleMember.objects.filter(circle=OuterRef("circle"), left_at=None, user__is_active=True)
    size = members.order_by().values("circle").annotate(of=Count("pk")).values("of")
    links = CircleLink.objects.select_related("circle", "by").annotate(size=Subquery(size))
    link = links.filter(token=token, expires_at__gt=clock.now(), by__is_active=True).first()
    if link is None or (user is not None and is_unwanted(link.circle, user)):
        raise Http404
    is_mine = user is not None and link.circle.members.filter(user=user, left_at=None).exists()
    return LinkPreview(link.circle, link.by, link.size, is_mine)
