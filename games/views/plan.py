"""Planning one's next turn: the same steps as a move, on a page that nobody else notices (R95)."""

from datetime import datetime
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.doors import PersonRequest, signed_in
from games import clock
from games.clocks import live, planned
from games.clocks.planned import Planned
from games.forms.moves import UnreadableError, fields_of, read_choice, read_move, standing
from games.forms.touched import keep_touched, read_touched
from games.models import Status
from games.rows import pulse
from games.rules.errors import Refused
from games.selectors import table as table_selectors
from games.selectors.table import Place
from games.services import plans, unread
from games.tableau import (
    NOTHING,
    PLANNING,
    Choice,
    Links,
    Panel,
    Tableau,
    first_poll,
    plan_of,
    planning_of,
    remembers,
    report_address,
    untrue_in,
)
from games.tableau.spoken import last_said, spoken_of
from games.tableau.talk import talking_of
from games.views import ceremony
from games.wording import refusal_words
from saboteur_site.web.answers import see_other
from saboteur_site.web.attention import is_view
from saboteur_site.web.fragments import is_fragment


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def plan(request: PersonRequest, code: str) -> HttpResponse:
    """What is chosen for the next turn so far. A POST adds one thing to the plan or changes it."""
    place = table_selectors.place_at(code, request.user)
    if place.seat is None:
        raise Http404
    if place.game.status != Status.RUNNING:
        return see_other("games:table", code)
    if request.method == "POST":
        return _change(request, place)
    try:
        return _draw(request, place, read_choice(request.GET, code, request.user.pk))
    except UnreadableError as wrong:
        return _draw(request, place, said=str(wrong), status=422)


def _change(request: PersonRequest, place: Place) -> HttpResponse:
    code, user, deed = place.game.code, request.user, request.POST.get("deed", "")
    try:
        if deed == "cancel":
            plans.cancel(code=code, user=user)
            return see_other("games:table", code)
        if deed == "out":
            plans.take_out(code=code, user=user, number=_number(request.POST.get("number", "")))
        elif deed == "wait":
            plans.put_off(code=code, user=user, minutes=_minutes(request.POST.get("minutes", "")))
        else:
            return _add(request, place)
    except UnreadableError as wrong:
        return _draw(request, place, said=str(wrong), status=422)
    except plans.NoTurnToPlanError:
        return see_other("games:table", code)
    return _planning(code)


def _add(request: PersonRequest, place: Place) -> HttpResponse:
    code = place.game.code
    sent = read_move(request.POST, code, request.user.pk)
    if not isinstance(sent.command, Planned):
        raise UnreadableError(_("That cannot be planned. Choose again."))
    try:
        plans.add(code=code, user=request.user, command=sent.command)
    except Refused as refused:
        return _draw(request, place, sent.choice, said=refused, status=422)
    except plans.FullError:
        said = _("Your plan is full. Take something out first.")
        return _draw(request, place, said=said, status=422)
    return _planning(code)


def _number(text: str) -> int:
    if text not in [str(number) for number in range(planned.TRIES + 1)]:
        raise UnreadableError(_("That is not in your plan."))
    return int(text)


def _minutes(text: str) -> int:
    if text not in [str(minutes) for minutes in planned.DELAYS]:
        raise UnreadableError(_("A plan cannot wait that long. Choose one of the times."))
    return int(text)


def _planning(code: str) -> HttpResponse:
    return HttpResponse(status=303, headers={"Location": reverse("games:plan", args=[code])})


def _draw(
    request: PersonRequest, place: Place, choice: Choice = NOTHING, *, said: str | Refused = "", status: int = 200
) -> HttpResponse:
    """The page, or for HTMX the part that changes. Without a turn to plan it leads to the table."""
    assert place.seat is not None
    view = table_selectors.view_of(place)
    if due := ceremony.due_at(place, view.public):
        return ceremony.lead_to(request, place, due)
    people = table_selectors.people_at(place.game)
    names = [person.name for person in people]
    words = said if isinstance(said, str) else refusal_words(said, names, place.number)
    told, heard = table_selectors.log_and_words(place, view.public.round, whole_round=remembers(view))
    links, plan = Links(place.game.code, request.user.pk, plans=True), plan_of(view, place.seat, people)
    shown = plan and planning_of(
        view,
        choice,
        links,
        plan,
        people=people,
        told=told,
        seen=place.seat.seen_seq,
        said=Panel("bad", words) if words else None,
        touched=(touched := read_touched(request)),
        words=spoken_of(heard.words, names, place.game.code, seated=True),
    )
    if shown is None:
        return see_other("games:table", place.game.code)
    if is_view(request):
        pulse.mark_present(place.game.pk, request.user.pk)
        unread.mark_seen(place.seat, place.game.seq, place.game.words)
    context = _context(request, place, shown, links, last_said(heard.words))
    context |= {"plan": plan, "part": is_fragment(request)}
    context["talk"] = talking_of(place.game, place.seat, older=heard.older)
    template = "games/_answer.html" if is_fragment(request) else "games/plan.html"
    answer = render(request, template, context, status=status)
    if shown.touched != touched:
        keep_touched(answer, place.game.code, shown.touched)
    return answer


def _context(
    request: PersonRequest, place: Place, shown: Tableau, links: Links, said_at: datetime | None
) -> dict[str, Any]:
    """What the templates are given besides the plan."""
    assert place.seat is not None
    game, picked, now = place.game, shown.picked, clock.now()
    token = pulse.token(game.pk, place.seat.number, place.seat.user_id)
    choice = f"{PLANNING}&{links.choice(picked.choice)}"
    return {
        "game": game,
        "table": shown,
        "planning": True,
        "live": live.seconds_left(game, now),
        "untrue_in": untrue_in(game, shown, now),
        "waits_for_me": place.waiting,
        "standing": standing(links, game.seq),
        "fields": fields_of(picked, links),
        "poll": first_poll(game, token, choice, now, said_at=said_at),
        "unseen": "" if is_view(request) else report_address(game, token),
    }
