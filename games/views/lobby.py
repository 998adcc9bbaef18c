"""Tables before their games: take a seat, be ready, invite, start; the same with HTMX and without."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from accounts.access import PersonRequest, signed_in
from accounts.forms.friends import PersonForm
from accounts.models import User
from accounts.services.notices import is_to_be_asked
from games import clock
from games.forms.lobby import LuckyWordForm, version_seen
from games.models import NOT_LOOKED, Status
from games.rows import chance, pulse
from games.selectors import forecast as forecast_selectors
from games.selectors import guests as guest_selectors
from games.selectors import lobby as lobby_selectors
from games.selectors import table as table_selectors
from games.selectors import talk as talk_selectors
from games.selectors.table import Place
from games.services import beginning, lobby, open_tables, options, unread
from games.tableau.host_away import host_away_of
from games.tableau.lobby import played_of, start_question, starts_words
from games.tableau.options import option_words
from games.tableau.poll import asked_before, delay_after, report_address
from games.tableau.talk import lobby_talk_of
from games.views import home
from games.views.guest_notice import guest_notice
from games.wording import seats_words
from saboteur_site.languages import reader
from saboteur_site.web.answers import say_when
from saboteur_site.web.attention import carried, is_view
from saboteur_site.web.declined import DeclinedError
from saboteur_site.web.fragments import is_fragment
from saboteur_site.web.middleware import impersonal

# -- the lobby


def page(request: PersonRequest, place: Place) -> HttpResponse:
    """Show a table whose game has not begun; Http404 for users who may not know of it."""
    found = lobby_selectors.table_of(place.game, request.user)
    if not _may_see(request.user, found):
        raise Http404
    return _draw(request, found, more={"waits_for_me": place.waiting})


@require_safe
@signed_in
def seats(request: PersonRequest, code: str) -> HttpResponse:
    """Return the lobby for an open page after a change. A removed player is redirected."""
    return _table(request, code)


@require_safe
@impersonal
def pulse_of(request: HttpRequest, code: str) -> HttpResponse:
    """Return whether anything has changed: the next poll, or an element that fetches the lobby again."""
    signed, version = (request.GET.get(key, "") for key in ("s", "v"))
    known = pulse.of(signed)
    news = known is None or str(known.version) != version
    context = {"news": news, **_poll(code, signed, version, 1 + asked_before(request.GET))}
    return HttpResponse(render_to_string("games/_lobby_pulse.html", context))


def lobby_action(act: Callable[[PersonRequest, str], str]) -> Callable[[HttpRequest, str], HttpResponseBase]:
    """Make a view for a button at a table. ``act`` returns the sentence that acknowledges it.

    A GET of its address, as after logging in, is redirected to the table.
    """

    @require_http_methods(["GET", "HEAD", "POST"])
    @signed_in
    @wraps(act)
    def press(request: PersonRequest, code: str) -> HttpResponse:
        if request.method == "POST":
            try:
                said = act(request, code)
            except DeclinedError as refused:
                return _refuse(request, code, refused)
            if said:
                messages.success(request, said)
        return _table(request, code)

    return press


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def join(request: PersonRequest, code: str) -> HttpResponse:
    """Take a seat; a player without a channel is asked how they want to be notified."""
    if request.method == "POST":
        word, options_version = request.POST.get("lucky_word", ""), version_seen(request.POST)
        try:
            lobby.join(user=request.user, code=code, lucky_word=word, options_version=options_version)
        except DeclinedError as refused:
            return _refuse(request, code, refused)
        if is_to_be_asked(request.user):
            return _led(request, reverse("games:seated", args=[code]))
    return _table(request, code)


@lobby_action
def word(request: PersonRequest, code: str) -> str:
    """Add a lucky word to the randomness of the deal."""
    word, options_version = request.POST.get("lucky_word", ""), version_seen(request.POST)
    lobby.add_word(user=request.user, code=code, lucky_word=word, options_version=options_version)
    return ""


@lobby_action
def agree(request: PersonRequest, code: str) -> str:
    """Mark the player as ready with the current options."""
    word, options_version = request.POST.get("lucky_word", ""), version_seen(request.POST)
    options.agree(user=request.user, code=code, lucky_word=word, options_version=options_version)
    return ""


@lobby_action
def order(request: PersonRequest, code: str) -> str:
    """Arrange the seats by the course of the sun."""
    options.order_seats(host=request.user, code=code, options_version=version_seen(request.POST))
    return ""


@lobby_action
def remove(request: PersonRequest, code: str) -> str:
    """Remove a player."""
    person = _person(request)
    lobby.remove(host=request.user, code=code, user=person)
    return _("%(name)s is no longer at this table.") % {"name": person.username}


@lobby_action
def call_off(request: PersonRequest, code: str) -> str:
    """Cancel the table."""
    lobby.call_off(host=request.user, code=code)
    return ""


@lobby_action
def start(request: PersonRequest, code: str) -> str:
    """Start the game, without the players that the form names if they are not ready."""
    lobby.start(host=request.user, code=code, without=request.POST.getlist("without"))
    return ""


@lobby_action
def remind(request: PersonRequest, code: str) -> str:
    """Send the host of a complete table a reminder."""
    return _("We’ve reminded %(name)s.") % {"name": beginning.remind_host(user=request.user, code=code)}


@lobby_action
def invite(request: PersonRequest, code: str) -> str:
    """Invite a friend."""
    person = _person(request)
    lobby.invite(by=request.user, code=code, user=person)
    return _("You’ve invited %(name)s.") % {"name": person.username}


@lobby_action
def invite_all(request: PersonRequest, code: str) -> str:
    """Invite all friends who are not invited or seated yet."""
    many = lobby.invite_all(by=request.user, code=code)
    if not many:
        return _("All your friends are already here or invited.")
    return ngettext("You’ve invited %(many)s friend.", "You’ve invited %(many)s friends.", many) % {"many": many}


@lobby_action
def make_link(request: PersonRequest, code: str) -> str:
    """Create an invitation link."""
    lobby.make_link(host=request.user, code=code)
    return _("Here’s the link. Send it to anyone you like.")


@lobby_action
def revoke_link(request: PersonRequest, code: str) -> str:
    """Revoke the invitation link."""
    lobby.revoke_link(host=request.user, code=code)
    return _("The link is switched off.")


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def leave(request: PersonRequest, code: str) -> HttpResponse:
    """Leave one's seat; a user without one is redirected home."""
    if request.method == "POST":
        try:
            lobby.leave(user=request.user, code=code)
        except DeclinedError as refused:
            return _refuse(request, code, refused)
        except Http404:
            pass
    return _home(request)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def decline(request: PersonRequest, code: str) -> HttpResponse:
    """Decline an invitation; the response does not reveal whether there was one."""
    if request.method == "POST":
        lobby.decline(user=request.user, code=code)
    return _home(request)


