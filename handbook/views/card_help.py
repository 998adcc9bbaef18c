"""Help on a card of the player's hand: a sheet over the table, or a page with a link back to the choice there."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.access import PersonRequest, signed_in
from games.forms.moves import UnreadableError, read_about, read_choice
from games.forms.touched import keep_touched, read_touched
from games.selectors import table as table_selectors
from games.tableau.choice import NOTHING
from games.tableau.hand import touch
from games.tableau.links import Links
from handbook.views import rules as rule_book
from saboteur_site.web.fragments import is_fragment


@require_safe
@signed_in
def about(request: PersonRequest, code: str) -> HttpResponse:
    """Show help on a card to a player of the table; Http404 for an unknown card. The card counts as touched."""
    place = table_selectors.place_at(code, request.user)
    card = read_about(request.GET, place.game.code, request.user.pk)
    if place.seat is None or not card:
        raise Http404
    links = Links(place.game.code, request.user.pk, plans=bool(request.GET.get("plan")))
    try:
        choice = read_choice(request.GET, links.code, links.person)
    except UnreadableError:
        choice = NOTHING
    context = {**rule_book.about(card), "game": place.game, "back": links.to(choice), "waits_for_me": place.waiting}
    part = is_fragment(request)
    answer = render(
        request, "handbook/_card_help.html" if part else "handbook/card_help.html", context | {"part": part}
    )
    if part:
        answer["HX-Push-Url"] = "false"  # the sheet has no address of its own
    keep_touched(answer, links.code, touch(read_touched(request), [links.token(card)], place.game.seq))
    return answer
