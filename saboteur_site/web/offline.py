"""Reading without a network: which answers tell the service worker whose pages it may keep.

A device on which a user asked for it has a cookie with a mark, and so has their session. As long as both agree and
the user is signed in, the answer says the mark. Else it says "-": the user logged out, the session ended, the account
was closed, or another account is here. The worker keeps pages of one mark only, and throws them away as soon as it
hears another one.

The cookie outlives the session, so that the worker is told. Where cookies were cleared, no answer finds one any more:
a browser without a session is told "-" too, with each page that no proxy stores for others. Other answers that do not
ask who is there say nothing.
"""

import secrets
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = SESSION = "reads_offline"
HEADER = "X-Reads-Offline"
NO_USER = "-"
LASTS = 400 * 24 * 3600
"""Seconds; browsers keep no cookie for longer."""


def tells(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Tell devices that keep pages whether it is still the same person who is here."""

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
    """The mark of the pages that this device keeps for the user; "" if it keeps none for them."""
    if not request.user.is_authenticated:
        return ""
    mark = str(request.session.get(SESSION, ""))
    return mark if secrets.compare_digest(mark.encode(), request.COOKIES.get(COOKIE, "").encode()) else ""


def begin(request: HttpRequest, response: HttpResponse) -> None:
    """From now on this device keeps pages for the signed-in user."""
    mark = secrets.token_urlsafe(16)
    request.session[SESSION] = mark
    secure = settings.SESSION_COOKIE_SECURE
    response.set_cookie(COOKIE, mark, max_age=LASTS, secure=secure, httponly=True, samesite="Lax")


def end(request: HttpRequest) -> None:
    """From now on this device keeps no pages. Its cookie stays, so that its worker hears of it."""
    request.session.pop(SESSION, None)
