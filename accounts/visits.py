"""Visits of guests: a guest is stored until thirty days after the last one (ADR 57).

A visit is a request that a person makes: opening a page, or sending a form. Polls and prefetches are no visits. One
visit a day is stored. It also renews the session, with which alone a guest is logged in, and a signed cookie that
outlives the session, so that the log-in page can explain its end.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.access import GUEST_SESSION
from accounts.models import User
from accounts.services import guests
from saboteur_site.web import host_cookies
from saboteur_site.web.attention import is_view
from saboteur_site.web.fragments import is_fragment

ONCE = timedelta(days=1)
"""The least time between two stored visits."""
COOKIE = "guest"
_SIGNER = signing.Signer(salt="accounts.guest")


class VisitMiddleware:
    """Stores the visits of guests, and sets the cookie that marks the browser as a guest's."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        user = getattr(request, "user", None)
        # In views that never use the user it is still lazy; it is not loaded just for this.
        if issubclass(type(user), User):
            _remember(request, response, user)
        return response

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> None:
        """Store a visit if the last one is more than a day ago."""
        if getattr(view, "impersonal", False) or not isinstance(guest := request.user, User) or not guest.is_guest:
            return
        now = timezone.now()
        if now - guest.last_visit >= ONCE and is_visit(request):
            guests.record_visit(guest, now)
            request.session.set_expiry(GUEST_SESSION)
            host_cookies.end_hand_over(request)


def is_visit(request: HttpRequest) -> bool:
    """Return whether a person made this request, as opposed to a poll or a prefetch."""
    return is_view(request) and (request.method == "POST" or not is_fragment(request))


def _remember(request: HttpRequest, response: HttpResponse, user: Any) -> None:
    known = request.COOKIES.get(COOKIE)
    if user.is_guest and known != (mark := _SIGNER.sign(str(user.pk))):
        secure = settings.SESSION_COOKIE_SECURE
        response.set_cookie(COOKIE, mark, max_age=GUEST_SESSION, secure=secure, httponly=True, samesite="Lax")
    elif known and not user.is_guest:
        response.delete_cookie(COOKIE, samesite="Lax")


def guest_before(request: HttpRequest) -> User | None:
    """Return the guest who played in this browser and is not signed in any more, by session or cookie: the session
    ended, or the guest expired. One query at most."""
    if request.user.is_authenticated:
        return None
    key = request.session.get(SESSION_KEY)
    if key is None:
        try:
            key = _SIGNER.unsign(request.COOKIES.get(COOKIE, ""))
        except signing.BadSignature:
            return None
    guest = User.objects.filter(pk=key, is_guest=True).first()
    return guest if guest is not None and (guest.is_active or guest.is_gone) else None
