"""The proof of fair cards: commitment and lucky words, and all of a finished game to recompute (R98)."""

from typing import Any

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.access import PersonRequest, signed_in
from games.models import Status
from games.rows import chance
from games.selectors import lobby as lobby_selectors
from games.services import archive


@require_safe
@signed_in
def fairness(request: PersonRequest, code: str) -> HttpResponse:
    """Show the sources of randomness. When the game is over, also the secret and the result of recomputing it."""
    found = _seated_at(request, code)
    context: dict[str, Any] = {"game": found.game, "seats": found.seats}
    typed = [seat.user.username for seat in chance.words_of(found.seats)]
    if typed:
        context |= {"words": ", ".join(typed), "last": typed[-1]}
    if found.game.status == Status.OVER:
        exported = archive.export(found.game)
        of_chance = exported["fairness"]
        context |= {"secret": of_chance["secret"], "seal": of_chance.get("seal"), "verdict": archive.verdict(exported)}
    return render(request, "games/fairness.html", context)


@require_safe
@signed_in
def export(request: PersonRequest, code: str) -> HttpResponse:
    """Return the record of a finished game as a file; Http404 before its end."""
    found = _seated_at(request, code)
    if found.game.status != Status.OVER:
        raise Http404
    exported = JsonResponse(archive.export(found.game), json_dumps_params={"indent": 1, "ensure_ascii": False})
    exported["Content-Disposition"] = f'attachment; filename="{found.game.code}.json"'
    return exported


def _seated_at(request: PersonRequest, code: str) -> lobby_selectors.Table:
    found = lobby_selectors.table(code, request.user)
    if found.mine is None:
        raise Http404
    return found
