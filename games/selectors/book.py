"""The content of a player's notebook, from the knowledge of their own seat and public knowledge only.

Notes and suspicions are selected by their author, never by the seat. So a new player in the seat sees none.
"""

from typing import NamedTuple

from django.db.models import Exists, OuterRef

from games.models import Disclosure, Seat, Status, Suspicion
from games.rows.book import GUESS, Guess, Written, written_at
from games.rules.view import PlayerView
from games.selectors import table
from games.selectors.table import LoggedMove, Person, Place


class Own(NamedTuple):
    """Whether a player has suspicions at a table, and whether they show them to the others."""

    any_at_all: bool
    shown: bool


class Remembered(NamedTuple):
    """The knowledge of a seat, the players of the table, the seat's log of this round, newest first, and the notebook
    of its player."""

    view: PlayerView
    people: list[Person]
    log: list[LoggedMove]
    written: Written


def remembered_at(place: Place) -> Remembered:
    """Return all that the player of a seat may know of the round. Six queries."""
    written = written_at(place.game.pk, place.seat.user_id) if place.seat else Written()
    return Remembered(table.view_of(place), table.people_at(place.game), table.log_of_round(place), written)


def own_at(game: int, user: int) -> Own:
    """Return whether a user has suspicions at a table, and whether they show them to the others. One query."""
    shown = Exists(Disclosure.objects.filter(game=game, user=user))
    row = Suspicion.objects.filter(game=game, user=user).values_list(shown)[:1]
    return Own(any_at_all=bool(found := list(row)), shown=bool(found and found[0][0]))


def shown_at(place: Place) -> list[Guess]:
    """Return the suspicions in a finished game, oldest first, of the players who show them and stayed to the end. One
    query. While the game runs, an empty list without a query."""
    if place.game.status != Status.OVER:
        return []
    shown = Disclosure.objects.filter(game=OuterRef("game"), user=OuterRef("user"))
    sits = Seat.objects.filter(game=OuterRef("game"), user=OuterRef("user"), number=OuterRef("seat"))
    rows = Suspicion.objects.filter(Exists(shown), Exists(sits), game=place.game).order_by("seq", "pk")
    return [Guess(*row) for row in rows.values_list(*GUESS)]
