"""The rules in force at a table: a sheet over it, or a page."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.access import PersonRequest, signed_in
from games.models import Status
from games.rows import store
from games.selectors import table as table_selectors
from games.tableau.options import option_words
from games.tableau.table import in_force_of
from saboteur_site.web.fragments import is_fragment


@require_safe
@signed_in
def rules(request: PersonRequest, code: str) -> HttpResponse:
    """Show the rules and the options of a game that has begun; 404 before. They are the same for all who may see it."""
    place = table_selectors.place_at(code, request.user)
    if place.game.status not in (Status.RUNNING, Status.OVER):
        raise Http404
    context = {
        "game": place.game,
        "in_force": in_force_of(store.public(place.game).ruleset),
        "options": option_words(place.game),
        "part": is_fragment(request),
        "waits_for_me": place.waiting,
    }
    return render(request, "games/_in_force.html" if is_fragment(request) else "games/in_force.html", context)
