"""What a device remembers of the cards that were touched at a table: a cookie of that table's pages alone.

It is written and read here. It names cards by their tokens, which tell nothing to anybody else.
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
    """What the device says; forged values are left out."""
    parts = request.COOKIES.get(NAME, "").split(".")[:MOST_TOUCHED]
    return {found[1]: int(found[2]) for found in map(_ONE.fullmatch, parts) if found}


def keep_touched(response: HttpResponse, code: str, touched: Touched) -> None:
    """Let the device remember, for the table `code`."""
    response.set_cookie(
        NAME,
        ".".join(f"{token}-{seq}" for token, seq in touched.items()),
        max_age=_DAYS * 24 * 3600,
        path=address("games:table", code),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
