"""The game of a watch link or of a board, as people without a seat see it."""

from datetime import timedelta

from django.db.models import Q
from django.http import Http404

from games import clock
from games.models import Game, Status, Watchers
from games.selectors.table import Place

LASTS = timedelta(days=1)
"""How long a link shows a game after its end."""


def watched_at(link: str) -> Place:
    """Return the table of a watch link. One query. Raise Http404 if it was switched off, or the game is long over."""
    return _place(Q(watch_link=link, watchers=Watchers.LINK), link)


def board_at(link: str) -> Place:
    """Return the table of the link of a board. One query. Raises as `watched_at`."""
    return _place(Q(board_link=link), link)


def _place(of_link: Q, link: str) -> Place:
    shown = ~Q(status=Status.CANCELLED) & (Q(over_at=None) | Q(over_at__gt=clock.now() - LASTS))
    game = Game.objects.select_related("host").filter(of_link & shown).first() if link else None
    if game is None:
        raise Http404
    return Place(game, None)
