"""Searches of the admin: tables by their code or the beginning of their name, users by the beginning of theirs. Each
step reads a limited number of rows by an index, so the cost of a search does not grow with the site.
"""

from collections.abc import Iterable
from typing import Any

from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce, Lower

from accounts.selectors.people import beginning_with
from games.models import Game, Seat
from saboteur_site.database.beginnings import beginning
from saboteur_site.database.planning import in_index_order
from saboteur_site.web.lists import MOST

PEOPLE = 20
"""How many users a search includes at most; a longer term finds fewer."""
FEW = 20
"""How many tables have their rows listed, if each has hundreds."""


def people(term: str) -> list[int]:
    """Return the keys of the users with this name, else of those whose name begins with it; one query or two."""
    return beginning_with(term, PEOPLE)


def tables(term: str, most: int = MOST + 1) -> list[int]:
    """Return the keys of the tables with this code, or whose names begin with the term; two queries."""
    named = beginning(Game.objects.all(), Lower("name"), term.lower()).values_list("pk", flat=True)
    return [*Game.objects.filter(code=term).values_list("pk", flat=True), *named[:most]]


def latest_at(rows: QuerySet[Any], tables: Iterable[int]) -> list[int]:
    """Return the keys of the latest rows of tables with few rows each, one more than a list shows; one query.

    All of them are read, and sorted without an index: along one, PostgreSQL might read the rows of other tables.
    """
    latest = rows.filter(game__in=list(tables)).order_by(Coalesce(F("pk"), F("pk")).desc())
    return list(latest.values_list("pk", flat=True)[: MOST + 1])


def tables_of(players: Iterable[int], most: int = MOST + 1) -> list[int]:
    """Return the keys of tables with these players, first those that wait for them; three queries."""
    seats = Seat.objects.filter(user__in=list(players)).order_by("user", "awaited_since")
    with in_index_order():
        return list(seats.values_list("game", flat=True)[:most])


def all_tables(term: str, most: int = MOST + 1) -> list[int]:
    """Return the keys of tables by code, name and player; six or seven queries."""
    return list(dict.fromkeys([*tables(term, most), *tables_of(people(term), most)]))
