"""The pages to look at rather than to play: the scores, finished rounds, the whole log, the mine in words."""

from contextlib import suppress
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from accounts.access import PersonRequest, signed_in
from games import clock
from games.models import Status
from games.rows import pulse, store
from games.rows.corrupt import CorruptTable
from games.selectors import book as book_selectors
from games.selectors import course as courses
from games.selectors import table as table_selectors
from games.selectors import talk as talk_selectors
from games.selectors.table import Place
from games.services import unread
from games.tableau import markup
from games.tableau.final import STEPS, outcome_of, rounds_of, scores_of
from games.tableau.honours import honours_of
from games.tableau.knowledge import as_known, knowledge_of
from games.tableau.mine import announced
from games.tableau.poll import report_address
from games.tableau.reveal import reveal_of
from games.tableau.suspicion import traces_of
from games.views import ceremony, past
from games.wording import map_in_words
from games.wording.announced import without_effect
from saboteur_site.web.attention import carried, is_view
from saboteur_site.web.fragments import is_fragment


def final(request: PersonRequest, place: Place) -> HttpResponse:
    """Show the scores of a finished game, with all that is revealed. Unseen ends of rounds are shown first."""
    if is_fragment(request):
        return HttpResponseClientRedirect(carried(request, reverse("games:table", args=[place.game.code])))
    view = table_selectors.view_of(place)
    if due := ceremony.due_at(place, view.public):
        return ceremony.lead_to(request, place, due)
    people, course = table_selectors.people_at(place.game), courses.of_game(place)
    if place.seat and is_view(request):
        unread.mark_seen(place.seat, place.game.seq, place.game.words)
    seen = (view.public, people, place.number)
    context: dict[str, Any] = {"outcome": outcome_of(*seen), "results": rounds_of(*seen)}
    context["scores"] = scores = scores_of(*seen, course)
    context |= {"podium": scores[:STEPS], "others": scores[STEPS:]}
    context["honours"] = honours_of(view.public.results, [person.name for person in people], course)
    context = {
        "game": place.game,
        "place": place,
        "waits_for_me": place.waiting,
        **context,
    }
    context["traces"] = traces_of(view.public, people, book_selectors.shown_at(place), course)
    if place.seat:
        token = pulse.token(place.game.pk, place.seat.number, request.user.pk)
        context["unseen"] = "" if is_view(request) else report_address(place.game, token)
        context["my_suspicions"] = book_selectors.own_at(place.game.pk, request.user.pk)
    return render(request, "games/final.html", context)


@require_safe
@signed_in
def round_over(request: PersonRequest, code: str, number: int) -> HttpResponse:
    """Show a finished round: the mine, who was who, and the pay as far as it is public. Until the player has seen it,
    everything is turned up step by step."""
    place = _begun(request, code)
    view, people = table_selectors.view_of(place), table_selectors.people_at(place.game)
    said = talk_selectors.claims_made(place.game, number)
    shown = reveal_of(view, number, people, courses.of_round(place, number), said)
    if shown is None:
        raise Http404
    due = ceremony.due_at(place, view.public)
    is_due = due is not None and due <= number
    if place.seat and is_due and is_view(request):
        pulse.mark_present(place.game.pk, request.user.pk)
    context = {"game": place.game, "view": view, "reveal": shown, "due": is_due, "last": len(view.public.results)}
    context["waits_for_me"] = place.waiting
    return render(request, "games/round.html", context)


@require_safe
@signed_in
def words(request: PersonRequest, code: str) -> HttpResponse:
    """Show the mine in words."""
    place = _begun(request, code)
    view = table_selectors.view_of(place)
    if due := ceremony.due_at(place, view.public):
        return ceremony.lead_to(request, place, due)
    log = table_selectors.log_of_round(place)
    knowledge = knowledge_of(view, log)
    since = [words for one in knowledge.known if not one.open and one.square for words in one.since]
    waits = announced(view.public)
    names = [person.name for person in table_selectors.people_at(place.game)] if waits else []
    said = without_effect(waits, names, place.number) if waits else ""
    context = {"game": place.game, "words": map_in_words(as_known(view, knowledge), said), "since": since}
    context["waits_for_me"] = place.waiting
    return render(request, "games/words.html", context)


@require_safe
@signed_in
def log(request: PersonRequest, code: str) -> HttpResponse:
    """Show all moves and chat messages, newest first, page by page; `before` and `said` are the last move and the last
    message of the previous page. `show` is the part that is shown."""
    place = _begun(request, code)
    # The log of a corrupt table can be read, so no unseen end of a round is shown first.
    number = None
    with suppress(CorruptTable):
        public = store.public(place.game)
        number = public.round
        if due := ceremony.due_at(place, public):
            return ceremony.lead_to(request, place, due)
    names = [person.name for person in table_selectors.people_at(place.game)]
    show = request.GET.get("show", "")
    page = past.page_of(place, request.user, names, show, _number(request, "before"), _number(request, "said"))
    context = {"game": place.game, "log": markup.log(page.lines, clock.now(), part=False), "page": page}
    context |= {"waits_for_me": place.waiting, "round": number}
    return render(request, "games/log.html", context)


def _number(request: PersonRequest, name: str) -> int | None:
    """Return a number in the address; None if there is none."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _begun(request: PersonRequest, code: str) -> Place:
    """Return a table whose game has begun; Http404 for any other, and for users who may not view it."""
    place = table_selectors.place_at(code, request.user)
    if place.game.status not in (Status.RUNNING, Status.OVER):
        raise Http404
    return place
