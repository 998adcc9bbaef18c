"""The links by which people without a seat see a table: its host makes, renews and switches them off.

Each change of a link is a new version of the table, so that pages opened by the former link learn of it at once.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game, Status, Watchers, link_token
from games.rows import pulse
from games.rows.store import Loaded
from games.services import moves, open_tables
from saboteur_site.web import rates
from saboteur_site.web.declined import TooLateError, TooManyError


@transaction.atomic
def make_board(*, host: User, code: str) -> None:
    """Make the link of the board; the one before shows nothing any more. Http404 without a seat there, PermissionDenied
    for other players, TooLateError once the game is over, TooManyError beyond the rate of links."""
    rows = _changeable(code, host)
    _count(host)
    rows.game.board_link = link_token()
    _save(rows)


@transaction.atomic
def switch_board_off(*, host: User, code: str) -> None:
    """Delete the link of the board. Raises as `make_board`, but at any time."""
    rows = open_tables.hosted(code, host)
    if rows.game.board_link:
        rows.game.board_link = ""
        _save(rows)


@transaction.atomic
def renew_watch_link(*, host: User, code: str) -> None:
    """Replace the watch link of a table that allows it; otherwise do nothing. Raises as `make_board`."""
    rows = _changeable(code, host)
    if rows.game.watchers == Watchers.LINK:
        _count(host)
        rows.game.watch_link = link_token()
        _save(rows)


def follow(before: Game, game: Game) -> None:
    """Let the board of a finished game show the table of its rematch, so that an evening goes on at the same screen."""
    if before.board_link:
        Game.objects.filter(pk=before.pk).update(board_link="")
        Game.objects.filter(pk=game.pk).update(board_link=before.board_link)
        game.board_link, before.board_link = before.board_link, ""
        pulse.invalidate(before.pk)


def _changeable(code: str, host: User) -> Loaded:
    rows = open_tables.hosted(code, host)
    if rows.game.status not in (Status.OPEN, Status.RUNNING):
        raise TooLateError(_("This game is over."))
    return rows


def _count(host: User) -> None:
    if seconds := rates.wait("links", host.pk):
        raise TooManyError(_("You’ve made a lot of links within an hour. Try again later."), seconds)


def _save(rows: Loaded) -> None:
    rows.game.version += 1
    moves.save(rows)
    pulse.invalidate(rows.game.pk)