# -- shared parts


def _draw(
    request: PersonRequest,
    found: lobby_selectors.Table,
    status: int = 200,
    more: Mapping[str, object] | None = None,
) -> HttpResponse:
    """Return the lobby, or for HTMX its changing part; `more` is additional context of the caller."""
    game, mine = found.game, found.mine
    if mine and found.is_open and game.host_id == request.user.pk and is_view(request):
        open_tables.host_is_here(game, clock.now())
    facts = lobby_selectors.facts_of(game, game.seats_wanted)
    away = host_away_of(game, game.host, mine, clock.now()) if found.is_open else None
    is_host = game.host_id == request.user.pk
    asks = _asked(request)
    question = start_question(game, found.seats) if is_host and found.is_open else None
    context: dict[str, Any] = {
        "table": found,
        "game": game,
        "mine": mine,
        "is_host": is_host,
        "free": range(found.free),
        "seats_line": seats_words(len(found.seats), game.seats_wanted),
        "played": played_of(game),
        "starts": starts_words(game) if found.is_open else "",
        "question": question,
        "ask": "" if not mine or (asks == "start" and not question) else asks,
        "facts": facts,
        "forecast": forecast_selectors.words_before(game, facts, [seat.user for seat in found.seats]),
        "clock": option_words(game),
        "not_ready": {seat.pk for seat in chance.not_ready(game, found.seats)},
        "host_away": away,
        "obstacle": "" if away and away.starts else beginning.why_not_start(game, found.seats),
        "form": LuckyWordForm(),
        "leaving": guest_selectors.leaving([seat.user for seat in found.seats], clock.now()),
        **guest_notice(request),
        **(more or {}),
    }
    if mine and found.is_open:
        context["guests"] = lobby_selectors.guests(found, request.user)
        words = talk_selectors.words_of(game, request.user, most=talk_selectors.LENGTH + 1) if game.words else []
        context["talk"] = lobby_talk_of(game, mine, words)
        token, views = pulse.token(game.pk, mine.number, mine.user_id), is_view(request)
        if views:
            unread.mark_seen(mine, NOT_LOOKED, game.words)
        context["unseen"] = "" if views else report_address(game, token)
        context |= _poll(game.code, token, str(game.version), 0)
    elif found.is_open:
        context["invitation"] = lobby_selectors.invitation_to(request.user, game)
    template = "games/_lobby_answer.html" if is_fragment(request) else "games/lobby.html"
    return render(request, template, context, status=status)


