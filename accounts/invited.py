"""Who may make an account, by the policy of the site (`saboteur_site.policy`)."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import Resolver404, resolve

from accounts.access import guest_of
from accounts.selectors import friends
from accounts.signals import invitation_asked
from saboteur_site.policy import SignUp
from saboteur_site.web.fragments import inside


def may_sign_up(request: HttpRequest) -> bool:
    """Return whether this visitor may make an account.

    Where that takes an invitation, guests have one, and visitors who come from a valid link.
    """
    way = SignUp(settings.SIGN_UP)
    if way is SignUp.INVITATION:
        named = request.POST.get("next", "") or request.GET.get("next", "")
        return guest_of(request) is not None or is_invitation(inside(request, named))
    return way is SignUp.OPEN


def is_invitation(path: str) -> bool:
    """Return whether the page at a path of the site is a valid invitation to a table, to a circle or from a friend."""
    try:
        found = resolve(path.partition("?")[0])
    except Resolver404:
        return False
    answers = invitation_asked.send(sender=None, name=found.view_name, of=found.kwargs)
    return any(answer for _receiver, answer in answers)


def is_of_friend(name: str, of: dict[str, Any], **_more: Any) -> bool:
    """Return whether a page is the valid link of a friend."""
    return name == "accounts:friend-link" and friends.is_valid(of["token"])
