"""Reports of the names of circles. Moderators decide about them in `games.services.moderation`, which asks here."""

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from accounts.models import User
from circles.models import Circle, CircleMember
from circles.selectors.circles import Membership, membership
from circles.services.entering import locked
from circles.services.membership import give_name
from games.services import moderation
from saboteur_site.web.declined import DeclinedError


def circle_to_report(code: str, user: User) -> Membership:
    """Return a circle for a member who is not its host, and so did not name it; Http404 for others. One query."""
    found = membership(code, user)
    if found.is_host:
        raise Http404
    return found


def report_name(*, user: User, code: str, reason: str) -> None:
    """Report the name of a circle. Doing so again while the first report is open changes nothing.

    Http404 as `circle_to_report`; DeclinedError without a reason, TooManyError after many reports within an hour.
    """
    found = circle_to_report(code, user)
    moderation.report_circle(user=user, circle=code, host=found.host, name=found.circle.name, reason=reason)


def codes_of(user: int) -> QuerySet[CircleMember, Any]:
    """Return the codes of the circles that a user belongs to, as a query."""
    return CircleMember.objects.filter(user=user, left_at=None).values_list("circle__code", flat=True)


def rename(code: str, name: str) -> None:
    """Give a circle the name that a moderator has chosen; DeclinedError if it is too long or the circle is gone."""
    if len(name) > (Circle._meta.get_field("name").max_length or 0):
        raise DeclinedError(_("Write the new name."))
    try:
        give_name(locked(code), name)
    except Http404:
        raise DeclinedError(_("This circle is gone, and its name with it.")) from None