def _asked(request: HttpRequest) -> str:
    """Return the question over the lobby that the address or the form names; "" for none."""
    asked = request.POST.get("ask", "") or request.GET.get("ask", "")
    return asked if asked in ("start", "invite") else ""


def _poll(code: str, signed: str, version: str, count: int) -> dict[str, object]:
    """Return what the page needs for its next poll: the parameters, and the delay in seconds."""
    return {"code": code, "signed": signed, "version": version, "count": count, "wait": delay_after(count)}


def _table(request: PersonRequest, code: str) -> HttpResponse:
    """Return the table: its changing part for HTMX as long as the user sits in its lobby, else a redirect to it.

    Without a seat there the response is the same as for a table that does not exist.
    """
    if not is_fragment(request):
        asks = f"?ask={_asked(request)}" if request.method == "POST" and _asked(request) else ""
        return redirect(reverse("games:table", args=[code]) + asks)
    found = lobby_selectors.lobby_of(code, request.user)
    return _draw(request, found) if found else _lead_away(request, code)


def lead_away(request: HttpRequest, code: str) -> HttpResponse:
    """Return the response to an open page whose reader has lost their seat, for views without a known user. Only HTMX
    is redirected; all other requests get a 404."""
    if not is_fragment(request):
        raise Http404
    reader.turn_to(request)
    away: HttpResponse = signed_in(_lead_away)(request, code)  # type: ignore[assignment]
    return away


def _lead_away(request: PersonRequest, code: str) -> HttpResponse:
    """Redirect to the whole page of a table that its reader may see, else home, which says why."""
    try:
        place = table_selectors.place_at(code, request.user)
        is_open = place.game.status in (Status.OPEN, Status.CANCELLED)
        if is_open and not _may_see(request.user, lobby_selectors.table_of(place.game, request.user)):
            raise Http404
    except Http404:
        messages.info(request, _("You’ve left that table."))
        return HttpResponseClientRedirect(reverse("games:home"))
    return HttpResponseClientRedirect(carried(request, reverse("games:table", args=[code])))


def _led(request: PersonRequest, address: str) -> HttpResponse:
    """Redirect to another page, with HTMX too."""
    return HttpResponseClientRedirect(address) if is_fragment(request) else redirect(address)


def _home(request: PersonRequest) -> HttpResponse:
    """Return the home page: for HTMX its lists if they were requested, else a redirect to the whole page."""
    if not is_fragment(request):
        return redirect("games:home")
    if request.htmx.target == "home":  # type: ignore[attr-defined]
        return home.draw(request)
    return HttpResponseClientRedirect(reverse("games:home"))


def _refuse(request: PersonRequest, code: str, refused: DeclinedError) -> HttpResponse:
    """Show why something is not possible: over the current lobby, or alone if there is none any more."""
    found = lobby_selectors.table(code, request.user)
    if found.is_open and _may_see(request.user, found):
        messages.error(request, str(refused))
        return say_when(_draw(request, found, refused.status), refused)
    template = "games/_closed.html" if is_fragment(request) else "games/closed.html"
    context = {"sentence": str(refused), "game": found.game if found.mine else None}
    return say_when(render(request, template, context, status=refused.status), refused)


def _may_see(user: User, found: lobby_selectors.Table) -> bool:
    return bool(found.mine) or (found.is_open and lobby.may_join(user=user, game=found.game))


def _person(request: PersonRequest) -> User:
    """Return the user that a button names."""
    form = PersonForm(request.POST)
    if not form.is_valid():
        raise DeclinedError(form.errors["name"][0])
    person: User = form.cleaned_data["name"]
    return person
