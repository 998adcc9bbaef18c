"""Statements that are built once read and write what the ORM reads and writes."""

import gc
import sys
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import Count, F, Model, QuerySet, Value
from django.db.models.sql import Query
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import clock
from games.models import Game, Notice, Seat, Whisper
from games.services.moves import SEAT_COLUMNS
from saboteur_site.database import statements
from tests.games.sending import send
from tests.games.tables import browser_of, in_position, loaded, running_game, seats_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite(soak=True)]

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


def columns_of(row: Model) -> dict[str, Any]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def test_every_column_value_survives_and_other_seats_stay() -> None:
    first, second, third = seats_of(running_game(3))
    stays = columns_of(third)
    for seat, place in ((first, 0), (second, 1)):
        for name, values in ODD.items():
            setattr(seat, name, values[place])
    with CaptureQueriesContext(connection) as queries:
        statements.update([first, second], SEAT_COLUMNS)

    assert len(queries) == 1
    columns = [columns_of(seat) for seat in seats_of(first.game)]
    assert columns == [columns_of(first), columns_of(second), stays]


def test_columns_that_are_not_named_are_not_written() -> None:
    seat = seats_of(running_game(3))[0]
    before = seat.role
    seat.role, seat.hand = "nobody", "map"
    statements.update([seat], ("hand",))

    seat.refresh_from_db()
    assert (seat.role, seat.hand) == (before, "map")


def test_one_row_is_written_whole_where_no_columns_are_named() -> None:
    game = running_game(3)
    game.name, game.deadline, game.vacations, game.paused_until = "Ķ 50%s", clock.now(), False, None
    statements.update([game])
    assert columns_of(Game.objects.get(pk=game.pk)) == columns_of(game)


def test_new_rows_are_written_as_the_orm_writes_them() -> None:
    game = running_game(3)
    rows = [Whisper(game=game, seat=seat, seq=7, event=f"Ķ 50%s {seat}") for seat in (2, 1)]
    with CaptureQueriesContext(connection) as queries:
        assert (statements.insert(rows), statements.insert([])) == (2, 0)

    assert len(queries) == 1
    whispers = Whisper.objects.filter(game=game, seq=7).order_by("pk")
    assert [(row.seat, row.event) for row in whispers] == [(2, "Ķ 50%s 2"), (1, "Ķ 50%s 1")]


def test_rows_that_are_there_are_left_only_where_that_is_meant() -> None:
    game = running_game(3)
    user = seats_of(game)[0].user
    first, twin = (Notice(user=user, game=game, kind="turn", seq=seq, dedupe="one") for seq in (1, 2))
    assert statements.insert([first]) == 1
    assert statements.insert([twin], or_leave=True) == 0
    assert Notice.objects.get(dedupe="one").seq == 1
    assert Notice.objects.get(dedupe="one").due_at is not None
    with pytest.raises(IntegrityError, match="dedupe"), transaction.atomic():
        statements.insert([twin])


def seats_from(game: int, number: int) -> QuerySet[Seat]:
    seats = Seat.objects.filter(game=game, number__gte=number).select_related("game__secret", "user")
    return seats.annotate(friends=Count("user__seats")).defer("hand").order_by("number")


def read(seats: Iterable[Any]) -> list[Any]:
    with CaptureQueriesContext(connection) as queries:
        found = [
            (columns_without_hand(seat), *map(columns_of, (seat.user, seat.game, seat.game.secret)), seat.friends)
            for seat in seats
        ]
        assert all(seat.get_deferred_fields() == {"hand"} and not seat._state.adding for seat in seats)
    assert not queries
    return found


def test_prepared_query_equals_the_ordinary_query() -> None:
    prepared = statements.Prepared(seats_from, -1, 9999)
    games = [running_game(3, seed=seed) for seed in (1, 2)]
    Seat.objects.filter(game=games[0]).update(due_at=clock.now(), answered=True)
    for game, number, count in ((games[0], 0, 3), (games[1], 1, 2), (games[0], 2, 1), (games[1], 3, 0)):
        with CaptureQueriesContext(connection) as queries:
            seats = prepared(game.pk, number)
        assert (len(queries), len(seats)) == (1, count)
        assert read(seats) == read(list(seats_from(game.pk, number)))


