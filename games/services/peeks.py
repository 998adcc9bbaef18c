"""Views of the secrets of a running game by administrators: one table, with a stored reason, announced to its players.

A new log-in link for a player's account is announced too.
"""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.models import Game, Peek, Seat, Status
from games.rows import store
from games.rules.announcements import TableOpened, WayInMade
from games.services import moves

PERMISSION = "games.open_closed_game"
SHORTEST_REASON = 10
LONGEST_REASON = 500


class UnfitError(Exception):
    """The action of an administrator is not possible; the message is a sentence for them."""


@transaction.atomic
def open_unreadable(*, game_id: int, by: User, reason: str) -> list[store.Raw]:
    """Return the unreadable parts of a running game as raw text. The administrator and reason are stored first. The log
    of such a table cannot be written, but while it is out of order, its page shows who has viewed it. Raises as
    `open_table`.
    """
    _must_be_outsider(game_id, by, PERMISSION)
    game = Game.objects.select_related("secret").get(pk=game_id)
    if game.status != Status.RUNNING:
        raise UnfitError(_("There’s no game running at this table."))
    written = fit_reason(reason)
    Peek.objects.create(game=game, by=by, reason=written, seq=game.seq)
    return store.unreadable(game)


@transaction.atomic
def open_table(*, game_id: int, by: User, reason: str) -> store.Loaded:
    """Return all three parts of a running game. The administrator and reason are stored and announced first.

    PermissionDenied without the permission and for players of the table, UnfitError without a reason or when nothing
    is secret, Http404 when there is no such table.
    """
    loaded = outsider_at(game_id, by, PERMISSION)
    written = fit_reason(reason)
    moves.announce(loaded, TableOpened(by=by.username))
    Peek.objects.create(game=loaded.game, by=by, reason=written, seq=loaded.game.seq)
    return loaded


@transaction.atomic
def way_in_made(*, user: User, by: User | None, **_signal: Any) -> None:
    """Announce at every running table of a player that another person can log in to their account."""
    seats = Seat.objects.filter(user=user, game__status=Status.RUNNING)
    for pk in list(seats.order_by("game").values_list("game", flat=True)):
        loaded = moves.locked(pk=pk)
        if loaded.sits(user) and loaded.game.status == Status.RUNNING:
            seat = loaded.seat_of(user).number
            moves.announce(loaded, WayInMade(seat=seat, by=by.username if by else ""))


def outsider_at(game_id: int, person: User, permission: str) -> store.Loaded:
    """Return a running game, locked, for a user with a permission and without a seat there.

    PermissionDenied without the permission and for players of the table, UnfitError when no game is running, Http404
    without a table, CorruptTable when its state cannot be read.
    """
    _must_be_outsider(game_id, person, permission)
    loaded = moves.locked(pk=game_id)
    if loaded.sits(person):
        raise PermissionDenied
    if loaded.game.status != Status.RUNNING:
        raise UnfitError(_("There’s no game running at this table."))
    return loaded


def _must_be_outsider(game_id: int, person: User, permission: str) -> None:
    if not person.has_perm(permission) or Seat.objects.filter(game=game_id, user=person).exists():
        raise PermissionDenied


def fit_reason(reason: str) -> str:
    """Return the stripped reason; raise UnfitError if its length is wrong or it contains control characters."""
    written = " ".join(reason.split())
    if len(written) < SHORTEST_REASON or not written.isprintable():
        raise UnfitError(
            ngettext(
                "Write down why, in at least %(count)s letter.",
                "Write down why, in at least %(count)s letters.",
                SHORTEST_REASON,
            )
            % {"count": SHORTEST_REASON}
        )
    if len(written) > LONGEST_REASON:
        raise UnfitError(
            ngettext(
                "Write down why, in at most %(count)s letter.",
                "Write down why, in at most %(count)s letters.",
                LONGEST_REASON,
            )
            % {"count": LONGEST_REASON}
        )
    return written
