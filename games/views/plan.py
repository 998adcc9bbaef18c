"""The page on which a player plans their next turn; private to the player (R95)."""

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.access import PersonRequest, signed_in
from games.clocks import planned
from games.clocks.planned import Planned
from games.forms.moves import UnreadableError, read_choice, read_move
from games.models import Status
from games.rules.errors import Refused
from games.selectors import table as table_selectors
from games.selectors.table import Place
from games.services import plans
from games.views.table import draw
from saboteur_site.web.answers import see_other


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def plan(request: PersonRequest, code: str) -> HttpResponse:
    """Show the plan for the next turn. A POST adds a command to the plan or changes it."""
    place = table_selectors.place_at(code, request.user)
    if place.seat is None:
        raise Http404
    if place.game.status != Status.RUNNING:
        return see_other("games:table", code)
    if request.method == "POST":
        return _change(request, place)
    try:
        return draw(request, place, read_choice(request.GET, code, request.user.pk), planning=True)
    except UnreadableError as wrong:
        return draw(request, place, said=str(wrong), status=422, planning=True)


def _change(request: PersonRequest, place: Place) -> HttpResponse:
    code, user, action = place.game.code, request.user, request.POST.get("deed", "")
    try:
        if action == "cancel":
            plans.cancel(code=code, user=user)
            return see_other("games:table", code)
        if action == "out":
            plans.take_out(code=code, user=user, number=_number(request.POST.get("number", "")))
        elif action == "wait":
            plans.put_off(code=code, user=user, minutes=_minutes(request.POST.get("minutes", "")))
        else:
            return _add(request, place)
    except UnreadableError as wrong:
        return draw(request, place, said=str(wrong), status=422, planning=True)
    except plans.NoTurnToPlanError:
        return see_other("games:table", code)
    return _planning(code)


def _add(request: PersonRequest, place: Place) -> HttpResponse:
    code = place.game.code
    sent = read_move(request.POST, code, request.user.pk)
    if not isinstance(sent.command, Planned):
        raise UnreadableError(_("You can’t plan that. Choose again."))
    try:
        plans.add(code=code, user=request.user, command=sent.command)
    except Refused as refused:
        return draw(request, place, sent.choice, said=refused, status=422, planning=True)
    except plans.FullError:
        said = _("Your plan is full. Remove something first.")
        return draw(request, place, said=said, status=422, planning=True)
    return _planning(code)


def _number(text: str) -> int:
    if text not in [str(number) for number in range(planned.TRIES + 1)]:
        raise UnreadableError(_("That isn’t in your plan."))
    return int(text)


def _minutes(text: str) -> int:
    if text not in [str(minutes) for minutes in planned.DELAYS]:
        raise UnreadableError(_("A plan can’t wait that long. Choose one of the times."))
    return int(text)


def _planning(code: str) -> HttpResponse:
    return HttpResponse(status=303, headers={"Location": reverse("games:plan", args=[code])})
