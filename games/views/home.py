"""The first page: the tables of a person, most urgent first; for strangers what this is."""

import math
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.doors import PersonRequest
from games import clock
from games.selectors.home import PAGES, home_of
from games.selectors.lobby import tables_to_join
from games.views.guest_notice import guest_notice
from saboteur_site.web.fragments import is_fragment

SOONEST, HOUR = 20, 3600
"""Seconds."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show a person's tables; a page about the game to those who are not signed in."""
    if not request.user.is_authenticated:
        return render(request, "games/front.html")
    return draw(request)  # type: ignore[arg-type]  # signed in here


def draw(request: PersonRequest) -> HttpResponse:
    """What waits for the person and their tables, or for HTMX the lists alone."""
    found = home_of(request.user, {part: _page(request, part) for part in PAGES})
    joinable = tables_to_join(request.user)
    nothing = not (found.mine.rows or any(part.rows for part in found.tables.values()))
    context = {**found.tables, "mine": found.mine, "joinable": joinable, "nothing": nothing}
    context |= {"waits_for_me": found.mine.of, **guest_notice(request)}
    context["untrue_in"] = untrue_in(found.untrue_at, clock.now())
    return render(request, "games/_home_answer.html" if is_fragment(request) else "games/home.html", context)


def untrue_in(moment: datetime | None, now: datetime) -> int:
    """In how many seconds an open page fetches its lists again: when what they say of a deadline is not true any more,
    but not for every table at once, and in an hour at the latest, since they say how long ago other things were."""
    rest = (moment - now).total_seconds() if moment else HOUR
    return min(max(math.ceil(rest), SOONEST), HOUR)


def _page(request: HttpRequest, part: str) -> int:
    """The page of a part that the address asks for; what is no sensible number is the first."""
    asked = request.GET.get(part, "1")
    return int(asked) if asked.isascii() and asked.isdigit() and 0 < len(asked) < 6 and int(asked) else 1
