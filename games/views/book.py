"""A player's private notebook: a sheet over the table, or a page. Other players cannot tell whether it is used."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.access import PersonRequest, signed_in
from games.forms.book import BookForm, ShowForm
from games.models import Status
from games.rows import store
from games.selectors import book as book_selectors
from games.selectors import table as table_selectors
from games.selectors.table import Place
from games.services import book as books
from games.services.book import ClashError
from games.tableau.book import book_of
from games.tableau.suspicion import Unsaved, thoughts_of
from games.views import ceremony
from saboteur_site.web.answers import say_when, see_other
from saboteur_site.web.declined import DeclinedError
from saboteur_site.web.fragments import is_fragment


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def book(request: PersonRequest, code: str) -> HttpResponse:
    """Show and save a player's notebook. An unseen end of a round is shown first, except over unsaved input."""
    place = table_selectors.place_at(code, request.user)
    if place.seat is None or place.game.status not in (Status.RUNNING, Status.OVER):
        raise Http404
    if request.method != "POST":
        return _page(request, place)
    return _show(request, place) if "show" in request.POST else _write(request, place)


def _show(request: PersonRequest, place: Place) -> HttpResponse:
    """Show a player's suspicions to the others after the game, or hide them: a button on the final page."""
    form = ShowForm(request.POST)
    if form.is_valid():
        books.show(user=request.user, code=place.game.code, shown=form.cleaned_data["show"] == "yes")
    return see_other("games:table", place.game.code)


def _write(request: PersonRequest, place: Place) -> HttpResponse:
    """Save the input. If that fails, all of it stays in the form."""
    assert place.seat is not None
    form = BookForm(request.POST, store.public(place.game).seats, place.seat.number)
    typed = form.typed()
    unsaved = Unsaved(typed.notes, typed.guesses, typed.wrong, shown=typed.shown)
    if not form.is_valid():
        said = _("Nothing was saved. See below for what’s wrong.") if typed.wrong else _("We couldn’t read this.")
        return _page(request, place, said=said, unsaved=unsaved, status=422)
    try:
        books.write(user=request.user, code=place.game.code, sent=form.sent())
    except ClashError as clash:
        both = unsaved._replace(clashing_notes=clash.notes, clashing_guesses=clash.guesses)
        return _page(request, place, said=str(clash), unsaved=both, status=clash.status)
    except DeclinedError as declined:
        answer = _page(request, place, said=str(declined), unsaved=unsaved, status=declined.status)
        return say_when(answer, declined)
    return HttpResponse(status=303, headers={"Location": f"{reverse('games:book', args=[place.game.code])}?saved=1"})


def _page(
    request: PersonRequest, place: Place, *, said: str = "", unsaved: Unsaved | None = None, status: int = 200
) -> HttpResponse:
    assert place.seat is not None
    view, people, log, written = book_selectors.remembered_at(place)
    due = ceremony.due_at(place, view.public)
    if due and unsaved is None:
        return ceremony.lead_to(request, place, due)
    part = is_fragment(request)
    context = {
        "game": place.game,
        # Unsaved input is returned at once; what is new since the end of a round is not shown before that end.
        "book": None if due else book_of(view, people, log, aids=place.game.aids),
        "thoughts": thoughts_of(view.public, people, place.seat.number, written, unsaved),
        "longest": books.LONGEST,
        "said": said,
        "saved": "saved" in request.GET and not said,
        "part": part,
        "waits_for_me": place.waiting,
    }
    answer = render(request, "games/_book.html" if part else "games/book.html", context, status=status)
    if part:
        answer["HX-Push-Url"] = "false"  # the sheet has no address of its own
    return answer
