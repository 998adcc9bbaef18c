"""The replay of a round, step by step."""

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.access import PersonRequest, signed_in
from games.models import Status
from games.rows import store
from games.rules.engine import is_over
from games.selectors import steps
from games.selectors import table as table_selectors
from games.selectors import talk as talk_selectors
from games.selectors.steps import RoundView
from games.selectors.table import Place
from games.tableau.spoken import WordLine, spoken_of
from games.tableau.steps import Reader, Replay, replay_of
from games.views import ceremony
from saboteur_site.web.fragments import is_fragment


@require_safe
@signed_in
def step(request: PersonRequest, code: str, number: int, seq: int) -> HttpResponse:
    """Show a round after one of its public commands, as its reader may know it. A reader who has not seen the end of
    the round is shown that first."""
    place = table_selectors.place_at(code, request.user)
    if place.game.status not in (Status.RUNNING, Status.OVER):
        raise Http404
    due = ceremony.due_at(place, store.public(place.game))
    if due and due <= number:
        return ceremony.lead_to(request, place, due)
    return draw(request, place, number, seq)


def draw(
    request: HttpRequest,
    place: Place,
    number: int,
    seq: int,
    *,
    shared: str = "",
    preview: Mapping[str, str] | None = None,
) -> HttpResponse:
    """Return a step for its reader, or what changes from step to step; `shared` is the secret part of the address for a
    reader who need not be signed in, `preview` what a link to it shows elsewhere. Http404 if there is no such step."""
    public, course = store.public(place.game), steps.round_view(place, number)
    people = table_selectors.people_at(place.game)
    reader = Reader(place.number, is_over(public), public.results)
    shown = replay_of(course, public.ruleset, people, reader, number, seq) if course else None
    if course is None or shown is None:
        raise Http404
    name, where = ("games:shared-step", shared) if shared else ("games:step", place.game.code)
    address = reverse(name, args=[where, number, 0]).removesuffix("0")
    context = {"game": place.game, "replay": shown._replace(address=address), "part": is_fragment(request)}
    context["said"] = [] if shared else _said(request, place, course, shown)
    context |= {
        "shared": shared,
        "preview": preview,
        "rounds": range(1, public.round + 1),
        "waits_for_me": place.waiting,
    }
    response = render(request, "games/_replay.html" if is_fragment(request) else "games/replay.html", context)
    if shared:
        response["X-Robots-Tag"] = "noindex"
    return response


def _said(request: HttpRequest, place: Place, course: RoundView, shown: Replay) -> list[WordLine]:
    """Return the chat messages between the step that is shown and the next. They are not shared with others."""
    until = shown.on or max(course.last, shown.step.seq) + 1
    words = talk_selectors.said_at(place.game, request.user, shown.step.seq, until)  # type: ignore[arg-type]
    names = [seen.row.person.name for seen in shown.players]
    return spoken_of(words, names, place.game.code, seated=False)
