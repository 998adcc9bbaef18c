"""Requests of HTMX: whether they expect a part of a page, and the page that sent them."""

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.middleware import HtmxDetails


def is_fragment(request: HttpRequest) -> bool:
    """Whether HTMX expects a part of a page. Its history requests whole pages."""
    htmx: HtmxDetails | None = getattr(request, "htmx", None)
    return htmx is not None and bool(htmx) and not htmx.history_restore_request


def page_seen(request: HttpRequest) -> str:
    """The path of the user's page according to HTMX; "" without a valid one."""
    htmx = getattr(request, "htmx", None)
    try:
        return str(htmx.current_url_abs_path or "") if htmx else ""
    except ValueError:
        return ""


def back(request: HttpRequest) -> str:
    """The page of this site that a form names as its own; "" without one."""
    return inside(request, request.POST.get("next", ""))


def inside(request: HttpRequest, named: str) -> str:
    """An address if it is a path of this site, else ""."""
    safe = url_has_allowed_host_and_scheme(named, allowed_hosts=None, require_https=request.is_secure())
    return named if safe and named.startswith("/") else ""
