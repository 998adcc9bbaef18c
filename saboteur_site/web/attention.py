"""Whether a request is the act of a person. A fetch by an open page and a prefetch by a browser are not (ADR 53).

An open page polls with an element of its own, or with the header `X-Poll`. It says in the header `X-Last-Input` of
those requests whether there was user input (pointer, key, scroll, focus): `fresh` is input since the last one, `recent`
is input within a quarter of an hour. A page that is hidden, or had no input for longer, sends no such header.
"""

from django.http import HttpRequest

from saboteur_site.web.fragments import is_fragment

FRESH, RECENT = "fresh", "recent"
PULSE = "pulse"
"""The id of the element with which open pages poll; HTMX names it as the trigger of its requests."""
LED = "led"
"""The parameter of an address that a page requested by itself."""
_PURPOSES = ("Sec-Purpose", "Purpose", "X-Purpose", "X-Moz")
_SPECULATIVE = ("prefetch", "prerender", "preview")


def is_prefetch(request: HttpRequest) -> bool:
    """Return whether a request is a prefetch of the browser, by the Fetch standard or an older header."""
    said = " ".join(request.headers.get(name, "").lower() for name in _PURPOSES)
    return any(purpose in said for purpose in _SPECULATIVE)


def had_input(request: HttpRequest) -> bool:
    """Whether a background request says that there was user input since the last one."""
    return request.headers.get("X-Last-Input") == FRESH and not is_prefetch(request)


def is_present(request: HttpRequest) -> bool:
    """Whether a background request says that its page is visible and a person was active there recently."""
    return request.headers.get("X-Last-Input") in (FRESH, RECENT) and not is_prefetch(request)


def is_view(request: HttpRequest) -> bool:
    """Whether a person looks at the page that this request asks for, so that what it shows counts as seen."""
    if request.method == "HEAD" or is_prefetch(request):
        return False
    return had_input(request) if _is_poll(request) else LED not in request.GET


def carried(request: HttpRequest, address: str) -> str:
    """Return the address of a redirect, without a query: marked as no view if a page follows it by itself."""
    by_itself = not had_input(request) if _is_poll(request) else LED in request.GET
    return f"{address}?{LED}=1" if by_itself else address


def _is_poll(request: HttpRequest) -> bool:
    htmx = getattr(request, "htmx", None)
    return "X-Poll" in request.headers or (is_fragment(request) and htmx is not None and htmx.trigger == PULSE)
