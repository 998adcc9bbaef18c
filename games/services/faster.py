"""Votes for a faster pace: whether it can be proposed, and how it is set. It applies from the next round on
(`games.clocks.faster`)."""

from django.utils.translation import gettext as _

from games.clocks import deadlines, faster
from games.clocks.proposals import Proposal
from games.models import Seat
from games.rows import store
from games.rules.announcements import MotionDecided
from games.services import moves
from saboteur_site.web.declined import DeclinedError


def must_be_possible(loaded: store.Loaded, asker: Seat, proposal: Proposal) -> None:
    """Raise DeclinedError, with the reason, when a table cannot change to a pace."""
    public = loaded.state.public
    if not deadlines.pace_of(loaded.game).runs:
        raise DeclinedError(_("This table has no clock, so there’s no pace to change."))
    if public.round >= public.ruleset.rounds:
        raise DeclinedError(_("This is the last round, so the pace stays as it is."))
    if not is_possible(loaded, proposal.pace):
        raise DeclinedError(_("Choose a faster pace than this table has now."))


def is_possible(loaded: store.Loaded, pace: str) -> bool:
    """Whether a table can change to a pace with its next round."""
    public = loaded.state.public
    return pace in {found.name for found in faster.choices(loaded.game, public.round, public.ruleset.rounds)}


def choose(loaded: store.Loaded, pace: str, said: MotionDecided) -> store.Loaded:
    """Set the pace that a table has voted for, from the next round on. Pace and announcement are saved."""
    loaded.game.next_pace = pace
    return moves.announce(loaded, said)
