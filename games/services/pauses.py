"""Pauses of a table. No clock runs, but players may still move."""

from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clocks import deadlines, reminders
from games.clocks.proposals import Proposal
from games.models import Seat
from games.rows import store
from games.rules.announcements import MotionDecided, PauseEnded
from games.services import live, moves
from saboteur_site.web.declined import DeclinedError

LONGEST_PAUSE = 7
"""The maximal length of a pause in days."""


def must_be_possible(loaded: store.Loaded, asker: Seat, proposal: Proposal) -> None:
    """Raise DeclinedError, with the reason, if a pause of these days is not possible."""
    game, days = loaded.game, proposal.days
    if not deadlines.pace_of(game).runs:
        raise DeclinedError(_("This table has no clock, so there’s nothing to pause."))
    if game.is_paused:
        raise DeclinedError(_("This table is already paused."))
    if not 1 <= days <= LONGEST_PAUSE:
        raise DeclinedError(_("A pause lasts one to seven days."))
    if days > game.pause_days:
        words = ngettext(
            "This table has %(count)s day of pause left.",
            "This table has %(count)s days of pause left.",
            game.pause_days,
        )
        raise DeclinedError(words % {"count": game.pause_days})


def begin(loaded: store.Loaded, days: int, said: MotionDecided) -> store.Loaded:
    """Stop all clocks of a locked game for some days, and announce it. Both are saved."""
    game, now = loaded.game, loaded.now
    until = now + timedelta(days=days)
    for seat in loaded.seats:
        deadlines.pause(seat, loaded.quiet_of(seat), began=now, until=until)
    game.paused_at, game.paused_until = now, until
    game.pause_days = max(0, game.pause_days - days)
    reminders.deadlines_moved(loaded, loaded.seats, now)
    return moves.announce(loaded, said)


def end(loaded: store.Loaded) -> store.Loaded:
    """End the pause of a locked game, or live play after its minute. Its deadlines already allow for the pause."""
    game = loaded.game
    if game.live_since:
        return live.fall_back(loaded)
    game.paused_at = game.paused_until = None
    reminders.deadlines_moved(loaded, (), loaded.now)
    return moves.announce(loaded, PauseEnded())
