"""Middleware: no caching of pages, limits of waiting requests, security headers, the user's language."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.core.handlers.wsgi import WSGIRequest
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.utils import timezone
from django.utils.cache import patch_cache_control

from saboteur_site.database import storage
from saboteur_site.languages import reader
from saboteur_site.web import failures
from saboteur_site.web.errors import SAFE, service_unavailable
from saboteur_site.web.gate import Gate

GetResponse = Callable[[HttpRequest], HttpResponse]
UNUSED = """
    accelerometer camera display-capture geolocation gyroscope hid magnetometer microphone midi payment serial usb
"""
PERMISSIONS = ", ".join(f"{feature}=()" for feature in UNUSED.split())
"""The value of the header `Permissions-Policy`: device features that no page may use."""
View = TypeVar("View", bound=Callable[..., HttpResponse])


def impersonal(view: View) -> View:
    """Mark a view that does not depend on the user, so that neither session nor user is read for it."""
    view.impersonal = True  # type: ignore[attr-defined]
    return view


def no_store(get_response: GetResponse) -> GetResponse:
    """Forbid browsers and proxies to store a page, unless its view marked it as public.

    Static files are served before this middleware and may be stored.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if "public" not in response.get("Cache-Control", ""):
            patch_cache_control(response, private=True, no_store=True)
        return response

    return answer


def isolate(get_response: GetResponse) -> GetResponse:
    """Set headers that forbid other sites to embed pages, and pages to use device features."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response

    return answer


METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
"""The methods that any view may take. TRACE would send back what a request holds (RFC 9110, 9.3.8)."""


def known_methods(get_response: GetResponse) -> GetResponse:
    """Respond with 405 to all other methods, before any query."""

    def answer(request: HttpRequest) -> HttpResponse:
        if request.method in METHODS:
            return get_response(request)
        words = str(failures.of(405).page)
        return HttpResponseNotAllowed(METHODS, words, content_type="text/plain; charset=utf-8")

    return answer


class StorageMiddleware:
    """Limits the requests that wait for the database, so that threads are left for health checks. A read that lost its
    connection is retried once."""

    ROOM = 6
    """Requests at once; the commands of the Procfile give each process two threads more."""
    PATIENCE = 4.0
    """Seconds."""
    WITHOUT_DATABASE = ("/healthz",)

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self.gate = Gate(self.ROOM, self.PATIENCE)

    def __call__(self, request: WSGIRequest) -> HttpResponse:
        if request.path_info in self.WITHOUT_DATABASE:
            return self.get_response(request)
        storage.begin()
        if not self.gate.enter():
            return service_unavailable(request)
        served = False
        try:
            response = self.get_response(request)
            if request.method in SAFE and getattr(response, "was_lost", False):
                close_old_connections()
                response = self.get_response(WSGIRequest(request.environ))
            served = not hasattr(response, "was_lost")
            return response
        finally:
            self.gate.leave(served=served)


class PersonMiddleware:
    """Activates time zone and language of the signed-in user.

    Other visitors have the language of their browser, and UTC. Views would read the user lazily; this reads the same
    row a moment earlier, and not at all for views marked `impersonal`.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with timezone.override(None):
            return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any) -> None:
        """Activate language and zone of a signed-in user, unless the view is `impersonal`."""
        if not getattr(view, "impersonal", False):
            reader.turn_to(request)
