"""The hours that a host can give to awaited players."""

from typing import NamedTuple

from django.utils.translation import ngettext

from games.clocks import spans
from games.clocks.deadlines import WINDOW
from games.models import Game
from games.selectors.table import Person
from games.services.gifts import MOST, sizes_left
from games.tableau.table import TablePage


class Size(NamedTuple):
    """A number of hours, and its text."""

    hours: int
    words: str


class Gifts(NamedTuple):
    """The players who can be given time, how much at once, and the text of how much is left to give."""

    people: tuple[Person, ...]
    sizes: tuple[Size, ...]
    left: str


def gifts_of(table: TablePage, game: Game) -> Gifts | None:
    """Return what the host can give now; None without a player or time left."""
    view = table.view
    awaited = {ask.seat for ask in view.asks if ask.kind != WINDOW and ask.seat != view.seat}
    people = tuple(row.person for row in table.rows if row.person.number in awaited and row.person.due_at)
    sizes = tuple(Size(hours, spans.hours(hours)) for hours in sizes_left(game))
    if not people or not sizes:
        return None
    hours = MOST - game.given_hours
    words = ngettext(
        "Everyone sees it in the log. You can give %(count)s more hour in this game.",
        "Everyone sees it in the log. You can give %(count)s more hours in this game.",
        hours,
    )
    return Gifts(people, sizes, words % {"count": hours})
