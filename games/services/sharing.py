"""Sharing a finished game by a secret URL, if more than half of its players agree."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game, Seat, Status, link_token
from games.rows.sharing import enough
from games.services import moves
from saboteur_site.web.declined import TooLateError


@transaction.atomic
def agree(*, user: User, code: str, shares: bool) -> None:
    """Store whether a player agrees to share. The URL is created when more than half agree, and deleted for good when
    they no longer do. Http404 without a seat, TooLateError while the game runs."""
    rows = moves.locked_rows(code=code, of=user)
    if rows.game.status != Status.OVER:
        raise TooLateError(_("This game is not over yet."))
    own = rows.seat_of(user)
    before = rows.game.shared if enough(rows.seats) else ""
    own.shares = shares
    Seat.objects.filter(pk=own.pk).update(shares=shares)
    agreed = enough(rows.seats)
    shared = (before or link_token()) if agreed else ""
    Game.objects.filter(pk=rows.game.pk).update(shared=shared)
