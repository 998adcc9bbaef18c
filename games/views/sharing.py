"""A finished game, public at a secret address, and the consent of its players to that."""

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.doors import PersonRequest, signed_in
from games.forms.sharing import SharingForm
from games.models import Deal
from games.rows import store
from games.selectors import sharing as selectors
from games.selectors import table as table_selectors
from games.services import sharing
from games.tableau.picture import as_png, picture_of_game
from games.views import steps
from games.views.table import done_at_table


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def share(request: PersonRequest, code: str) -> HttpResponse:
    """Consent that anyone with the address may view a finished game, or withdraw the consent."""
    agrees = partial(sharing.agree, user=request.user, code=code)
    return done_at_table(request, code, SharingForm, agrees, _("Say yes or no."))


@require_safe
def shared(request: HttpRequest, token: str, number: int = 1) -> HttpResponse:
    """Redirect to the first step of a round of a shared game."""
    place = selectors.shared_at(token)
    dealt = Deal.objects.filter(game=place.game, round=number).values_list("seq", flat=True).first()
    if dealt is None:
        raise Http404
    return redirect("games:shared-step", token, number, dealt)


@require_safe
def shared_step(request: HttpRequest, token: str, number: int, seq: int) -> HttpResponse:
    """Show a step of a shared game as to a spectator: with all that is revealed once a game is over (R24)."""
    return steps.draw(request, selectors.shared_at(token), number, seq, shared=token)


@require_safe
def still(request: HttpRequest, token: str, ending: str) -> HttpResponse:
    """Return a picture of a shared game as SVG or PNG, in the visitor's language."""
    place = selectors.shared_at(token)
    drawn = picture_of_game(store.public(place.game), table_selectors.people_at(place.game), place.game.name)
    content, kind = (as_png(drawn), "image/png") if ending == "png" else (drawn, "image/svg+xml")
    return HttpResponse(content, content_type=kind, headers={"X-Robots-Tag": "noindex"})
