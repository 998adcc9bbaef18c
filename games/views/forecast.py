"""The forecast of a round's end: a separate page, so that the table page needs no more queries."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.access import PersonRequest, signed_in
from games import clock
from games.clocks.words import forecast_of_this
from games.models import Status
from games.rows import store
from games.selectors import forecast as selectors
from games.selectors import table as table_selectors
from games.views import ceremony


@require_safe
@signed_in
def forecast(request: PersonRequest, code: str) -> HttpResponse:
    """Show when the round is likely to end, and the pace of players who agree to show it; 404 for users without a seat.
    An unseen end of a round is shown first. If no round is played, redirect to the table.
    """
    place = table_selectors.place_at(code, request.user)
    if place.seat is None:
        raise Http404
    if place.game.status != Status.RUNNING:
        return redirect("games:table", code)
    if due := ceremony.due_at(place, store.public(place.game)):
        return ceremony.lead_to(request, place, due)
    seats = list(selectors.seats_at(place.game))
    found = selectors.now_at(place, seats, clock.now())
    context = {
        "game": place.game,
        "seats": seats,
        "mine": place.seat,
        "forecast": forecast_of_this(found) if found else "",
        "waits_for_me": place.waiting,
    }
    return render(request, "games/forecast.html", context)
