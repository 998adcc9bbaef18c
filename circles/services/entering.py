"""A circle in hand: its row, locked until the transaction ends, for those who may change it."""

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404

from accounts.models import User
from circles.models import Circle, CircleMember, Role


def entered(code: str, user: User) -> Circle:
    """Return a circle, locked, for one of its members; raise Http404 for others."""
    circle = locked(code)
    if not present(circle).filter(user=user).exists():
        raise Http404
    return circle


def hosted(code: str, host: User) -> Circle:
    """Return a circle, locked, for its host. Http404 for people who are not in it, PermissionDenied for members."""
    circle = entered(code, host)
    if not circle.members.filter(user=host, role=Role.HOST).exists():
        raise PermissionDenied
    return circle


def locked(code: str) -> Circle:
    """Return a circle, locked; raise Http404 if there is none."""
    circle = Circle.objects.select_for_update(no_key=True).filter(code=code).first()
    if circle is None:
        raise Http404
    return circle


def present(circle: Circle) -> QuerySet[CircleMember]:
    """The rows of the people who are in a circle."""
    return circle.members.filter(left_at=None, user__is_active=True)
