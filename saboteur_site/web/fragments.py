"""Requests of HTMX: whether a piece of a page is asked for, and on which page the user is."""

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.middleware import HtmxDetails


def is_fragment(request: HttpRequest) -> bool:
    """Whether HTMX asks for a piece of a page. Its history asks for whole pages."""
    htmx: HtmxDetails | None = getattr(request, "htmx", None)
    return htmx is not None and bool(htmx) and not htmx.history_restore_request


def page_seen(request: HttpRequest) -> str:
    """The path of the page on which the user is, as HTMX tells it; "" when it tells none that could be."""
    htmx = getattr(request, "htmx", None)
    try:
        return str(htmx.current_url_abs_path or "") if htmx else ""
    except ValueError:
        return ""


def back(request: HttpRequest) -> str:
    """The page of this site that a form names as the one it stands on; "" when it names none."""
    return inside(request, request.POST.get("next", ""))


def inside(request: HttpRequest, named: str) -> str:
    """A named address if it is one of this site, from its root on; "" if it is anything else."""
    safe = url_has_allowed_host_and_scheme(named, allowed_hosts=None, require_https=request.is_secure())
    return named if safe and named.startswith("/") else ""
