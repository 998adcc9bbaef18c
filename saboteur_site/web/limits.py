"""The rate limits of requests. All writes are counted: by user for signed-in users, by network for others. Requests
to secret addresses are counted by network only. The API counts its requests itself, by token (`api.controller`).
"""

from collections.abc import Callable
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any

from allauth.account.adapter import get_adapter
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest, HttpResponse

from saboteur_site.web import rates, secret_parts
from saboteur_site.web.errors import too_many
from saboteur_site.web.rates import TooOftenError

GetResponse = Callable[[HttpRequest], HttpResponse]

READING = ("GET", "HEAD", "OPTIONS", "TRACE")
HOUSEHOLD_BITS = 64
"""Leading bits of an IPv6 address that identify one household."""


class LimitMiddleware:
    """Counts a request before its view runs, by the rate of its address or else by that of all writes."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Return the response for a client that has to wait; None for all others."""
        if request.resolver_match is None or getattr(view, "counts_itself", False):
            return None
        name = request.resolver_match.view_name
        is_fetched = name in secret_parts.COUNTED
        reads = request.method in READING
        if reads and not is_fetched:
            return None
        client = network_of(request) if is_fetched and reads else client_of(request)
        seconds = rates.wait(name if name in rates.RATES else "secret" if reads else "write", client)
        return too_many(request, seconds) if seconds else None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the same response when a view raises TooOftenError."""
        return too_many(request, error.seconds) if isinstance(error, TooOftenError) else None


def client_of(request: HttpRequest) -> str:
    """Return the client that a request is counted for: the user, else the network."""
    return f"person {request.user.pk}" if request.user.is_authenticated else network_of(request)


def network_of(request: HttpRequest) -> str:
    """Return the client's address; of IPv6 the part that identifies one household."""
    try:
        address = ip_address(get_adapter().get_client_ip(request))
    except (PermissionDenied, ImproperlyConfigured, ValueError):  # proxies with missing or too few addresses
        return "nowhere"
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, HOUSEHOLD_BITS), strict=False))
    return str(address)
