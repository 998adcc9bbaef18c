"""Why the cards can be believed: commitment and shares, and all of a finished game to recompute it from (R98)."""

import json

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.doors import PersonRequest, signed_in
from games import archive, lobby_selectors
from games.models import Status
from games.rules.verify import faults


@require_safe
@signed_in
def fairness(request: PersonRequest, code: str) -> HttpResponse:
    """What chance is made of; when the game is over, also the secret and what comes of recomputing every deal."""
    found = _seated_at(request, code)
    context = {"game": found.game, "seats": found.seats, "over": found.game.status == Status.OVER}
    if context["over"]:
        # What is checked is the file that anybody can download.
        told = json.loads(json.dumps(archive.export(found.game)))
        context |= {"secret": told["fairness"]["secret"], "faults": faults(told)}
    return render(request, "games/fairness.html", context)


@require_safe
@signed_in
def export(request: PersonRequest, code: str) -> HttpResponse:
    """The record of a finished game as a file; there is none before."""
    found = _seated_at(request, code)
    if found.game.status != Status.OVER:
        raise Http404
    told = JsonResponse(archive.export(found.game), json_dumps_params={"indent": 1, "ensure_ascii": False})
    told["Content-Disposition"] = f'attachment; filename="{found.game.code}.json"'
    return told


def _seated_at(request: PersonRequest, code: str) -> lobby_selectors.Table:
    found = lobby_selectors.table(code, request.user)
    if found.mine is None:
        raise Http404
    return found
