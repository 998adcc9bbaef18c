"""The pages of requests that went wrong, beside those that Django draws from templates by itself."""

import logging
import secrets

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import get_template

log = logging.getLogger(__name__)


def server_error(request: HttpRequest) -> HttpResponse:
    """A fault of ours: a page that needs neither database nor user, with a number that stands in the log, too."""
    number = secrets.token_hex(4)
    log.error("Fault %s at %s %r", number, request.method, request.path)
    return HttpResponse(get_template("500.html").render({"number": number}), status=500)


def too_many(request: HttpRequest) -> HttpResponse:
    """Too many requests of one kind; try again in a minute."""
    response = render(request, "429.html", status=429)
    response["Retry-After"] = "60"
    return response
