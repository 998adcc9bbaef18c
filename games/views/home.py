"""The home page: the tables of a user, most urgent first; for visitors a page about the game."""

import math
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.access import PersonRequest
from games import clock
from games.selectors.home import OVER, PAGES, home_of
from games.selectors.lobby import tables_to_join
from games.tableau.home import row_to_join, sections_of
from games.views.guest_notice import guest_notice
from saboteur_site.web.fragments import is_fragment

SOONEST, HOUR = 20, 3600
"""Seconds."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show a user's tables; to visitors a page about the game."""
    if not request.user.is_authenticated:
        return render(request, "games/front.html")
    return draw(request)  # type: ignore[arg-type]  # signed in here


def draw(request: PersonRequest) -> HttpResponse:
    """Show what waits for the user and their tables, or for HTMX the lists alone."""
    found = home_of(request.user, {part: _page(request, part) for part in PAGES if part != OVER or OVER in request.GET})
    context = {
        "parts": sections_of(found),
        "next": found.mine.rows[0].table.name if found.mine.rows and found.mine.rows[0].table else "",
        "home": found,
        "joinable": [row_to_join(row) for row in tables_to_join(request.user)],
        "shows_finished": OVER in request.GET,
        "waits_for_me": found.mine.of,
        "untrue_in": untrue_in(found.untrue_at, clock.now()),
        **guest_notice(request),
    }
    return render(request, "games/_home_answer.html" if is_fragment(request) else "games/home.html", context)


def untrue_in(moment: datetime | None, now: datetime) -> int:
    """Return in how many seconds an open page fetches its lists again: when a deadline in them is outdated, but not for
    every table at once, and after an hour at the latest, because they contain the age of other things."""
    rest = (moment - now).total_seconds() if moment else HOUR
    return min(max(math.ceil(rest), SOONEST), HOUR)


def _page(request: HttpRequest, part: str) -> int:
    """Return the requested page number of a part; the first one for an invalid number."""
    asked = request.GET.get(part, "1")
    return int(asked) if asked.isascii() and asked.isdigit() and 0 < len(asked) < 6 and int(asked) else 1
