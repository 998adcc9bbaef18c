"""What reminders cost, and that a bad row hinders no other."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import clock
from games.clocks import reminders
from games.models import Game, Notice, Seat
from tests.games.clocks import (
    BANK,
    HOUR,
    on_turn,
    pass_by,
    timed_game,
)

pytestmark = pytest.mark.django_db


def test_a_bad_row_hinders_no_other(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    games = [timed_game(seed=seed) for seed in (1, 2, 3)]
    seats = [on_turn(game) for game in games]
    Game.objects.filter(pk=games[1].pk).update(bank_hours=0)
    Seat.objects.filter(pk=seats[1].pk).update(spent=0)
    real = reminders.calls

    def calls(seat: Seat, *about: Any) -> list[reminders.Call]:
        if seat == seats[1]:
            raise ValueError
        return real(seat, *about)

    monkeypatch.setattr(reminders, "calls", calls)
    pass_by(BANK - HOUR / 2)
    reminders.send_due(clock.now())
    assert Notice.objects.filter(kind="reminder").count() == 2
    assert [entry.getMessage() for entry in caplog.records] == [f"seat {seats[1].pk}: its reminder fails"]
    seats[1].refresh_from_db()
    assert seats[1].remind_at is not None
    assert seats[1].remind_at > clock.now()


@pytest.mark.postgres
def test_due_reminders_are_found_by_an_index() -> None:
    timed_game()
    rows = Seat.objects.filter(remind_at__lte=clock.now()).order_by("remind_at")
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off")
    assert "seats_to_remind" in rows.explain()


def test_reminder_tick_is_bounded_and_finds_nothing_with_one_query(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for seed in (1, 2, 3):
        timed_game(seed=seed)
    pass_by(BANK - HOUR / 2)
    monkeypatch.setattr(reminders, "MOST", 2)
    assert [reminders.send_due(clock.now()) for _tick in range(3)] == [2, 1, 0]
    with CaptureQueriesContext(connection) as queries:
        reminders.send_due(clock.now())
    assert len(queries) == 1
