"""A player's notification settings for one table, and the target of the links in its notifications."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access import PersonRequest, signed_in
from accounts.models import User
from accounts.services.notices import is_to_be_asked
from accounts.views.opt_in import opt_in_page
from games.forms.notifications import WantedForm
from games.models import Status
from games.rows.notices import AWAY
from games.selectors import table as table_selectors
from games.selectors.waiting import READY, START, TURN, VOTE
from games.services import notifications as services

PANELS = {TURN: "bar", VOTE: "votes", AWAY: "together", READY: "lobby", START: "lobby"}
"""The id of the panel on the page of a table, by the kind of notification."""


@require_safe
@signed_in
def asked(_request: PersonRequest, code: str, kind: str) -> HttpResponse:
    """Redirect to the panel of a table's page with the question to the player. Changes nothing."""
    if kind not in PANELS:
        raise Http404
    return redirect(f"{reverse('games:table', args=[code])}#{PANELS[kind]}")


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def seated(request: PersonRequest, code: str) -> HttpResponse:
    """Tell a player that they have a seat, and ask how they want to be notified; 404 for other users. Players with
    a channel are redirected to the table."""
    place, then = table_selectors.place_at(code, request.user), reverse("games:table", args=[code])
    if place.seat is None:
        raise Http404
    if request.method != "POST" and request.user.is_reached:
        return redirect(then)
    game = place.game
    about = {"game": game, "taken": game.seats.count(), "is_open": game.status == Status.OPEN}
    return opt_in_page(request, here=reverse("games:seated", args=[code]), then=then, about=about)


def after_sitting(user: User, code: str) -> HttpResponse:
    """Redirect a player who just took a seat to the table, or first to the page of notifications."""
    return redirect("games:seated" if is_to_be_asked(user) else "games:table", code)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def settings(request: PersonRequest, code: str) -> HttpResponse:
    """Show and save a player's notification settings for a table; 404 for users without a seat."""
    place = table_selectors.place_at(code, request.user)
    if place.seat is None:
        raise Http404
    form = WantedForm(request.POST or None, initial={"wants": place.seat.wants})
    if request.method == "POST" and form.is_valid():
        services.set_table_notifications(user=request.user, game=place.game.pk, wants=form.cleaned_data["wants"])
        messages.success(request, _("Saved."))
        return redirect("games:table", code)
    context = {"form": form, "game": place.game}
    return render(request, "games/notifications.html", context, status=422 if form.errors else 200)
