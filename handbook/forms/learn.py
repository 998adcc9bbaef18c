"""The progress that a device stores about the lessons: which are done or skipped, and the moves made in each.

Both are cookies of the lessons' pages alone, so that visitors, guests and members continue where they stopped. They
are read and written here.
"""

import re
from urllib.parse import quote, unquote

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.rules.errors import Malformed, Refused
from handbook.lesson_page import Progress
from handbook.lessons import COURSE, Attempt, SlipError, after
from saboteur_site.templating.addresses import address

LEARNT, MOVES = "learnt", "moves"
_ONE = re.compile(r"([a-z0-9-]{1,20})(~?)")
_BETWEEN = "|"
_LONGEST = 1000
_COOKIE_SECONDS = 365 * 24 * 3600
"""Seconds."""


def read_progress(request: HttpRequest) -> Progress:
    """Return which lessons are done and skipped. Forged values are left out."""
    parts = request.COOKIES.get(LEARNT, "")[:_LONGEST].split(".")
    found = {one[1]: bool(one[2]) for one in map(_ONE.fullmatch, parts) if one and one[1] in COURSE}
    return Progress(
        done=frozenset(name for name, is_skipped in found.items() if not is_skipped),
        skipped=frozenset(name for name, is_skipped in found.items() if is_skipped),
    )


def keep_progress(response: HttpResponse, progress: Progress) -> None:
    """Store the progress on the device."""
    words = [
        name if name in progress.done else f"{name}~" for name in COURSE if name in progress.done | progress.skipped
    ]
    _keep(response, LEARNT, ".".join(words), address("handbook:learn"))


def read_course(request: HttpRequest, name: str) -> Attempt:
    """Return the lesson after the moves that the device stores; from its beginning if they are not possible."""
    said = unquote(request.COOKIES.get(MOVES, "")[:_LONGEST])
    try:
        return after(name, tuple(said.split(_BETWEEN)) if said else ())
    except (Malformed, Refused, SlipError):
        return after(name)


def keep_course(response: HttpResponse, course: Attempt) -> None:
    """Store the moves made in a lesson on the device."""
    said = quote(_BETWEEN.join(course.moves), safe="")
    _keep(response, MOVES, said, address("handbook:lesson", course.lesson.name))


def _keep(response: HttpResponse, name: str, value: str, path: str) -> None:
    response.set_cookie(
        name,
        value,
        max_age=_COOKIE_SECONDS,
        path=path,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
