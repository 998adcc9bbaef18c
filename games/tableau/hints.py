"""Two hints at a practice table, each for one turn: what the legal squares are, what a saboteur would do.

They follow from how often a player has moved, and are the same for all roles (R94).
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
    """Return the hint for the turn of a new player; "" if there is none (any more).

    ``told`` is the end of the log. It covers the first turns of the first round.
    """
    moved = sum(step.seat == view.seat for step in told)
    is_early = view.public.round == 1 and view.public.seq < (len(HINTS) + 1) * view.public.seats
    return str(HINTS[moved]) if view.menu and is_early and moved < len(HINTS) else ""
