"""Guests: a game at once, the host's setting about guests, and links to the seat of a guest."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.access import PersonRequest, let_in, signed_in
from accounts.models import User
from games.forms.guests import PracticeForm, SeatForm
from games.services import guests, lobby
from games.views.lobby import lobby_action
from games.views.table import done_at_table
from saboteur_site.web import limits
from saboteur_site.web.answers import say_when
from saboteur_site.web.declined import DeclinedError
from saboteur_site.web.errors import failed


@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HttpRequest) -> HttpResponse:
    """Seat the visitor at a table with four bots. A visitor without an account becomes a guest."""
    if request.method != "POST":
        return redirect("games:home")
    place, form = limits.network_of(request), PracticeForm(request.POST)
    if not form.is_valid():
        return failed(request, 422, _("This form isn’t complete."))
    role = form.cleaned_data["role"]
    try:
        if isinstance(request.user, User):
            game = guests.practise(user=request.user, place=place, role=role)
        else:
            guest, game = guests.begin_at_once(place=place, role=role)
            let_in(request, guest)
    except DeclinedError as refused:
        return say_when(failed(request, refused.status, str(refused)), refused)
    return redirect("games:table", game.code)


@lobby_action
def welcome(request: PersonRequest, code: str) -> str:
    """Set whether guests may take a seat by a link."""
    yes = request.POST.get("welcome") == "yes"
    lobby.welcome_guests(host=request.user, code=code, welcome=yes)
    return _("Guests can sit down with the link.") if yes else _("Only players with an account can sit down.")


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def offer(request: PersonRequest, code: str) -> HttpResponse:
    """Create a link to the seat of a guest who is away."""

    def offers(*, seat: int) -> None:
        guests.offer_seat(host=request.user, code=code, seat=seat)
        messages.success(request, _("Here’s the link to the seat. Send it to one person."))

    return done_at_table(request, code, SeatForm, offers, _("This isn’t a guest’s seat."))
