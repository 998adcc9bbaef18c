"""Two hints on the way at a practice table, each for one turn: what the lit squares are, what a saboteur would do.

They follow from how often a player has moved. Whatever role they have, they read the same (R94).
"""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from games.rules.view import PlayerView
from games.selectors.table import LoggedMove

HINTS = (
    _("Tap a card. Squares light up where it fits: tap one."),
    _("A saboteur would dig astray, break the tools of busy diggers, and look innocent. Whom do you trust?"),
)


def hint_of(view: PlayerView, told: Sequence[LoggedMove]) -> str:
    """The hint for the turn of a player who has just come to the game; "" where there is none (any more).

    ``told`` is the end of the log. It reaches back far enough for the first laps of the first round.
    """
    moved = sum(step.seat == view.seat for step in told)
    is_early = view.public.round == 1 and view.public.seq < (len(HINTS) + 1) * view.public.seats
    return str(HINTS[moved]) if view.menu and is_early and moved < len(HINTS) else ""
