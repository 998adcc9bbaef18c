"""Where a player goes on from: the table in the address, and where it stood while something waited for them there.

That is kept in a cookie of the way to the next table alone, for a table that was answered stands nowhere any more.
"""

import re

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.selectors.stops import SortKey, Stop
from saboteur_site.templating.addresses import address

NAME = "stop"
_CODE = re.compile(r"[A-Za-z0-9_-]{1,16}")
_STOP = re.compile(r"([A-Za-z0-9_-]{1,16})" + r"\.([0-9]{1,18})" * len(SortKey._fields))
_KEPT = 24 * 3600
"""Seconds."""


def read_after(request: HttpRequest) -> tuple[str, SortKey | None]:
    """The code of the table to go on from, "" for none, and where it stood as far as the device remembers."""
    code = request.GET.get("after", "")
    if not _CODE.fullmatch(code):
        return "", None
    found = _STOP.fullmatch(request.COOKIES.get(NAME, ""))
    return code, SortKey(*map(int, found.groups()[1:])) if found and found[1] == code else None


def keep_stop(response: HttpResponse, stop: Stop) -> None:
    """Let the device remember where a table stands."""
    response.set_cookie(
        NAME,
        ".".join([stop.code, *map(str, stop.place)]),
        max_age=_KEPT,
        path=address("games:next"),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
