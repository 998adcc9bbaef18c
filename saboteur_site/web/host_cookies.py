"""Cookies under https have the prefix `__Host-` (RFC 6265bis): no subdomain and no plain connection can set one.

Earlier versions set cookies without it, and a guest can log in by their session only. So an old cookie is accepted once
and migrated: the response sets it under its new name. A session that began under the new name is marked and never
accepted under the old one. A guest's session is renewed at each visit; it is marked then too, once the browser has
only the new cookie. So the migration of a session ends with the session: 90 days after it was last saved
(`SESSION_COOKIE_AGE`), 400 days for a guest's (`GUEST_SESSION`).
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse

PREFIX = "__Host-"
MARK = "host_cookie"
"""The session key that marks a session as never accepted under the old name."""


@receiver(user_logged_in)
def mark(request: HttpRequest | None, **_sent: Any) -> None:
    """Note in a session that it began under the new name."""
    if request is not None and settings.SESSION_COOKIE_NAME.startswith(PREFIX):
        request.session[MARK] = True


def end_hand_over(request: HttpRequest) -> None:
    """Mark a session that a browser sends under the new name only: it is no longer accepted under the old one."""
    if not _old(request, settings.SESSION_COOKIE_NAME):
        mark(request)


class HandOverMiddleware:
    """Accepts old cookies under their new names; placed before the session and CSRF middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not settings.SESSION_COOKIE_NAME.startswith(PREFIX):
            return self.get_response(request)
        token, session = settings.CSRF_COOKIE_NAME, settings.SESSION_COOKIE_NAME
        old_token, old_session = _old(request, token), _old(request, session)
        if old_token and token not in request.COOKIES:
            request.COOKIES[token] = old_token  # for pages that were open during the upgrade; Django sets it again
        is_new = old_session and session not in request.COOKIES and _is_to_be_handed_over(old_session)
        if is_new:
            request.COOKIES[session] = old_session
        response = self.get_response(request)
        if is_new and session not in response.cookies:
            response.set_cookie(
                session,
                old_session,
                max_age=request.session.get_expiry_age(),
                secure=True,
                httponly=True,
                samesite="Lax",
            )
        elif old_session:  # the browser has the new one, or the session is over
            response.delete_cookie(session.removeprefix(PREFIX), samesite="Lax")
        return response


def _old(request: HttpRequest, name: str) -> str:
    """The value of the cookie under its old name, or ""."""
    return request.COOKIES.get(name.removeprefix(PREFIX), "")


def _is_to_be_handed_over(key: str) -> bool:
    """Whether a session has a user and did not begin under the new name. A session without a user may have been
    planted, and its loss does no harm."""
    session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    return SESSION_KEY in session and not session.get(MARK)
