"""The touched cards that a device stores for a table: a cookie of that table's pages alone.

It is read and written here. It names cards by their tokens, which reveal nothing to others.
"""

import re

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.tableau.hand import MOST_TOUCHED, Touched
from saboteur_site.templating.addresses import address

NAME = "touched"
_ONE = re.compile(r"([A-Za-z0-9]{1,20})-([0-9]{1,9})")
_DAYS = 30


def read_touched(request: HttpRequest) -> Touched:
    """Return the touched cards; forged values are left out."""
    parts = request.COOKIES.get(NAME, "").split(".")[:MOST_TOUCHED]
    return {found[1]: int(found[2]) for found in map(_ONE.fullmatch, parts) if found}


def keep_touched(response: HttpResponse, code: str, touched: Touched) -> None:
    """Store the touched cards on the device, for the table `code`."""
    response.set_cookie(
        NAME,
        ".".join(f"{token}-{seq}" for token, seq in touched.items()),
        max_age=_DAYS * 24 * 3600,
        path=address("games:table", code),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
