"""Extra time from the host for an awaited player: limited per game, and never for the host."""

from collections.abc import Iterable
from datetime import timedelta

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404
from django.utils.translation import gettext as _

from accounts.models import User
from games.clocks import deadlines, reminders
from games.models import Game, Seat, Status
from games.rows import store
from games.rules.announcements import TimeGiven
from games.services import moves
from saboteur_site.web.declined import DeclinedError, TooLateError

SIZES = (12, 24, 48)
"""The choices of hours."""
MOST = 168
"""Most hours in a game."""


def sizes_left(game: Game) -> list[int]:
    """Return the choices of hours that are still possible."""
    return [hours for hours in SIZES if game.given_hours + hours <= MOST]


def fit(seats: Iterable[Seat], host: User) -> list[Seat]:
    """Return the seats that time can be given to: awaited with a deadline, but not in a window, which is the same for
    all (R93)."""
    awaited = (seat for seat in seats if seat.due_at and seat.awaited_for not in ("", deadlines.WINDOW))
    return [seat for seat in awaited if seat.user_id != host.pk]


@transaction.atomic
def give(*, host: User, code: str, seat: int, hours: int, seq: int) -> None:
    """Give a seat some extra hours, counted from now if it is overdue. A gift does not increase the bank.

    Http404 for users who may not see the table, PermissionDenied for others than its host, DeclinedError otherwise.
    ``seq`` is the state of the host's page, so a form that is sent twice is applied once.
    """
    loaded = moves.locked(code=code)
    game = loaded.game
    if game.host_id != host.pk:
        if loaded.sits(host):
            raise PermissionDenied
        raise Http404
    if game.status != Status.RUNNING or game.seq != seq:
        raise TooLateError(_("The table changed while you were choosing, so no time was given."))
    if game.live_since:
        raise DeclinedError(_("You can’t give time while the table is live."))
    if hours not in sizes_left(game):
        raise DeclinedError(_("A host can give at most seven days per game."))
    found = loaded.seat_at(seat)
    if found is None or found not in fit(loaded.seats, host):
        raise DeclinedError(_("You can only give time to other players whose clock is running."))
    _put_on(loaded, found, timedelta(hours=hours))
    game.given_hours += hours
    moves.announce(loaded, TimeGiven(seat=seat, hours=hours))


def _put_on(loaded: store.Loaded, seat: Seat, span: timedelta) -> None:
    assert seat.due_at is not None
    until = max(seat.due_at, loaded.now) + span
    deadlines.put_off(seat, loaded.game, loaded.quiet_of(seat), until, now=loaded.now)
    reminders.deadlines_moved(loaded, [seat], loaded.now)
