"""The page of an invitation link: who invites to which table, its picture, and a seat, with an account or without."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.access import PersonRequest, guest_of, let_in, signed_in
from accounts.forms.signup import GuestForm
from games.clocks import spans
from games.clocks.words import pace_in_short
from games.forms.lobby import LuckyWordForm, version_seen
from games.selectors import lobby as lobby_selectors
from games.services import guests, lobby
from games.tableau.picture import (
    as_png,
    invitation_headline,
    invitation_line,
    picture_of_invitation,
    picture_of_site,
)
from games.views.notifications import after_sitting
from games.wording import names_words
from saboteur_site.web import limits
from saboteur_site.web.answers import say_when
from saboteur_site.web.declined import DeclinedError


def page(request: HttpRequest, token: str) -> HttpResponseBase:
    """Show who invites to what, with a button to take a seat."""
    if request.method != "POST":
        return look_in(request, token)
    is_new = "name" in request.POST and not request.user.is_authenticated
    return sit_down_as_guest(request, token) if is_new or guest_of(request) else sit_down(request, token)


@require_safe
def look_in(request: HttpRequest, token: str) -> HttpResponse:
    """Show the invitation; a player is redirected to the table."""
    link = lobby_selectors.link(token)
    user = request.user if request.user.is_authenticated else None
    found = lobby_selectors.table_of(link.game, user)
    if found.mine:
        return redirect("games:table", link.game.code)
    return _draw_invitation(
        request, found, LuckyWordForm(), lobby.why_closed(link=link, user=user, seated=len(found.seats))
    )


@require_safe
def picture(_request: HttpRequest, token: str) -> HttpResponse:
    """Return the picture of an invitation as PNG; once the link is closed to all, that of the site."""
    link = lobby_selectors.link(token)
    found = lobby_selectors.table_of(link.game, None)
    if lobby.why_closed(link=link, user=None, seated=len(found.seats)):
        drawn = picture_of_site()
    else:
        game = found.game
        host = game.host.username if game.host else ""
        drawn = picture_of_invitation(host, game.name, found.free, game.seats_wanted, signs_up=not game.guests_welcome)
    return HttpResponse(as_png(drawn), content_type="image/png", headers={"X-Robots-Tag": "noindex"})


@signed_in
def sit_down(request: PersonRequest, token: str) -> HttpResponse:
    """Take a seat by a link."""
    link, form = lobby_selectors.link(token), LuckyWordForm(request.POST)
    found = lobby_selectors.table_of(link.game, request.user)
    closed = "" if found.mine else lobby.why_closed(link=link, user=request.user, seated=len(found.seats))
    if closed or not form.is_valid():
        return _draw_invitation(request, found, form, closed, 409 if closed else 422)
    word, options_version = form.cleaned_data["lucky_word"], version_seen(request.POST)
    try:
        lobby.join(
            user=request.user, code=link.game.code, token=token, lucky_word=word, options_version=options_version
        )
    except DeclinedError as refused:
        return _draw_invitation(request, found, form, str(refused), refused.status)
    return after_sitting(request.user, link.game.code)


def sit_down_as_guest(request: HttpRequest, token: str) -> HttpResponse:
    """Take a seat by a link with nothing but a name, which is asked for once."""
    known = guest_of(request)
    link, form, guest_form = (
        lobby_selectors.link(token),
        LuckyWordForm(request.POST),
        GuestForm(request.POST, guest=known),
    )
    found = lobby_selectors.table_of(link.game, known)
    closed = "" if found.mine else lobby.why_closed(link=link, user=known, seated=len(found.seats))
    if closed or not (form.is_valid() and guest_form.is_valid()):
        return _draw_invitation(request, found, form, closed, 409 if closed else 422, guest_form)
    said = {"lucky_word": form.cleaned_data["lucky_word"], "options_version": version_seen(request.POST)}
    try:
        guest, game = guests.sit_down(
            code=link.game.code,
            token=token,
            place=limits.network_of(request),
            guest=known,
            **said,
            **{"name": "", **guest_form.cleaned_data},
        )
    except DeclinedError as refused:
        guest_form.refuse(str(refused))
        return say_when(_draw_invitation(request, found, form, "", refused.status, guest_form), refused)
    if known is None:
        let_in(request, guest)
    return after_sitting(guest, game.code)


def _draw_invitation(
    request: HttpRequest,
    found: lobby_selectors.Table,
    form: LuckyWordForm,
    closed: str,
    status: int = 0,
    guest_form: GuestForm | None = None,
) -> HttpResponse:
    back = f"?next={request.path}"
    game, guest_form = found.game, guest_form or GuestForm(guest=guest_of(request))
    facts = lobby_selectors.facts_of(game, game.seats_wanted)
    context = {
        "game": game,
        "token": request.resolver_match.kwargs["token"] if request.resolver_match else "",
        "headline": invitation_headline(game.host.username) if game.host and not closed else _("Invitation"),
        "line": invitation_line(game.name, found.free, game.seats_wanted, signs_up=not game.guests_welcome),
        "seats": found.seats,
        "names": names_words([seat.user.username for seat in found.seats]),
        "free": range(found.free),
        "many_against": facts is None or not facts.few_against,
        "time": spans.hours(game.turn_hours or game.bank_hours),
        "posts_to": found.posts_to,
        "form": form,
        "guest_form": guest_form,
        "asks_name": "name" in guest_form.fields and (not request.user.is_authenticated or request.user.is_guest),
        "closed": closed,
        "facts": facts,
        "pace": pace_in_short(game.bank_hours, game.turn_hours, game.ladder),
        "login_url": reverse("account_login") + back,
        "signup_url": reverse("account_signup") + back,
    }
    return render(request, "games/invitation.html", context, status=status or (410 if closed else 200))
