"""Offline reading: the response header that tells the service worker whose pages it may store.

On a device where a user has enabled it, a cookie and their session hold the same mark. While both agree and the user is
signed in, responses contain the mark. Else they contain "-": the user logged out, the session ended, the account was
deleted, or another user is signed in. The worker stores pages of one mark only, and deletes them when it receives
another one.

The cookie outlives the session, so that the worker is informed. After cookies were cleared there is neither: a browser
without a session gets "-" too, with each page that no proxy stores. Other responses that do not depend on the user have
no header.
"""

import secrets
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = SESSION = "reads_offline"
HEADER = "X-Reads-Offline"
NO_USER = "-"
LASTS = 400 * 24 * 3600
"""Seconds; browsers store no cookie for longer."""


def mark_owner(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Sets the header for devices that store pages."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        # Django keeps the user that it has read in this place. So none is read for this alone.
        if request.COOKIES.get(COOKIE) and hasattr(request, "_cached_user"):
            response[HEADER] = mark_of(request) or NO_USER
        elif is_without_session(request) and is_own_page(response):
            response[HEADER] = NO_USER
        return response

    return answer


def is_without_session(request: HttpRequest) -> bool:
    """Whether the browser has no cookie of a session, and none with a mark: it is new here, or its cookies were cleared
    and copies of pages are left."""
    return not {COOKIE, "sessionid", settings.SESSION_COOKIE_NAME} & set(request.COOKIES)


def is_own_page(response: HttpResponse) -> bool:
    """Whether it is a page that no proxy stores for others."""
    is_page = response.get("Content-Type", "").startswith("text/html")
    return is_page and "public" not in response.get("Cache-Control", "")


def mark_of(request: HttpRequest) -> str:
    """The mark of the pages that this device stores for the user; "" for none."""
    if not request.user.is_authenticated:
        return ""
    mark = str(request.session.get(SESSION, ""))
    return mark if secrets.compare_digest(mark.encode(), request.COOKIES.get(COOKIE, "").encode()) else ""


def begin(request: HttpRequest, response: HttpResponse) -> None:
    """Enable offline reading on this device for the signed-in user."""
    mark = secrets.token_urlsafe(16)
    request.session[SESSION] = mark
    secure = settings.SESSION_COOKIE_SECURE
    response.set_cookie(COOKIE, mark, max_age=LASTS, secure=secure, httponly=True, samesite="Lax")


def end(request: HttpRequest) -> None:
    """Disable offline reading on this device. Its cookie stays, so that its worker is informed."""
    request.session.pop(SESSION, None)
