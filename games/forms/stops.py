"""The table from which a player continues: its code in the address, and its position among those that waited.

The position is stored in a cookie for the link to the next table, because a table that was answered has none any more.
"""

import re

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.selectors.stops import SortKey, Stop
from saboteur_site.templating.addresses import address

NAME = "stop"
_CODE = re.compile(r"[A-Za-z0-9_-]{1,16}")
_STOP = re.compile(r"([A-Za-z0-9_-]{1,16})" + r"\.([0-9]{1,18})" * len(SortKey._fields))
_COOKIE_SECONDS = 24 * 3600
"""Seconds."""


def read_after(request: HttpRequest) -> tuple[str, SortKey | None]:
    """Return the code of the table to continue from, "" for none, and its position if the device stores it."""
    code = request.GET.get("after", "")
    if not _CODE.fullmatch(code):
        return "", None
    found = _STOP.fullmatch(request.COOKIES.get(NAME, ""))
    return code, SortKey(*map(int, found.groups()[1:])) if found and found[1] == code else None


def keep_stop(response: HttpResponse, stop: Stop) -> None:
    """Store the position of a table on the device."""
    response.set_cookie(
        NAME,
        ".".join([stop.code, *map(str, stop.place)]),
        max_age=_COOKIE_SECONDS,
        path=address("games:next"),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
