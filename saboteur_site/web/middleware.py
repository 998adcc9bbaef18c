"""What happens to every request: no browser keeps the page, none waits for ever, its reader's language is spoken."""

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
"""What no page may use of a device, as the header `Permissions-Policy` says it."""
View = TypeVar("View", bound=Callable[..., HttpResponse])


def impersonal(view: View) -> View:
    """Mark a view that answers without knowing who asks, so that neither session nor user is read for it."""
    view.impersonal = True  # type: ignore[attr-defined]
    return view


def no_store(get_response: GetResponse) -> GetResponse:
    """Forbid browsers and proxies to keep a page, unless its view said that all the world may see it.

    Static files are answered before this middleware and may be kept.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if "public" not in response.get("Cache-Control", ""):
            patch_cache_control(response, private=True, no_store=True)
        return response

    return answer


def isolate(get_response: GetResponse) -> GetResponse:
    """Let other sites embed nothing of this one, and let no page use what the site needs of no device."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response

    return answer


METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
"""The methods that any view may take. TRACE would send back what a request holds (RFC 9110, 9.3.8)."""


def known_methods(get_response: GetResponse) -> GetResponse:
    """Answer 405 to all other methods, before anything is asked for them."""

    def answer(request: HttpRequest) -> HttpResponse:
        if request.method in METHODS:
            return get_response(request)
        words = str(failures.of(405).page)
        return HttpResponseNotAllowed(METHODS, words, content_type="text/plain; charset=utf-8")

    return answer


class StorageMiddleware:
    """Keep one thread free to say that this process is alive: no more requests than that wait for the database. A read
    that lost its connection is tried once more."""

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
    """Show times in the zone, and texts in the language, of the person who is signed in.

    Others keep the language that their browser asks for, and UTC. The user is read by the first view that wants to know
    who is there; this asks for the same row a moment earlier, and not at all for views marked `impersonal`.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with timezone.override(None):
            return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any) -> None:
        """Turn to the language and the zone of the user, if the view is about a person and they are signed in."""
        if not getattr(view, "impersonal", False):
            reader.turn_to(request)
