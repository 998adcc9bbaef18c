"""The pages of refused and failed requests, and that of too many.

None reads any more of what was sent: that may be what cannot be read, and Django's own pages fall over it.
"""

import logging
import secrets
import sys

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import get_template
from django.utils.translation import ngettext

from saboteur_site import storage
from saboteur_site.fragments import is_fragment, page_seen

log = logging.getLogger(__name__)

MINUTE = 60
IN_PLACE_OF_THE_PAGE = {"HX-Retarget": "#main", "HX-Reswap": "innerHTML show:window:top", "HX-Push-Url": "false"}
"""Where HTMX puts an answer that is none to what was asked."""
SAFE = ("GET", "HEAD", "OPTIONS")
#: The fields by which a move is known: the table that it was meant for, and the key that makes it happen once.
MOVE = {"seq", "key"}


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What makes no sense. The page knows nothing of the request, not even whose it is."""
    return HttpResponse(get_template("400.html").render(), status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A closed door."""
    return render(request, "403.html", status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form whose token is missing or old: a page (403_csrf.html) that says to go back and try again."""
    return render(request, "403_csrf.html", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A dead end."""
    return render(request, "404.html", status=404)


def too_many(request: HttpRequest, seconds: int = MINUTE) -> HttpResponse:
    """Too much of one kind was sent: nothing is done, and it may be tried again in so many seconds."""
    template, headers = "429.html", {"Retry-After": str(seconds)}
    if is_fragment(request):
        template, headers = "_too_many.html", headers | IN_PLACE_OF_THE_PAGE
    minutes = -(-seconds // MINUTE)
    words = ngettext(
        "That came too often within a short time. Nothing was changed; try again in a minute.",
        "That came too often within a short time. Nothing was changed; try again in %(minutes)s minutes.",
        minutes,
    )
    context = {"words": words % {"minutes": minutes}, "back": page_seen(request)}
    response = render(request, template, context, status=429)
    for name, value in headers.items():
        response[name] = value
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    """A fault of ours: a page that needs neither database nor user, with a number that stands in the log, too.

    Where it is not ours, but the database is away, full or frozen, the page says what became of the request; `was_lost`
    of the answer tells whether only a connection was lost; other answers have none.
    """
    error = sys.exc_info()[1]
    if storage.cannot_keep(error):
        why = f"{type(error).__name__}: {error}".partition("\n")[0]
        log.warning("%s %r could not be served: %s", request.method, request.path, why)
        response = unkept(request)
        response.was_lost = storage.is_lost(error)  # type: ignore[attr-defined]  # for the middleware of the site
        return response
    number = secrets.token_hex(4)
    log.error("Fault %s at %s %r", number, request.method, request.path)
    return HttpResponse(get_template("500.html").render({"number": number}), status=500)


def unkept(request: HttpRequest) -> HttpResponse:
    """Answer a request that the database could not serve: what became of it, and how to try again. Asks nobody.

    A move stands on the page once more: it bears the same key, with which it is made once at most.
    """
    form = vars(request).get("_post", {})  # what has been read of it; reading on might fail in turn
    context = {
        "unsure": request.method not in SAFE and storage.may_have_kept(),
        "address": request.get_full_path(),
        "reads": request.method in SAFE,
        "fields": [(name, value) for name, values in form.lists() for value in values] if set(form) >= MOVE else [],
        "token": get_token(request),
    }
    template = "_unkept.html" if goes_into_strip(request) else "503.html"
    response = HttpResponse(get_template(template).render(context), status=503)
    response["Retry-After"] = "5"
    return in_strip(response) if goes_into_strip(request) else response


def goes_into_strip(request: HttpRequest) -> bool:
    """Tell whether HTMX asks, which cannot show a page."""
    return "HX-Request" in request.headers and "HX-History-Restore-Request" not in request.headers


def in_strip(response: HttpResponse) -> HttpResponse:
    """Let static/js/requests.js show what is said, above the page that people have."""
    response["HX-Retarget"], response["HX-Reswap"] = "body", "afterbegin"
    return response
