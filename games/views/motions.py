"""Motions of a table, leaving a game for good, and taking over a seat by a link."""

from functools import partial

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access import PersonRequest, guest_of, let_in, signed_in
from accounts.forms.signup import GuestForm
from accounts.models import User
from games.forms.motions import AskForm, VoteForm
from games.models import Invitation, Status
from games.selectors import lobby as lobby_selectors
from games.selectors import table as table_selectors
from games.services import guests, leaving, live, motions
from games.tableau.motions import voted_words
from games.views.notifications import after_sitting
from games.views.table import done_at_table
from saboteur_site.web import limits
from saboteur_site.web.answers import say_when
from saboteur_site.web.declined import DeclinedError


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def ask(request: PersonRequest, code: str) -> HttpResponse:
    """Open a motion at a table."""

    def asks(*, matter: str, days: int | None, seat: int | None, pace: str) -> None:
        motions.ask(user=request.user, code=code, matter=matter, days=days or 0, about=seat, pace=pace)

    return done_at_table(request, code, AskForm, asks, _("You can’t propose that."))


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def vote(request: PersonRequest, code: str) -> HttpResponse:
    """Cast a ballot, or change it."""

    def votes(*, motion: int, choice: str) -> None:
        found = motions.vote(user=request.user, code=code, motion=motion, choice=choice)
        if found.decided_at is None:
            messages.success(request, voted_words(found.matter, choice))

    return done_at_table(request, code, VoteForm, votes, _("That isn’t one of the answers. Choose again."))


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def end_live(request: PersonRequest, code: str) -> HttpResponse:
    """End playing live, for all."""
    return done_at_table(request, code, Form, partial(live.back_to_days, user=request.user, code=code), "")


# -- leaving


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def resign(request: PersonRequest, code: str) -> HttpResponse:
    """Explain and confirm leaving a game. A user without a seat there is redirected home."""
    if request.method != "POST":
        place = table_selectors.place_at(code, request.user)
        if place.seat is None or place.game.status != Status.RUNNING:
            raise Http404
        return render(request, "games/resign.html", {"game": place.game})
    try:
        leaving.leave(user=request.user, code=code)
    except DeclinedError as refused:
        return render(request, "games/closed.html", {"sentence": str(refused)}, status=refused.status)
    except Http404:
        return redirect("games:home")
    messages.success(request, _("You’ve left the game. A bot plays on for you."))
    return redirect("games:home")


# -- the seat of a link


def seat(request: HttpRequest, token: str) -> HttpResponseBase:
    """The page of a link to a seat of a running game: its former player, the game, and a button to take the seat."""
    if request.method != "POST":
        return look_in(request, token)
    is_new = "name" in request.POST and not request.user.is_authenticated
    return take_over_as_guest(request, token) if is_new or guest_of(request) else take_over(request, token)


@require_safe
def look_in(request: HttpRequest, token: str) -> HttpResponse:
    """Show which seat is free. The player who took it is led to the table."""
    link = leaving.link_to_seat(token)
    user = request.user if request.user.is_authenticated else None
    if user is not None and _sits(link, user):
        return redirect("games:table", link.game.code)
    return _draw(request, link, leaving.why_closed(link=link, user=user), 200)


@signed_in
def take_over(request: PersonRequest, token: str) -> HttpResponse:
    """Take the seat."""
    try:
        game = leaving.take_over(user=request.user, token=token)
    except DeclinedError as refused:
        return _draw(request, leaving.link_to_seat(token), str(refused), refused.status)
    return redirect("games:table", game.code)


def take_over_as_guest(request: HttpRequest, token: str) -> HttpResponse:
    """Take the seat as a guest, with a name only."""
    known = guest_of(request)
    if known is not None and _sits(leaving.link_to_seat(token), known):
        return redirect("games:table", leaving.link_to_seat(token).game.code)
    link, form = leaving.link_to_seat(token), GuestForm(request.POST, guest=known)
    closed = leaving.why_closed(link=link, user=known)
    if closed or not form.is_valid():
        return _draw(request, link, closed, 409 if closed else 422, form)
    try:
        said = {"name": "", **form.cleaned_data}
        guest, game = guests.take_over(token=token, place=limits.network_of(request), guest=known, **said)
    except DeclinedError as refused:
        form.refuse(str(refused))
        return say_when(_draw(request, link, "", refused.status, form), refused)
    if known is None:
        let_in(request, guest)
    return after_sitting(guest, game.code)


def _sits(link: Invitation, user: User) -> bool:
    return link.game.seats.filter(user=user, number=link.seat or 0).exists()


def _draw(
    request: HttpRequest, link: Invitation, closed: str, status: int, guest_form: GuestForm | None = None
) -> HttpResponse:
    names = [person.name for person in table_selectors.people_at(link.game)]
    back = f"?next={request.path}"
    context = {
        "game": link.game,
        "link": link,
        "name": names[link.seat or 0],
        "closed": closed,
        "guest_form": guest_form or GuestForm(guest=guest_of(request)),
        "facts": lobby_selectors.facts_of(link.game, len(names)),
        "login_url": reverse("account_login") + back,
        "signup_url": reverse("account_signup") + back,
    }
    return render(request, "games/seat.html", context, status=410 if closed and status == 200 else status)
