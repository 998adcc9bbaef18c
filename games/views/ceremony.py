"""The pages between the end of a round and the next one: a player is redirected there once, and continues with a
button; and from the end of a game to the next one with the same players."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from accounts.doors import PersonRequest, signed_in
from games.forms.ceremony import OnForm
from games.rules.engine import Public
from games.rules.errors import Refused
from games.selectors import table as table_selectors
from games.selectors.table import Place
from games.services import ceremony, rematch
from games.tableau.ceremony import unseen_round
from saboteur_site.web.answers import see_other
from saboteur_site.web.attention import carried
from saboteur_site.web.declined import DeclinedError
from saboteur_site.web.fragments import is_fragment


def due_at(place: Place, public: Public) -> int | None:
    """Return the round whose end a player has to see first; None for a spectator."""
    return unseen_round(public, place.seat.seen_round) if place.seat else None


def lead_to(request: HttpRequest, place: Place, number: int, *, said: str | Refused = "") -> HttpResponse:
    """Redirect to the end of a round. `said` is the response to input for the table as it was before."""
    if said:
        messages.error(request, _("The round was over before that could be played. Nothing was played."))
    address = carried(request, reverse("games:round", args=[place.game.code, number]))
    if is_fragment(request):
        return HttpResponseClientRedirect(address)
    return HttpResponse(status=303, headers={"Location": address})


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def on(request: PersonRequest, code: str) -> HttpResponse:
    """Store that the player saw the end of a round, and redirect to what follows. Changes nothing for other players."""
    if request.method == "POST":
        place, form = table_selectors.place_at(code, request.user), OnForm(request.POST)
        if place.seat is None:
            raise Http404
        if form.is_valid():
            number, step = form.cleaned_data["round"], form.cleaned_data["step"]
            ceremony.shown(place.seat, number)
            if step is not None:
                return see_other("games:step", code, number, step)
        else:
            messages.error(request, _("There is no such round."))
    return see_other("games:table", code)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def again(request: PersonRequest, code: str) -> HttpResponse:
    """Rematch: redirect to the table that follows this one, which is set up if there is none."""
    if request.method != "POST":
        return redirect("games:table", code)
    try:
        game = rematch.again(user=request.user, code=code)
    except DeclinedError as refused:
        messages.error(request, str(refused))
        return see_other("games:table", code)
    return see_other("games:table", game.code)
