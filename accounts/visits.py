"""Visits of guests: a guest is stored until thirty days after the last one (ADR 57).

A visit is what a person does: opening a page, or sending something. Polls of an open page are no visits, and neither
are pages that a browser loads in advance. One visit a day is written down. It also renews the session, which is a
guest's only way in, and a signed cookie that outlives it: by that cookie the log-in page knows what happened.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.doors import GUEST_SESSION
from accounts.models import User
from accounts.services import guests
from saboteur_site.web import host_cookies
from saboteur_site.web.attention import is_view
from saboteur_site.web.fragments import is_fragment

ONCE = timedelta(days=1)
"""How often a visit is written down at most."""
COOKIE = "guest"
_SIGNER = signing.Signer(salt="accounts.guest")


class VisitMiddleware:
    """Writes down that a guest is here, and lets their browser remember that a guest played in it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        user = getattr(request, "user", None)
        # Views that never ask for the user leave a lazy user there, and it is not read for this alone.
        if issubclass(type(user), User):
            _remember(request, response, user)
        return response

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> None:
        """Write a visit down if the last one is more than a day ago."""
        if getattr(view, "impersonal", False) or not isinstance(guest := request.user, User) or not guest.is_guest:
            return
        now = timezone.now()
        if now - guest.last_visit >= ONCE and is_visit(request):
            guests.record_visit(guest, now)
            request.session.set_expiry(GUEST_SESSION)
            host_cookies.end_hand_over(request)


def is_visit(request: HttpRequest) -> bool:
    """Whether a person made this request, as opposed to a page that polls or a browser that loads in advance."""
    return is_view(request) and (request.method == "POST" or not is_fragment(request))


def _remember(request: HttpRequest, response: HttpResponse, user: Any) -> None:
    known = request.COOKIES.get(COOKIE)
    if user.is_guest and known != (mark := _SIGNER.sign(str(user.pk))):
        secure = settings.SESSION_COOKIE_SECURE
        response.set_cookie(COOKIE, mark, max_age=GUEST_SESSION, secure=secure, httponly=True, samesite="Lax")
    elif known and not user.is_guest:
        response.delete_cookie(COOKIE, samesite="Lax")


def guest_before(request: HttpRequest) -> User | None:
    """The guest who played in this browser and is not signed in any more, by session or cookie: their session ended, or
    their time did. One query at most."""
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
