"""The registry of secret parts of addresses: having such an address is enough to use it.

An address is registered once, here. Then its secret part is masked in logs and reports (`mask`), no browser passes the
address on as a referrer (`ReferrerMiddleware`), and fetching it is rate limited (`limits.LimitMiddleware`).
`tests/site/test_secret_parts.py` fails when an address has a parameter that is neither registered nor known as public.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse

MASK = "***"


class SecretPart(NamedTuple):
    """One kind of secret in addresses of this site.

    ``before`` is the fixed part of the path that the secret follows. ``names`` are the names of the addresses, in
    Django's sense. ``is_counted`` says whether each fetch counts against the rate `secret` of the client's network: not
    so for what open pages poll, where a signature and no row decides, so that guessing costs the site nothing.
    """

    before: str
    names: tuple[str, ...]
    is_counted: bool = True


SECRET_PARTS = (
    SecretPart("feeds/", ("games:calendar", "games:atom")),
    SecretPart("join/", ("games:door", "games:door-png")),
    SecretPart("seat/", ("games:seat",)),
    SecretPart("picture/", ("games:picture", "games:picture-png")),
    SecretPart("replay/", ("games:shared", "games:shared-round", "games:shared-step")),
    SecretPart("watch/", ("games:watch",)),
    SecretPart("board/", ("games:board",)),
    SecretPart("pulse/", ("games:pulse", "games:watch-pulse"), is_counted=False),
    SecretPart("me/off/", ("accounts:off",)),
    SecretPart("me/sign-in/", ("accounts:sign-in-link",)),
    SecretPart("circles/with/", ("circles:link",)),
    SecretPart("circles/season/", ("circles:season-shared",)),
    SecretPart("friends/with/", ("accounts:friend-link",)),
    SecretPart("confirm-email/", ("account_confirm_email",)),
    SecretPart("password/reset/key/", ("account_reset_password_from_key",)),
)

SECRET_FIELDS = ("s",)
"""The fields of a query that hold a secret: `s` is the token by which an open page polls before its game
(`games:beat`)."""

NAMES = frozenset(name for part in SECRET_PARTS for name in part.names)
"""All addresses with a secret part."""
COUNTED = frozenset(name for part in SECRET_PARTS if part.is_counted for name in part.names)
"""Those of them at which fetching is rate limited, too."""

_SLASH = r"(?:/|%(?:25)*2F)"
_VALUE = r"(?:(?!%(?:25)*2F)[\w.~:=%-])+"


@cache
def _pattern() -> re.Pattern[str]:
    """Return the pattern of a secret and its prefix; also for addresses that are encoded as a parameter."""
    ours = (re.escape(part.before.rstrip("/")).replace("/", _SLASH) for part in SECRET_PARTS)
    before = rf"(?:(?<![\w-])|(?<=2F))(?:{'|'.join(ours)}){_SLASH}"
    tokens = r"(?<![A-Za-z0-9_-])sab_(?=[A-Za-z0-9_-]{8})"
    fields = rf"(?:[?&]|%(?:25)*(?:3F|26))(?:{'|'.join(SECRET_FIELDS)})(?:=|%(?:25)*3D)"
    return re.compile(
        rf"({before}){_VALUE}|({_push_services()})\S+|({fields})[\w.~:%-]+|({tokens})[\w-]+", re.IGNORECASE
    )


def _push_services() -> str:
    """Return the pattern of the prefix of a device's secret path at its push service (RFC 8030, section 8.3)."""
    hosts = (rf"[\w.-]*{re.escape(host)}" if host.startswith(".") else re.escape(host) for host in settings.PUSH_HOSTS)
    return rf"https?://(?:{'|'.join(hosts)})(?::\d+)?/" if settings.PUSH_HOSTS else r"(?!)"


def mask(text: str) -> str:
    """Return the text with `***` in place of each secret part of an address, and of each token of the API.

    >>> mask("GET /feeds/Zx-9_abc/calendar.ics HTTP/1.1")
    'GET /feeds/***/calendar.ics HTTP/1.1'
    """
    return _pattern().sub(lambda found: f"{_fixed(found)}{MASK}", text)


def secrets_in(path: str) -> Iterator[str]:
    """Yield each part of a text that `mask` replaces."""
    for found in _pattern().finditer(path):
        yield found[0][len(_fixed(found)) :]


def _fixed(found: re.Match[str]) -> str:
    """Return the prefix of a secret, which is not masked."""
    return found[1] or found[2] or found[3] or found[4]


class ReferrerMiddleware:
    """Forbid browsers to name a secret address to the next server, ours included: its logs may be read by others.

    A page under `no-referrer` sends its forms with `Origin: null` (Fetch, "append a request Origin header"). Such a
    form counts as one of this site if the browser says so in `Sec-Fetch-Site`, which no script can set (Fetch
    Metadata); Django checks its token all the same. A browser that does not send that header (an old one, or any where
    the site has no https) keeps the site-wide policy, `same-origin`.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.headers.get("Origin") == "null" and request.headers.get("Sec-Fetch-Site") == "same-origin":
            request.META["HTTP_ORIGIN"] = f"{request.scheme}://{request.get_host()}"
        response = self.get_response(request)
        match = request.resolver_match
        if match is not None and match.view_name in NAMES and "Sec-Fetch-Site" in request.headers:
            response["Referrer-Policy"] = "no-referrer"
        return response
