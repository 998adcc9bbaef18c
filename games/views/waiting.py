"""What waits for the user: its number on every page, which open pages poll, and the link to the next."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.access import PersonRequest, signed_in
from games.forms.stops import keep_stop, read_after
from games.selectors import stops, waiting
from saboteur_site.templating.addresses import address
from saboteur_site.web.attention import is_view

ASK_EVERY = 60
"""Seconds between two polls of an open page."""


def waits_for_me(request: HttpRequest) -> dict[str, object]:
    """Return `waits_for_me` for every template, read with one statement if a page shows it and its view has not read
    it; and the interval of polls."""
    user = getattr(request, "user", None)
    if user is None:
        return {}
    number = SimpleLazyObject(lambda: waiting.number_for(user) if user.is_authenticated else 0)
    return {"waits_for_me": number, "ask_every": ASK_EVERY}


@require_safe
def waits(request: HttpRequest) -> HttpResponse:
    """Return the number for the navigation, and the icon that shows it; nothing for a visitor."""
    if not request.user.is_authenticated:
        return HttpResponse(status=204)
    return render(request, "games/_waits_answer.html")


@require_safe
@signed_in
def onward(request: PersonRequest) -> HttpResponse:
    """Redirect to the next table that waits: the one after that of the address, else the most urgent, else home."""
    stop = stops.after(stops.stops_of(request.user), *read_after(request))
    if stop is None:
        messages.info(request, _("Nothing is waiting for you."))
        return redirect("games:home")
    if not stop.code:
        return redirect("accounts:friends")
    at_votes = "#votes" if stop.kind == waiting.VOTE else ""
    answer = redirect(address("games:table", stop.code) + at_votes)
    if is_view(request):
        keep_stop(answer, stop)
    return answer
