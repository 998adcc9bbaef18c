"""The first page: the tables of a person, most urgent first; for strangers what this is."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.doors import PersonRequest
from games.selectors import lobby as lobby_selectors
from saboteur_site.fragments import is_fragment


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show a person's tables; a page about the game to those who are not signed in."""
    if not request.user.is_authenticated:
        return render(request, "games/front.html")
    return draw(request)  # type: ignore[arg-type]  # somebody is signed in


def draw(request: PersonRequest) -> HttpResponse:
    """The tables of the person, or for HTMX the lists alone."""
    parts = lobby_selectors.tables_of(request.user, {part: _page(request, part) for part in lobby_selectors.PAGES})
    context = {
        **parts,
        "invitations": lobby_selectors.invitations_to(request.user),
        "joinable": lobby_selectors.tables_to_join(request.user),
    }
    context["nothing"] = not any(context["invitations"] or context["joinable"] or part.rows for part in parts.values())
    return render(request, "games/_home_answer.html" if is_fragment(request) else "games/home.html", context)


def _page(request: HttpRequest, part: str) -> int:
    """The page of a part that the address asks for; what is no sensible number is the first."""
    asked = request.GET.get(part, "1")
    return int(asked) if asked.isascii() and asked.isdigit() and 0 < len(asked) < 6 and int(asked) else 1
