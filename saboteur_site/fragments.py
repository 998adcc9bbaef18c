"""Requests of HTMX: whether a piece of a page is asked for, and on which page somebody is."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


def is_fragment(request: HttpRequest) -> bool:
    """Whether HTMX asks for a piece of a page. Its history asks for whole pages."""
    htmx: HtmxDetails | None = getattr(request, "htmx", None)
    return htmx is not None and bool(htmx) and not htmx.history_restore_request


def page_seen(request: HttpRequest) -> str:
    """The path of the page on which somebody is, as HTMX tells it; "" when it tells none that could be."""
    htmx = getattr(request, "htmx", None)
    try:
        return str(htmx.current_url_abs_path or "") if htmx else ""
    except ValueError:
        return ""
