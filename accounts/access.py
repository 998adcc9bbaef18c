"""Access to views: for signed-in users, for users with an account, and for visitors who want to log in or sign up."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib.auth import login
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect

from accounts.models import User
from saboteur_site.web.fragments import is_fragment, page_seen

P = ParamSpec("P")

GUEST_SESSION = 400 * 24 * 3600
"""Seconds that the session of a guest lasts after a visit: the longest that browsers store a cookie."""


class PersonRequest(HttpRequest):
    """A request of a signed-in user."""

    user: User


def signed_in(
    view: Callable[Concatenate[PersonRequest, P], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    """Admit only signed-in users to `view`. Others are redirected to the log-in and then back to their page.

    A fragment cannot show the log-in page, so HTMX is redirected as a whole page.
    """

    @wraps(view)
    def enter(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)  # type: ignore[arg-type]
        log_in = redirect_to_login(page_seen(request) or request.get_full_path(), reverse("account_login"))
        return HttpResponseClientRedirect(log_in.url) if is_fragment(request) else log_in

    return enter  # type: ignore[return-value]


def with_account(
    view: Callable[Concatenate[PersonRequest, P], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    """Admit only users with an account to `view`: guests see a page that says so and links to sign-up."""

    @wraps(view)
    def enter(request: PersonRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        return not_for_guests(request) if guest_of(request) else view(request, *args, **kwargs)

    return signed_in(enter)


def not_for_guests(request: HttpRequest) -> HttpResponse:
    """The page that says what guests cannot do, and how they keep their tables."""
    return render(request, "accounts/not_for_guests.html", status=403)


def guest_of(request: HttpRequest | None) -> User | None:
    """Return the guest who made the request; None for all others."""
    found = getattr(request, "guest", None) or getattr(request, "user", None)
    return found if isinstance(found, User) and found.is_guest else None


def let_in(request: HttpRequest, guest: User) -> None:
    """Log a guest in, in a new session."""
    login(request, guest, backend="accounts.backends.NameBackend")
    request.session.set_expiry(GUEST_SESSION)


def for_newcomers(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Admit guests to a page for visitors who are not signed in. `guest_of` still returns the guest."""

    @wraps(view)
    def enter(request: Any, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if guest := guest_of(request):
            request.guest, request.user = guest, AnonymousUser()
        return view(request, *args, **kwargs)

    return enter
