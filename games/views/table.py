"""The table: what somebody sees of a game, every step of a choice, and the one place moves are posted to."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.doors import PersonRequest, signed_in
from games import clock
from games.clocks import live
from games.forms.moves import UnreadableError, fields_of, read_choice, read_move, standing
from games.forms.touched import keep_touched, read_touched
from games.models import Game, Status
from games.rows import pulse
from games.rules.commands import Choose, Veto
from games.rules.errors import Refused
from games.selectors import motions as motion_selectors
from games.selectors import table as table_selectors
from games.selectors.table import Person, Place
from games.services import motions, moves, unread
from games.services.moves import Outcome
from games.tableau import (
    NOTHING,
    Choice,
    Links,
    Panel,
    Tableau,
    first_poll,
    gifts_of,
    hint_of,
    motions_of,
    next_poll,
    plan_of,
    read_shown,
    remembers,
    report_address,
    tableau_of,
    untrue_in,
)
from games.tableau.spoken import last_said, spoken_of
from games.tableau.talk import talking_of, with_claims
from games.views import ceremony, lobby, reveal
from games.views.guest_notice import guest_notice
from games.wording import refusal_words
from saboteur_site.database import storage
from saboteur_site.web.answers import see_other
from saboteur_site.web.attention import had_input, is_present, is_view
from saboteur_site.web.declined import DeclinedError
from saboteur_site.web.fragments import is_fragment
from saboteur_site.web.middleware import impersonal


@require_safe
@signed_in
def table(request: PersonRequest, code: str) -> HttpResponse:
    """The table with the choice of the address. Before the game it is the lobby, after it the scores."""
    place = _back_at(request, table_selectors.place_at(code, request.user))
    if place.game.status in (Status.OPEN, Status.CANCELLED):
        return lobby.page(request, place)
    if place.game.status == Status.OVER:
        return reveal.final(request, place)
    try:
        return _draw(request, place, read_choice(request.GET, code, request.user.pk))
    except UnreadableError as wrong:
        return _draw(request, place, said=str(wrong), status=422)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def move(request: PersonRequest, code: str) -> HttpResponse:
    """Carry out a move, once. Whoever comes back to this address otherwise is led to the table."""
    if request.method != "POST":
        return redirect("games:table", code)
    try:
        sent = read_move(request.POST, code, request.user.pk)
    except UnreadableError as wrong:
        return table_again(request, code, str(wrong), 422)
    outcome = moves.submit(code=code, user=request.user, seq=sent.seq, key=sent.key, command=sent.command)
    if outcome.result in (Outcome.DONE, Outcome.AGAIN):
        return see_other("games:table", code)
    if outcome.refused is None:
        said = _("The table changed while you were choosing. Nothing was played.")
        return table_again(request, code, said, 409)
    answering = isinstance(sent.command, Choose | Veto)  # the same answer twice is no fault (R95)
    return table_again(request, code, outcome.refused, 422, sent.choice, answering=answering)


@require_safe
@impersonal
def pulse_of(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """Whether the table has changed: the same question again, or an element that fetches the table anew. With the
    parameters of `report_address` a page reports what its person has seen, and the answer is empty. A page whose seat
    is gone is led away."""
    heard = pulse.of(token, seen=had_input(request), here=is_present(request))
    if heard is None:
        return lobby.lead_away(request, code)
    if shown := read_shown(request.GET):
        if had_input(request):
            unread.report(token, *shown)
        return HttpResponse(status=204)
    poll = next_poll(code, token, heard, request.GET)
    return HttpResponse(render_to_string("games/_pulse.html", {"poll": poll}))


def _back_at(request: PersonRequest, place: Place) -> Place:
    """Wake the seat of a player who views the table. A poll or a prefetch wakes no seat (R96)."""
    if place.seat is None or not place.seat.resting or not is_view(request) or request.method != "GET":
        return place
    with storage.if_possible():
        motions.come_back(code=place.game.code, user=request.user)
    return table_selectors.place_at(place.game.code, request.user)


def done_at_table(
    request: PersonRequest, code: str, form: type[Form], deed: Callable[..., None], unreadable: str
) -> HttpResponse:
    """Do with what was sent from the table's page what its form is for; `unreadable` is said where it cannot be read.

    Whoever comes back to this address otherwise is led to the table.
    """
    if request.method != "POST":
        return redirect("games:table", code)
    sent = form(request.POST)
    if not sent.is_valid():
        return table_again(request, code, unreadable, 422)
    try:
        deed(**sent.cleaned_data)
    except DeclinedError as refused:
        return table_again(request, code, str(refused), refused.status)
    return see_other("games:table", code)


def table_again(
    request: PersonRequest,
    code: str,
    said: str | Refused,
    status: int,
    choice: Choice = NOTHING,
    *,
    answering: bool = False,
) -> HttpResponse:
    """The table as it is now, with the sentence why nothing was played. `said` may be what the rules refused."""
    place = table_selectors.place_at(code, request.user)
    if place.game.status != Status.RUNNING or (answering and place.seat and place.seat.answered):
        return see_other("games:table", code)
    return _draw(request, place, choice, said=said, status=status)


def _draw(
    request: PersonRequest, place: Place, choice: Choice = NOTHING, *, said: str | Refused = "", status: int = 200
) -> HttpResponse:
    """The whole page, or for HTMX the part that changes."""
    open_motions = motion_selectors.open_motions_at(place.game, place.seat.number) if place.seat else None
    people = open_motions.people if open_motions else table_selectors.people_at(place.game)
    view = table_selectors.view_of(place)
    if due := ceremony.due_at(place, view.public):
        return ceremony.lead_to(request, place, due, said=said)
    names = [person.name for person in people]
    words = said if isinstance(said, str) else refusal_words(said, names, place.number)
    told, heard = table_selectors.log_and_words(place, view.public.round, whole_round=remembers(view))
    shown = tableau_of(
        view,
        choice,
        Links(place.game.code, request.user.pk),
        people=people,
        told=told,
        seen=place.seat.seen_seq if place.seat else place.game.seq,
        # At a table where a guest practises a tap lays the tunnel, so that they see at once what a move does.
        at_once=place.game.of_guests or not request.user.confirm_tunnels,
        said=Panel("bad", words) if words else None,
        touched=(touched := read_touched(request)),
        words=spoken_of(heard.words, names, place.game.code, seated=place.seat is not None),
    )
    if place.seat and is_view(request):
        pulse.mark_present(place.game.pk, request.user.pk)
        unread.mark_seen(place.seat, place.game.seq, place.game.words)
    template = "games/_answer.html" if is_fragment(request) else "games/table.html"
    talk = talking_of(place.game, place.seat, older=heard.older)
    resting = view.public.resting
    here = place.seat is not None and _are_all_here(place.game, people, resting)
    context = _context(
        request, place, with_claims(shown, heard.claims, talk), here=here, said_at=last_said(heard.words)
    ) | {"talk": talk}
    if place.game.practice:
        context["hint"] = hint_of(view, told)
    if place.seat:
        context["plan"] = plan_of(view, place.seat, people)
    context["more"] = place.waiting - _waiting_here(place)
    if open_motions and place.seat:
        rounds = view.public.round, view.public.ruleset.rounds
        number, now = place.seat.number, clock.now()
        asked = motions_of(open_motions, place.game, resting, number, now, here=here, rounds=rounds)
        context |= {"motions": asked, "more": context["more"] - len(asked.waiting)}
    answer = render(request, template, context, status=status)
    if shown.touched != touched:
        keep_touched(answer, place.game.code, shown.touched)
    return answer


def _waiting_here(place: Place) -> int:
    """How much of what waits for somebody is their turn or their answer at this table."""
    seat = place.seat
    return int(seat is not None and seat.awaited_since is not None and not seat.answered)


def _are_all_here(game: Game, people: Sequence[Person], resting: Mapping[int, str]) -> bool:
    """Whether the page says that all are here. It says nothing of that in a pause, and while the table is played
    live."""
    found = pulse.needed((person.pk, person.bot, resting.get(person.number, "")) for person in people)
    return game.paused_until is None and pulse.all_present(game.pk, found)


def _context(
    request: PersonRequest, place: Place, shown: Tableau, *, here: bool, said_at: datetime | None
) -> dict[str, Any]:
    """What the templates of the table are given."""
    game, picked, now = place.game, shown.picked, clock.now()
    context = {"game": game, "table": shown, "waits_for_me": place.waiting, "part": is_fragment(request)}
    context |= guest_notice(request)
    context |= {"live": live.seconds_left(game, now), "untrue_in": untrue_in(game, shown, now)}
    if game.host_id == request.user.pk and not game.live_since:
        context["gifts"] = gifts_of(shown, game)
    if place.seat:
        context["posts_to"] = place.posts_to
        context["is_host"] = game.host_id == request.user.pk
        context |= {"standing": standing(shown.links, game.seq), "fields": fields_of(picked, shown.links)}
        token = pulse.token(game.pk, place.seat.number, request.user.pk)
        choice = shown.links.choice(picked.choice)
        context["poll"] = first_poll(game, token, choice, now, here=here, said_at=said_at)
        context["unseen"] = "" if is_view(request) else report_address(game, token)
    return context
