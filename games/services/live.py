"""A table that is played live for an hour: who may ask for it, how it begins, and how it falls back to days.

While it lasts it is a pause to the clocks of days (`games.clocks.live`). It ends by itself; the next move or the tick
notes that in the log.
"""

from functools import reduce

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.clocks import live
from games.clocks.proposals import Proposal
from games.models import Seat, Status
from games.rows import store
from games.rules.announcements import MotionDecided
from games.services import moves
from saboteur_site.web.declined import DeclinedError


def must_be_possible(loaded: store.Loaded, asker: Seat, proposal: Proposal) -> None:
    """DeclinedError says why they cannot play live. All others have to be here, which is told as one."""
    if loaded.game.live_since:
        raise DeclinedError(_("This table is already played live."))
    if loaded.game.is_paused:
        raise DeclinedError(_("This table is paused."))
    if not live.are_all_here(loaded, but=asker.user_id):
        raise DeclinedError(_("Not everybody is here right now, so the table cannot play live."))


def begin(loaded: store.Loaded, said: MotionDecided) -> store.Loaded:
    """All have agreed: play live from now on, and say so."""
    live.begin(loaded)
    return moves.announce(loaded, said)


def fall_back(loaded: store.Loaded) -> store.Loaded:
    """Play a locked table over days again, and say so. Nothing happens where it is not played live."""
    return reduce(moves.announce, live.end(loaded), loaded)


@transaction.atomic
def back_to_days(*, user: User, code: str) -> None:
    """End live play for all, at one player's wish. Http404 without a seat there."""
    loaded = moves.locked(code=code, of=user)
    if loaded.game.status == Status.RUNNING:
        fall_back(loaded)
