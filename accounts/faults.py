"""The pages of requests that went wrong, beside those that Django draws from templates by itself."""

import logging
import secrets
import sys

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import get_template

from saboteur_site import storage
from saboteur_site.errors import unkept

log = logging.getLogger(__name__)


def server_error(request: HttpRequest) -> HttpResponse:
    """A fault of ours: a page that needs neither database nor user, with a number that stands in the log, too.

    Where it is not ours, but the database is away, full or frozen, the page says what became of the request; `was_lost`
    of the answer tells whether only a connection was lost.
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


def too_many(request: HttpRequest) -> HttpResponse:
    """Too many requests of one kind; try again in a minute."""
    response = render(request, "429.html", status=429)
    response["Retry-After"] = "60"
    return response
