"""The summary of a game in a list: the layout of its mine, and the last event. All of it is public."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db.models import F, QuerySet

from games.models import Move, Status
from games.rows import store
from games.rules.events import PublicEvent
from games.rules.steps import Sketch
from saboteur_site.database.statements import PLACES, Prepared, in_places


class Glance(NamedTuple):
    """The layout of a mine, None when it is unreadable, and the public events of the last command."""

    sketch: Sketch | None
    events: tuple[PublicEvent, ...]


def glances_at(games: Iterable[int]) -> dict[int, Glance]:
    """Return the glances of those games that have begun, by key; one query for each `PLACES` games."""
    return {
        game: Glance(store.sketch(public, game), store.events(events, game, seq))
        for some in in_places(games)
        for game, seq, events, public in _LAST(*some)
    }


def _last(*games: int) -> QuerySet[Move, Any]:
    last = Move.objects.filter(game__in=games, game__status__in=(Status.RUNNING, Status.OVER), seq=F("game__seq"))
    return last.order_by().values_list("game_id", "seq", "events", "game__public")


_LAST = Prepared(_last, *PLACES)
