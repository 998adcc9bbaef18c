"""The page in place of a table that cannot be read: it is out of order, the operator knows, and who has looked."""

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
    """Answers in place of any view that met a table that cannot be read."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The page of a table that is out of order, for those who may know of it."""
        return page(request, error) if isinstance(error, CorruptTable) else None


BY_THEMSELVES = ("games:door", "games:seat")
"""Addresses that show a table to every visitor who has them."""


def page(request: HttpRequest, error: CorruptTable) -> HttpResponse:
    """The page of a table that is out of order. A user who may not know of it gets the page of a table that does not
    exist."""
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
    """Whether a user may know of a table. Before its game begins, the page that was asked for has checked that."""
    if asked is not None and (asked.view_name in BY_THEMSELVES or asked.app_name == "admin"):
        return True
    if game.status in (Status.OPEN, Status.CANCELLED):
        return True
    try:
        table_selectors.place_at(game.code, user)
    except Http404:
        return False
    return True
