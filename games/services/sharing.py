"""What players of a finished game let others see: its replay by a secret URL, if more than half of them agree; and each
their own name on its picture."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game, Seat, Status, link_token
from games.rows.sharing import enough
from games.rows.store import Loaded
from games.services import moves
from saboteur_site.web.declined import TooLateError


@transaction.atomic
def agree(*, user: User, code: str, shares: bool) -> None:
    """Store whether a player agrees to share. The URL is created when more than half agree, and deleted for good when
    they no longer do. Http404 without a seat, TooLateError while the game runs."""
    rows = _finished(user, code)
    own = rows.seat_of(user)
    before = rows.game.shared if enough(rows.seats) else ""
    own.shares = shares
    Seat.objects.filter(pk=own.pk).update(shares=shares)
    agreed = enough(rows.seats)
    shared = (before or link_token()) if agreed else ""
    Game.objects.filter(pk=rows.game.pk).update(shared=shared)


@transaction.atomic
def be_named(*, user: User, code: str, named: bool) -> None:
    """Store whether the picture of a finished game names a player. Raises as `agree`."""
    own = _finished(user, code).seat_of(user)
    Seat.objects.filter(pk=own.pk).update(named=named)


def _finished(user: User, code: str) -> Loaded:
    rows = moves.locked_rows(code=code, of=user)
    if rows.game.status != Status.OVER:
        raise TooLateError(_("This game isn’t over yet."))
    return rows
