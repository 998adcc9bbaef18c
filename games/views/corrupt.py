"""The page of a corrupt table: it says that the operator knows, and which staff members have viewed its secrets."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import ResolverMatch

from accounts.models import User
from games import clock
from games.models import Game, Peek, Status
from games.rows.corrupt import CorruptTable
from games.rules.announcements import TableOpened
from games.selectors import table as table_selectors
from games.wording import event_words
from saboteur_site.database import storage
from saboteur_site.web.errors import goes_into_strip, not_found, to_strip
from saboteur_site.web.middleware import GetResponse


class CorruptTableMiddleware:
    """Responds instead of any view that raised CorruptTable."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page of a corrupt table, for users who may know of it."""
        return page(request, error) if isinstance(error, CorruptTable) else None


BY_THEMSELVES = ("games:door", "games:seat")
"""Addresses that show a table to all visitors."""


def page(request: HttpRequest, error: CorruptTable) -> HttpResponse:
    """Return the page of a corrupt table; for users who may not know of it, the page of a table that does not exist."""
    with storage.if_possible():
        Game.objects.filter(pk=error.game, stuck_at=None).update(stuck_at=clock.now())
    game = Game.objects.get(pk=error.game)
    if not isinstance(request.user, User) or not _may_know(game, request.user, request.resolver_match):
        return not_found(request, Http404())
    peeks = Peek.objects.filter(game=game).select_related("by").order_by("-pk")
    looked = [event_words(TableOpened(by=peek.by.username), (), None) for peek in peeks]
    strip = goes_into_strip(request)
    template = "games/_out_of_order.html" if strip else "games/out_of_order.html"
    response = render(request, template, {"game": game, "looked": looked}, status=503)
    return to_strip(response) if strip else response


def _may_know(game: Game, user: User, asked: ResolverMatch | None) -> bool:
    """Return whether a user may know of a table. Before its game begins, the requested view has checked that."""
    if asked is not None and (asked.view_name in BY_THEMSELVES or asked.app_name == "admin"):
        return True
    if game.status in (Status.OPEN, Status.CANCELLED):
        return True
    try:
        table_selectors.place_at(game.code, user)
    except Http404:
        return False
    return True