def columns_from(game: int, number: int, until: datetime) -> QuerySet[Seat, Any]:
    seats = seats_from(game, number).filter(joined_at__lt=until)
    return seats.values_list("friends", "due_at", Value("x"), F("number") + 1, "answered", "user__username")[:2]


def test_columns_are_read_in_their_order_and_as_python_knows_them() -> None:
    prepared = statements.Prepared(columns_from, -1, 9999, datetime(2000, 1, 1, tzinfo=UTC))
    game = running_game(3)
    Seat.objects.filter(game=game).update(due_at=clock.now(), answered=True)
    for number, days, count in ((0, 1, 2), (2, 1, 1), (0, -1, 0)):
        until = clock.now() + timedelta(days=days)
        rows = prepared(game.pk, number, until)
        assert len(rows) == count
        assert rows == list(columns_from(game.pk, number, until))


def columns_without_hand(seat: Seat) -> dict[str, Any]:
    return {name: value for name, value in vars(seat).items() if not name.startswith("_")}


def test_samples_that_cannot_be_found_again_are_refused() -> None:
    def build(game: int, number: int) -> QuerySet[Seat]:
        return Seat.objects.filter(game=game)

    with pytest.raises(AssertionError, match="a sample is not in the query"):
        statements.Prepared(build, -1, -2)(1, 2)
    with pytest.raises(AssertionError, match="two samples are alike"):
        statements.Prepared(build, -1, -1)(1, 1)


class Compiler:
    """A compiler of Django's from which something was taken."""

    def __init__(self, real: Any, gone: str) -> None:
        self.real, self.gone = real, gone

    def __getattr__(self, name: str) -> Any:
        if name == self.gone:
            raise AttributeError(name)
        return getattr(self.real, name)


def take_away(monkeypatch: pytest.MonkeyPatch, gone: str) -> None:
    """Django no longer has something on which statements lean; its own ORM does not miss it."""
    for prepared in gc.get_objects():
        if type(prepared) is statements.Prepared:  # others may do something when they are asked what they are
            monkeypatch.setattr(prepared, "_reading", None)
            monkeypatch.setattr(prepared, "is_plain", False)
    if gone == "get_related_populators":
        monkeypatch.setattr(statements, "query", SimpleNamespace())
        return
    real = Query.get_compiler

    def get_compiler(query: Query, *how: Any, **more: Any) -> Any:
        compiler = real(query, *how, **more)
        is_ours = sys._getframe(1).f_globals["__name__"] == statements.__name__
        return Compiler(compiler, gone) if is_ours else compiler

    monkeypatch.setattr(Query, "get_compiler", get_compiler)


LEANT_ON = ("get_related_populators", "klass_info", "select", "annotation_col_map", "get_converters", "as_sql")


@pytest.mark.examples(2)
@pytest.mark.parametrize("gone", LEANT_ON)
def test_statement_cache_without_django_internals_still_works(
    gone: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game, prepared = running_game(3), statements.Prepared(seats_from, -1, 9999)
    take_away(monkeypatch, gone)
    for number in (0, 1):
        assert read(prepared(game.pk, number)) == read(list(seats_from(game.pk, number)))
    words = "seats_from: this statement is built again each time, because Django has changed (AttributeError)"
    assert caplog.messages == [words]


def test_the_site_plays_on_without_what_django_took_away(monkeypatch: pytest.MonkeyPatch) -> None:
    game = in_position(3, first="A", hands={"A": ["EW", "NS"]})
    take_away(monkeypatch, "get_related_populators")
    client = browser_of("Ann")
    page = reverse("games:table", args=[game.code])
    assert client.get(page).status_code == 200
    assert send(game, "Ann", "lay EW 1,0", key="k1").result == "done"
    assert send(game, "Ann", "lay EW 1,0", key="k1", seq=game.seq).result == "again"
    assert (loaded(game).state.public.mine["1,0"], client.get(page).status_code) == ("EW", 200)


def test_a_fault_of_the_query_itself_is_not_taken_for_one_of_django() -> None:
    prepared = statements.Prepared(seats_from, -1, 9999)
    with pytest.raises(TypeError, match="number"):
        prepared(1)
    assert not prepared.is_plain
