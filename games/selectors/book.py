"""What a player's own book is made of: nothing that is not of the player's own seat, or of all.

Notes and suspicions are read by the person who wrote them, never by the seat. So a new player in the seat finds none.
"""

from typing import NamedTuple

from django.db.models import Exists, OuterRef

from games.models import Disclosure, Seat, Status, Suspicion
from games.rows.book import GUESS, Guess, Written, written_at
from games.rules.view import PlayerView
from games.selectors import table
from games.selectors.table import LoggedMove, Person, Place


class Own(NamedTuple):
    """Whether a player suspected another at a table, and whether they show it to the others."""

    any_at_all: bool
    shown: bool


class Remembered(NamedTuple):
    """What is known by a seat, who sits at the table, what the seat was told in this round, newest first, and what its
    player wrote."""

    view: PlayerView
    people: list[Person]
    told: list[LoggedMove]
    written: Written


def remembered_at(place: Place) -> Remembered:
    """All that the player of a seat may remember of the round. Six statements."""
    written = written_at(place.game.pk, place.seat.user_id) if place.seat else Written()
    return Remembered(table.view_of(place), table.people_at(place.game), table.log_of_round(place), written)


def own_at(game: int, user: int) -> Own:
    """Whether a person suspected anybody at a table, and shows it to the others. One statement."""
    shown = Exists(Disclosure.objects.filter(game=game, user=user))
    row = Suspicion.objects.filter(game=game, user=user).values_list(shown)[:1]
    return Own(any_at_all=bool(found := list(row)), shown=bool(found and found[0][0]))


def shown_at(place: Place) -> list[Guess]:
    """The suspicions at a table whose game is over, oldest first, of those who show them and sat there to the end. One
    statement; none and nothing while a game runs."""
    if place.game.status != Status.OVER:
        return []
    shown = Disclosure.objects.filter(game=OuterRef("game"), user=OuterRef("user"))
    sits = Seat.objects.filter(game=OuterRef("game"), user=OuterRef("user"), number=OuterRef("seat"))
    rows = Suspicion.objects.filter(Exists(shown), Exists(sits), game=place.game).order_by("seq", "pk")
    return [Guess(*row) for row in rows.values_list(*GUESS)]
