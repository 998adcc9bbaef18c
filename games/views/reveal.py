"""What is looked at rather than played: the scores, finished rounds, the whole log, the mine in words."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from accounts.doors import PersonRequest, signed_in
from games import clock
from games.models import Status
from games.selectors import table as table_selectors
from games.selectors.table import Place
from games.services import moves
from games.tableau import as_known, end_words, lines_of, markup, reveal_of, rounds_of, scores_of, sightings_of, still_of
from games.wording import map_in_words
from saboteur_site.fragments import is_fragment

LOG_PAGE = 100
"""Moves on a page of the whole log."""


def final(request: PersonRequest, place: Place) -> HttpResponse:
    """The scores of a finished game, with all that is opened."""
    if is_fragment(request):
        return HttpResponseClientRedirect(reverse("games:table", args=[place.game.code]))
    view, people = table_selectors.view_of(place), table_selectors.people_at(place.game)
    if place.seat:
        moves.look(place.seat, place.game.seq)
    seen = (view.public, people, place.number)
    told = {"lead": end_words(*seen), "scores": scores_of(*seen), "results": rounds_of(*seen)}
    context = {"game": place.game, "still": still_of(view), "waiting": place.waiting, **told}
    return render(request, "games/final.html", context)


@require_safe
@signed_in
def round_over(request: PersonRequest, code: str, number: int) -> HttpResponse:
    """A finished round: who was who, who joined the gold, what it paid as far as that may be told."""
    place = _begun(request, code)
    view, people = table_selectors.view_of(place), table_selectors.people_at(place.game)
    shown = reveal_of(view, number, people, table_selectors.log_after_round(place, number))
    if shown is None:
        raise Http404
    context = {"game": place.game, "view": view, "reveal": shown, "still": still_of(view, number)}
    return render(request, "games/round.html", context)


@require_safe
@signed_in
def words(request: PersonRequest, code: str) -> HttpResponse:
    """The mine in words."""
    place = _begun(request, code)
    view, told = table_selectors.view_of(place), table_selectors.log_of_round(place)
    sightings = sightings_of(view, told)
    since = [words for one in sightings.known if not one.open and "," in one.place for words in one.since]
    context = {"game": place.game, "words": map_in_words(as_known(view, sightings)), "since": since}
    return render(request, "games/words.html", context)


@require_safe
@signed_in
def log(request: PersonRequest, code: str) -> HttpResponse:
    """The whole log, newest first, page by page; `before` is the number of the last move of the page before."""
    place = _begun(request, code)
    before = request.GET.get("before", "")
    last = int(before) if before.isascii() and before.isdigit() and len(before) < 10 else None
    told = table_selectors.log_of(place, most=LOG_PAGE + 1, before=last)
    names = [person.name for person in table_selectors.people_at(place.game)]
    lines = lines_of(told[:LOG_PAGE], names, place.number)
    older = told[LOG_PAGE - 1].seq if len(told) > LOG_PAGE else None
    context = {"game": place.game, "log": markup.log(lines, clock.now()), "older": older, "newest": last is None}
    return render(request, "games/log.html", context)


def _begun(request: PersonRequest, code: str) -> Place:
    """A table whose game has begun; Http404 for any other, and for whoever may not look at it."""
    place = table_selectors.place_at(code, request.user)
    if place.game.status not in (Status.RUNNING, Status.OVER):
        raise Http404
    return place
