"""Several seats are written in one statement, each with its own values."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import clock, store
from games.models import Seat
from games.services import SEAT_COLUMNS
from tests.games.tables import running_game, seats_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

ODD: dict[str, tuple[Any, Any]] = {
    "hand": ("map 100%s", "'; DROP TABLE x; -- ķ"),
    "memory": ("", '{"a": "\\\\"}'),
    "answered": (True, False),
    "awaited_since": (None, clock.now()),
    "due_at": (clock.now(), None),
    "remind_at": (None, None),
    "spent": (0, 2_000_000_000),
    "plan": ("A lay NE 1,0\nA pass", ""),
}


def columns_of(seat: Seat) -> dict[str, Any]:
    return {field.attname: getattr(seat, field.attname) for field in Seat._meta.concrete_fields}


def test_every_value_of_every_column_comes_back_as_it_was_and_other_seats_stay() -> None:
    first, second, third = seats_of(running_game(3))
    stays = columns_of(third)
    for seat, place in ((first, 0), (second, 1)):
        for name, values in ODD.items():
            setattr(seat, name, values[place])
    with CaptureQueriesContext(connection) as queries:
        store.save_seats([first, second], SEAT_COLUMNS)

    assert len(queries) == 1
    kept = [columns_of(seat) for seat in seats_of(first.game)]
    assert kept == [columns_of(first), columns_of(second), stays]


def test_columns_that_are_not_named_are_not_written() -> None:
    seat = seats_of(running_game(3))[0]
    before = seat.role
    seat.role, seat.hand = "nobody", "map"
    store.save_seats([seat], ["hand"])

    seat.refresh_from_db()
    assert (seat.role, seat.hand) == (before, "map")
