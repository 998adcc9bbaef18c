"""The first page: the tables of a person, most urgent first; for strangers what this is."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.doors import PersonRequest
from games.selectors.home import PAGES, home_of
from games.selectors.lobby import tables_to_join
from games.views.guest_notice import guest_notice
from saboteur_site.fragments import is_fragment


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show a person's tables; a page about the game to those who are not signed in."""
    if not request.user.is_authenticated:
        return render(request, "games/front.html")
    return draw(request)  # type: ignore[arg-type]  # somebody is signed in


def draw(request: PersonRequest) -> HttpResponse:
    """What waits for the person and their tables, or for HTMX the lists alone."""
    found = home_of(request.user, {part: _page(request, part) for part in PAGES})
    joinable = tables_to_join(request.user)
    nothing = not (found.mine.rows or any(part.rows for part in found.tables.values()))
    context = {**found.tables, "mine": found.mine, "joinable": joinable, "nothing": nothing}
    context |= {"waits_for_me": found.mine.of, **guest_notice(request)}
    return render(request, "games/_home_answer.html" if is_fragment(request) else "games/home.html", context)


def _page(request: HttpRequest, part: str) -> int:
    """The page of a part that the address asks for; what is no sensible number is the first."""
    asked = request.GET.get(part, "1")
    return int(asked) if asked.isascii() and asked.isdigit() and 0 < len(asked) < 6 and int(asked) else 1
