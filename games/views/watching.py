"""A table as people without a seat see it: by its watch link, on the board for a big screen; and the page of its links.

Neither page reads who asks: all who have the link get the same page, a player of the table included.
"""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRefresh

from accounts.access import PersonRequest, signed_in
from games import clock
from games.clocks import live
from games.forms.watching import MAKE_BOARD, SWITCH_BOARD_OFF, DeedForm
from games.models import Status
from games.rows import pulse
from games.selectors import course as courses
from games.selectors import lobby as lobby_selectors
from games.selectors import table as table_selectors
from games.selectors import watching as selectors
from games.selectors.table import Place
from games.services import watching
from games.tableau.final import STEPS, outcome_of, scores_of
from games.tableau.links import Links
from games.tableau.lobby import played_of
from games.tableau.poll import first_watch_poll, next_watch_poll, untrue_in
from games.tableau.reveal import reveal_of
from games.tableau.spoken import last_said, spoken_of
from games.tableau.status_line import status_line
from games.tableau.table import table_page
from games.tableau.watching import bubbles_of, ended_round, last_words
from games.templatetags import regions
from games.wording import seats_words
from saboteur_site.web.answers import see_other
from saboteur_site.web.declined import DeclinedError
from saboteur_site.web.errors import failed
from saboteur_site.web.fragments import is_fragment
from saboteur_site.web.middleware import impersonal


@require_safe
@impersonal
def watch(request: HttpRequest, token: str) -> HttpResponse:
    """Show a table to all who have its watch link, with what is said there."""
    return _draw(request, selectors.watched_at(token), token, on_board=False)


@require_safe
@impersonal
def board(request: HttpRequest, token: str) -> HttpResponse:
    """Show a table on a big screen. Before the game it shows how to join, if the host has made an invitation link."""
    return _draw(request, selectors.board_at(token), token, on_board=True)


@require_safe
@impersonal
def pulse_of(request: HttpRequest, token: str) -> HttpResponse:
    """Return whether a table has changed, for a page on which it is watched: the next poll, or an element that fetches
    the page. A page whose link is switched off loads again, and finds nothing."""
    received = pulse.watched(token)
    if received is None:
        if is_fragment(request):
            return HttpResponseClientRefresh()
        raise Http404
    return HttpResponse(render_to_string("games/_pulse.html", {"poll": next_watch_poll(token, received, request.GET)}))


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def links(request: PersonRequest, code: str) -> HttpResponse:
    """Show players the links of their table; its host makes them and switches them off. Http404 without a seat."""
    place = table_selectors.place_at(code, request.user)
    if place.seat is None:
        raise Http404
    if request.method == "POST":
        return _changed(request, code)
    game = place.game
    is_host = game.host_id == request.user.pk and game.status in (Status.OPEN, Status.RUNNING)
    context = {"game": game, "is_host": is_host, "waits_for_me": place.waiting}
    return render(request, "games/links.html", context)


def _changed(request: PersonRequest, code: str) -> HttpResponse:
    form = DeedForm(request.POST)
    if not form.is_valid():
        return failed(request, 422, _("Press one of the buttons."))
    deeds = {MAKE_BOARD: watching.make_board, SWITCH_BOARD_OFF: watching.switch_board_off}
    try:
        deeds.get(form.cleaned_data["deed"], watching.renew_watch_link)(host=request.user, code=code)
    except DeclinedError as refused:
        return failed(request, refused.status, str(refused))
    return see_other("games:links", code)


def _draw(request: HttpRequest, place: Place, link: str, *, on_board: bool) -> HttpResponse:
    """Return the page of a link: as a whole, or for HTMX what an open page does not hold yet."""
    game, now = place.game, clock.now()
    shown = _lobby(place, on_board=on_board) if game.status == Status.OPEN else _begun(place, on_board=on_board)
    frame = regions.frame_of(shown["part_of_game"], shown.get("people"), get_language(), on_board)
    held = regions.held_by(request)
    poll = first_watch_poll(game, pulse.watch_token(game.pk, link), now, shown.get("said_at"))
    context = {
        **shown,
        "user": AnonymousUser(),
        "waits_for_me": 0,
        "game": game,
        "on_board": on_board,
        "poll": poll,
        "frame": frame,
        "part": is_fragment(request),
        "held": held if is_fragment(request) and held.get("table") == frame else None,
    }
    template = "games/_watch_answer.html" if is_fragment(request) else "games/watch.html"
    response = render(request, template, context)
    if context["held"] is not None:
        response["HX-Reswap"] = "none"  # each region replaces its own element
    response["X-Robots-Tag"] = "noindex"
    return response


def _lobby(place: Place, *, on_board: bool) -> dict[str, Any]:
    """Return what is shown before the game: who sits at the table, what is played, and on a board how to join."""
    found = lobby_selectors.table_of(place.game, None)
    invitation = lobby_selectors.open_link(place.game) if on_board and found.free else None
    return {
        "part_of_game": "lobby",
        "seats": found.seats,
        "free": range(found.free),
        "seats_line": seats_words(len(found.seats), place.game.seats_wanted),
        "played": played_of(place.game),
        "invitation": invitation,
    }


def _begun(place: Place, *, on_board: bool) -> Mapping[str, Any]:
    """Return what is shown of a game that has begun: the table, the end of a round, or of the game."""
    game, view = place.game, table_selectors.view_of(place)
    people, public = table_selectors.people_at(game), view.public
    if game.status == Status.OVER:
        seen = (public, people, None)
        scores = scores_of(*seen, courses.of_game(place))
        outcome = {"outcome": outcome_of(*seen), "podium": scores[:STEPS], "others": scores[STEPS:]}
        return {"part_of_game": "over", "people": len(people), **outcome}
    log, received = table_selectors.log_and_words(place, public.round, whole_round=False)
    names = [person.name for person in people]
    words = spoken_of(received.words, names, game.code, seated=False)
    page = table_page(view, Links(game.code, 0), people, log, seen=game.seq, words=words, claims=received.claims)
    context: dict[str, Any] = {
        "part_of_game": "table",
        "people": (len(people), public.direction),
        "table": page,
        "line": status_line(page),
        "last": last_words(page.log),
        "bubbles": bubbles_of(words, game.seq) if on_board else (),
        "said_at": last_said(received.words),
        "live": live.seconds_left(game, clock.now()),
        "untrue_in": untrue_in(game, page, clock.now()),
    }
    if number := ended_round(public, log):
        ended = reveal_of(view, number, people, courses.of_round(place, number))
        context |= {"part_of_game": f"end {number}", "reveal": ended}
    return context
