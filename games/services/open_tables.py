"""Common parts of the writers of tables whose game has not begun: permissions, openness, completeness.

A table is complete when all its seats are taken and all players but the host are ready. Then the host is notified and
may start the game. `Game.start_open_at` is set as long as a table is complete: from that time on, a day after the last
view by the host, any player with a seat may start the game.
"""

from datetime import datetime, timedelta

from django.core.exceptions import PermissionDenied
from django.db.models import Case, When
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game, Seat, Status
from games.rows import chance, notices, store
from games.services import moves
from saboteur_site.database import storage
from saboteur_site.web.declined import TooLateError

HOST_AWAY = timedelta(days=1)
"""Any player may start the game of a complete table after its host has been away for this long."""
SEEN_APART = timedelta(minutes=1)
"""The least time between two updates of `Game.host_seen_at`."""


def hosted(code: str, host: User) -> store.Loaded:
    """Return a table, locked, for its host; raise Http404 without a seat there."""
    rows = moves.locked_rows(code=code, of=host)
    if rows.game.host_id != host.pk:
        raise PermissionDenied
    return rows


def must_be_open(game: Game) -> None:
    """Raise TooLateError when the seats of a table can no longer be taken and left."""
    if game.status == Status.CANCELLED:
        raise TooLateError(_("This table was cancelled."))
    if game.status != Status.OPEN:
        raise TooLateError(_("This game has already begun."))


def must_be_seen(game: Game, options_version: int) -> None:
    """Raise TooLateError if the options have changed since the player saw them."""
    if options_version != game.options_version:
        raise TooLateError(_("This table’s options have changed. Take another look."))


def save_change(rows: store.Loaded) -> None:
    """Save a table that has not begun, and let open pages refresh."""
    rows.game.version += 1
    note_completeness(rows)
    moves.save(rows)


# -- complete tables


def _is_complete(game: Game, seats: list[Seat]) -> bool:
    """Whether the table only waits for its host."""
    if game.status != Status.OPEN or len(seats) < game.seats_wanted or (game.by_sun and not game.ordered):
        return False
    return all(seat.user_id == game.host_id for seat in chance.not_ready(game, seats))


def note_completeness(rows: store.Loaded) -> None:
    """Set, unsaved, whether a locked table is complete. Its host is notified when it becomes so."""
    game, was = rows.game, rows.game.start_open_at
    if not _is_complete(game, rows.seats):
        game.start_open_at = None
    elif was is None:
        game.start_open_at = rows.now + HOST_AWAY
        host = next((seat.user for seat in rows.seats if seat.user_id == game.host_id), None)
        if host is not None and len(rows.seats) > 1:
            notices.complete(game, host)


def may_start(game: Game, user: User, now: datetime) -> bool:
    """Whether a player who sits at an open table may start its game: the host, and any player once the host of a
    complete table has been away for a day."""
    return game.host_id == user.pk or (game.start_open_at is not None and game.start_open_at <= now)


def host_is_here(game: Game, now: datetime) -> None:
    """Store that the host of an open table views it, if the database can; the day after which others may start begins
    again."""
    if game.host_seen_at is not None and now - game.host_seen_at < SEEN_APART:
        return
    is_complete = When(start_open_at__isnull=False, then=now + HOST_AWAY)
    with storage.if_possible():
        Game.objects.filter(pk=game.pk, status=Status.OPEN).update(host_seen_at=now, start_open_at=Case(is_complete))
