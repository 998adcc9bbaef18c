"""The page of the addresses of a user's feeds."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from accounts.access import PersonRequest, with_account
from accounts.selectors.feeds import key_of
from accounts.services.feeds import make, remove, renew

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

_ACTIONS: Mapping[str, tuple[Callable[..., None], "StrPromise"]] = {
    "make": (make, _("Your addresses are ready.")),
    "renew": (renew, _("You have new addresses. The old ones no longer work.")),
    "remove": (remove, _("Your addresses are removed.")),
}
"""The actions of the buttons, with the sentence after each."""


@require_http_methods(["GET", "HEAD", "POST"])
@with_account
def feeds(request: PersonRequest) -> HttpResponse:
    """Show the addresses of the feeds; a POST creates, changes or deletes them, as its `deed` says."""
    if request.method != "POST":
        return _page(request)
    action = _ACTIONS.get(request.POST.get("deed", ""))
    if action is None:
        return _page(request, wrong=True)
    change, said = action
    change(user=request.user)
    messages.success(request, str(said))
    return redirect("accounts:feeds")


def _page(request: PersonRequest, *, wrong: bool = False) -> HttpResponse:
    found = key_of(request.user)
    context: dict[str, object] = {"wrong": wrong}
    if found is not None:
        calendar = settings.SITE_URL + reverse("games:calendar", args=[found.key])
        # `webcals` means https, so that the key is not sent unencrypted first.
        context |= {"calendar": calendar, "subscribe": calendar.replace("http", "webcal", 1)}
        context |= {"atom": settings.SITE_URL + reverse("games:atom", args=[found.key])}
    return render(request, "accounts/feeds.html", context, status=422 if wrong else 200)
