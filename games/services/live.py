"""Live play for an hour: whether it can be proposed, how it begins, and how the table falls back to days.

For the ordinary clocks, live play is a pause (`games.clocks.live`). It ends by itself; the next move or sweep records
that in the log.
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
    """Raise DeclinedError, with the reason, when the table cannot be played live. All other players have to be present;
    the reason does not name those who are not."""
    if loaded.game.live_since:
        raise DeclinedError(_("This table is already live."))
    if loaded.game.is_paused:
        raise DeclinedError(_("This table is paused."))
    if not live.are_all_here(loaded, but=asker.user_id):
        raise DeclinedError(_("Not everyone is here right now, so the table can’t play live."))


def begin(loaded: store.Loaded, said: MotionDecided) -> store.Loaded:
    """Start live play after all have agreed, and announce it."""
    live.begin(loaded)
    return moves.announce(loaded, said)


def fall_back(loaded: store.Loaded) -> store.Loaded:
    """Let a locked table fall back to days, and announce it. Does nothing if it is not played live."""
    return reduce(moves.announce, live.end(loaded), loaded)


@transaction.atomic
def back_to_days(*, user: User, code: str) -> None:
    """End live play for all, as one player requests. Http404 without a seat there."""
    loaded = moves.locked(code=code, of=user)
    if loaded.game.status == Status.RUNNING:
        fall_back(loaded)
