"""The pages between rounds, to which a player is redirected once and from which they continue with a button: the end of
a round, and the deal of the next; and from the end of a game to the next one with the same players."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from accounts.access import PersonRequest, signed_in
from games.forms.ceremony import DealForm, OnForm
from games.models import Status
from games.rows import pulse
from games.rules.engine import Public
from games.rules.errors import Refused
from games.selectors import table as table_selectors
from games.selectors.table import Place
from games.services import ceremony, rematch
from games.tableau.ceremony import unseen_round
from games.tableau.deal import deal_of, unseen_deal
from saboteur_site.web.answers import see_other
from saboteur_site.web.attention import carried, is_view
from saboteur_site.web.declined import DeclinedError
from saboteur_site.web.fragments import is_fragment


def due_at(place: Place, public: Public) -> int | None:
    """Return the round whose end a player has to see first; None for a spectator."""
    return unseen_round(public, place.seat.seen_round) if place.seat else None


def deal_due_at(place: Place, public: Public) -> int | None:
    """Return the round whose deal a player has to see first; None for a spectator."""
    return unseen_deal(public, place.seat.seen_deal) if place.seat else None


def lead_to_deal(request: HttpRequest, place: Place) -> HttpResponse:
    """Redirect to the deal of the round that is played."""
    return _lead(request, reverse("games:deal", args=[place.game.code]))


def lead_to(request: HttpRequest, place: Place, number: int, *, said: str | Refused = "") -> HttpResponse:
    """Redirect to the end of a round. `said` is the response to input for the table as it was before."""
    if said:
        messages.error(request, _("The round ended first, so nothing was played."))
    return _lead(request, reverse("games:round", args=[place.game.code, number]))


def _lead(request: HttpRequest, to: str) -> HttpResponse:
    address = carried(request, to)
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
            messages.error(request, _("There’s no such round."))
    return see_other("games:table", code)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def deal(request: PersonRequest, code: str) -> HttpResponse:
    """Show a player their role and their cards. A POST stores that they saw them, and redirects to the table."""
    place = table_selectors.place_at(code, request.user)
    if place.seat is None:
        raise Http404
    if request.method == "POST":
        form = DealForm(request.POST)
        if form.is_valid():
            ceremony.deal_shown(place.seat, form.cleaned_data["round"])
        return see_other("games:table", code)
    if place.game.status != Status.RUNNING:
        return redirect("games:table", code)
    view = table_selectors.view_of(place)
    if due := due_at(place, view.public):
        return lead_to(request, place, due)
    names = [person.name for person in table_selectors.people_at(place.game)]
    dealt = deal_of(view, names)
    if dealt is None:
        return redirect("games:table", code)
    if is_view(request):
        pulse.mark_present(place.game.pk, request.user.pk)
    context = {"game": place.game, "deal": dealt, "due": deal_due_at(place, view.public) is not None}
    context["waits_for_me"] = place.waiting
    return render(request, "games/deal.html", context)


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
