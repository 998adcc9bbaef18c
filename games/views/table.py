"""The table: a user's view of a game, every step of a choice, and the one address to which moves are posted."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access import PersonRequest, signed_in
from games import clock
from games.clocks import live
from games.clocks.words import hour as hour_words
from games.forms.moves import UnreadableError, fields_of, read_choice, read_move, standing
from games.forms.touched import keep_touched, read_touched
from games.models import Coaching, Status
from games.rows import pulse
from games.rules.commands import Choose, Veto
from games.rules.errors import Refused
from games.selectors import motions as motion_selectors
from games.selectors import table as table_selectors
from games.selectors.motions import OpenMotions
from games.selectors.table import Person, Place
from games.services import motions, moves, unread
from games.services.moves import MoveOutcome
from games.tableau.choice import NOTHING, Choice
from games.tableau.coach import coach_of
from games.tableau.giving import gifts_of
from games.tableau.knowledge import remembers
from games.tableau.links import Links
from games.tableau.motions import Motions, motions_of
from games.tableau.planning import Plan, plan_of
from games.tableau.poll import PLANNING, first_poll, first_watch_poll, next_poll, read_shown, report_address, untrue_in
from games.tableau.spoken import last_said, spoken_of, unread_of
from games.tableau.status_line import status_line
from games.tableau.table import Panel, TablePage, table_page
from games.tableau.talk import talking_of
from games.templatetags import regions
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
    """Show the table with the choice of the address. Before the game it is the lobby, after it the scores."""
    place = _back_at(request, table_selectors.place_at(code, request.user))
    if place.game.status in (Status.OPEN, Status.CANCELLED):
        return lobby.page(request, place)
    if place.game.status == Status.OVER:
        return reveal.final(request, place)
    try:
        return draw(request, place, read_choice(request.GET, code, request.user.pk))
    except UnreadableError as wrong:
        return draw(request, place, said=str(wrong), status=422)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def move(request: PersonRequest, code: str) -> HttpResponse:
    """Carry out a move, once. A GET of this address is redirected to the table."""
    if request.method != "POST":
        return redirect("games:table", code)
    try:
        sent = read_move(request.POST, code, request.user.pk)
    except UnreadableError as wrong:
        return table_again(request, code, str(wrong), 422)
    outcome = moves.submit(code=code, user=request.user, seq=sent.seq, key=sent.key, command=sent.command)
    if outcome.result in (MoveOutcome.DONE, MoveOutcome.AGAIN):
        return table_now(request, code)
    if outcome.refused is None:
        said = _("The table changed while you were choosing, so nothing was played.")
        return table_again(request, code, said, 409, sent.choice)
    answering = isinstance(sent.command, Choose | Veto)  # the same answer twice is no error (R95)
    return table_again(request, code, outcome.refused, 422, sent.choice, answering=answering)


@require_safe
@impersonal
def pulse_of(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """Return whether the table has changed: the next poll, or an element that fetches the table again. With the
    parameters of `report_address` a page reports what its user has seen, and the response is empty. A page whose user
    has lost the seat is redirected."""
    received = pulse.of(token, seen=had_input(request), here=is_present(request))
    if received is None:
        return lobby.lead_away(request, code)
    if shown := read_shown(request.GET):
        if had_input(request):
            unread.report(token, *shown)
        return HttpResponse(status=204)
    poll = next_poll(code, token, received, request.GET)
    return HttpResponse(render_to_string("games/_pulse.html", {"poll": poll}))


def _back_at(request: PersonRequest, place: Place) -> Place:
    """Wake the seat of a player who views the table. A poll or a prefetch wakes no seat (R96)."""
    if place.seat is None or not place.seat.resting or not is_view(request):
        return place
    with storage.if_possible():
        motions.come_back(code=place.game.code, user=request.user)
    return table_selectors.place_at(place.game.code, request.user)


def done_at_table(
    request: PersonRequest, code: str, form: type[Form], action: Callable[..., None], unreadable: str
) -> HttpResponse:
    """Process a form of the table's page; `unreadable` is the response if it cannot be read.

    A GET of this address is redirected to the table.
    """
    if request.method != "POST":
        return redirect("games:table", code)
    sent = form(request.POST)
    if not sent.is_valid():
        return table_again(request, code, unreadable, 422)
    try:
        action(**sent.cleaned_data)
    except DeclinedError as refused:
        return table_again(request, code, str(refused), refused.status)
    return table_now(request, code)


def table_now(request: PersonRequest, code: str) -> HttpResponse:
    """Return the response to a form that was processed: the table itself for HTMX, else a redirect to it."""
    if is_fragment(request):
        place = _back_at(request, table_selectors.place_at(code, request.user))
        if place.game.status == Status.RUNNING:
            return draw(request, place)
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
    """Return the current table, with the reason why nothing was played. `said` may be a refusal of the rules."""
    place = table_selectors.place_at(code, request.user)
    if place.game.status != Status.RUNNING or (answering and place.seat and place.seat.answered):
        return see_other("games:table", code)
    return draw(request, place, choice, said=said, status=status)


def draw(
    request: PersonRequest,
    place: Place,
    choice: Choice = NOTHING,
    *,
    said: str | Refused = "",
    status: int = 200,
    planning: bool = False,
) -> HttpResponse:
    """Return the table, or the page on which the next turn is planned: as a whole, or for HTMX the part that changes.
    Redirect to the table if there is no turn to plan."""
    game, seat = place.game, place.seat
    view = table_selectors.view_of(place)
    if due := ceremony.due_at(place, view.public):
        return ceremony.lead_to(request, place, due, said="" if planning else said)
    if ceremony.deal_due_at(place, view.public):
        return ceremony.lead_to_deal(request, place)
    open_motions = motion_selectors.open_motions_at(game, seat.number) if seat and not planning else None
    people = open_motions.people if open_motions else table_selectors.people_at(game)
    plan = plan_of(view, seat, people) if seat else None
    if planning and not (plan and plan.open):
        return see_other("games:table", game.code)
    names = [person.name for person in people]
    refusal = said if isinstance(said, str) else refusal_words(said, names, place.number)
    coaching = seat.coach if seat and view.public.round == 1 and not planning else Coaching.NONE
    whole_round = remembers(view) or coaching == Coaching.ON
    log, received = table_selectors.log_and_words(place, view.public.round, whole_round=whole_round)
    talk = talking_of(game, seat, older=received.older)
    reader = names[seat.number] if seat else ""
    words = spoken_of(received.words, names, game.code, seated=seat is not None, reader=reader)
    page = table_page(
        view,
        Links(game.code, request.user.pk, plans=planning),
        people,
        log,
        choice=choice,
        seen=seat.seen_seq if seat else game.seq,
        # At a guest's practice table a tap lays the tunnel, so that they see at once what a move does.
        at_once=not planning and (game.of_guests or not request.user.confirm_tunnels),
        carries=not planning,
        said=Panel("bad", refusal) if refusal else None,
        touched=(touched := read_touched(request)),
        words=words,
        claims=() if planning else received.claims,
        speaks=talk.open and not planning,
        plan=plan if planning else None,
    )
    viewed = is_view(request)
    if seat and viewed:
        pulse.mark_present(game.pk, request.user.pk)
        unread.mark_seen(seat, game.seq, game.words)
    now, here = clock.now(), not planning and _are_all_here(place, people, view.public.resting)
    context: dict[str, Any] = {
        "game": game,
        "table": page,
        "planning": planning,
        "plan": plan,
        "talk": talk,
        "unread": unread_of(words, seat.heard) if seat else (),
        "part": is_fragment(request),
        "waits_for_me": place.waiting,
        "live": live.seconds_left(game, now),
        "untrue_in": untrue_in(game, page, now),
    }
    if seat:
        token, query = pulse.token(game.pk, seat.number, request.user.pk), page.links.choice(page.picked.choice)
        query = f"{PLANNING}&{query}" if planning else query
        context["poll"] = first_poll(game, token, query, now, here=here, said_at=last_said(received.words))
        context["unseen"] = "" if viewed else report_address(game, token)
        context |= {"standing": standing(page.links, game.seq), "fields": fields_of(page.picked, page.links)}
    else:
        context["poll"] = first_watch_poll(game, pulse.watch_token(game.pk), now, last_said(received.words))
    if not planning:
        context |= _beside_table(request, place, page, open_motions, here=here)
        context["coach"] = coach_of(view, log, names, received.claims) if coaching == Coaching.ON else None
        context["coach_offered"] = coaching == Coaching.OFFERED
    context |= _line(request, page, context.get("motions"), plan, planning=planning)
    frame = regions.frame_of(len(people), view.public.direction, place.number, planning, get_language())
    held = regions.held_by(request)
    context |= {"frame": frame, "held": held if is_fragment(request) and held.get("table") == frame else None}
    template = "games/_answer.html" if is_fragment(request) else "games/plan.html" if planning else "games/table.html"
    answer = render(request, template, context, status=status)
    if context["held"] is not None:
        answer["HX-Reswap"] = "none"  # each region replaces its own element
    if page.touched != touched:
        keep_touched(answer, game.code, page.touched)
    return answer


def _line(
    request: PersonRequest, page: TablePage, asking: Motions | None, plan: Plan | None, *, planning: bool
) -> dict[str, Any]:
    """Return the status line, and the vote whose answers are its actions."""
    votes = asking.waiting if asking else ()
    notes = [str(message) for message in messages.get_messages(request)]
    asked = votes[0].words if votes else ""
    planned = [one.words for one in plan.tries] if planning and plan else []
    line = status_line(page, notes=notes, asked=asked, votes=len(votes), due=_due_words(plan), planned=planned)
    asks = bool(votes) and line.words == asked
    return {"line": line, "asked_vote": votes[0] if asks else None}


def _due_words(plan: Plan | None) -> str:
    """Return when the plan of the player, whose turn has begun, is played; "" without one."""
    if plan is None or plan.due is None:
        return ""
    words = _("It’s your turn. Your plan will be played at about %(hour)s, unless you move first.")
    return words % {"hour": hour_words(plan.due)}


def _beside_table(
    request: PersonRequest, place: Place, page: TablePage, open_motions: OpenMotions | None, *, here: bool
) -> dict[str, Any]:
    """Return the parts of the page that a plan does not have: votes, gifts, the chat, how much waits elsewhere."""
    game, seat, public = place.game, place.seat, page.view.public
    context = {**guest_notice(request), "more": place.waiting - _waiting_here(place)}
    if game.host_id == request.user.pk and not game.live_since:
        context["gifts"] = gifts_of(page, game)
    if seat and open_motions:
        rounds = public.round, public.ruleset.rounds
        asked = motions_of(open_motions, game, public.resting, seat.number, clock.now(), here=here, rounds=rounds)
        context |= {"motions": asked, "more": context["more"] - len(asked.waiting)}
        context |= {"posts_to": place.posts_to, "is_host": game.host_id == request.user.pk}
    return context


def _waiting_here(place: Place) -> int:
    """Return how much of what waits for a player is their turn or their answer at this table."""
    seat = place.seat
    return int(seat is not None and seat.awaited_since is not None and not seat.answered)


def _are_all_here(place: Place, people: Sequence[Person], resting: Mapping[int, str]) -> bool:
    """Return whether the page says that all players are present. It does not for spectators, in a pause, and while the
    table is played live."""
    if place.seat is None or place.game.paused_until is not None:
        return False
    seated = ((one.pk, one.bot or bool(one.owner), resting.get(one.number, "")) for one in people)
    needed = pulse.needed(seated)
    return pulse.all_present(place.game.pk, needed)
