"""Plans that are played: when, what is tried, who is told, and one winner among many (R92, R95)."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from games import clock, planned, plans, services, store, timeouts
from games.models import Game, Move, Notice, Seat, Status
from games.rules.notation import parse
from tests.factories import UserFactory
from tests.games import tables
from tests.games.clocks import HOUR, be_away, pass_by, tick, turnable
from tests.games.crowd import crowd
from tests.games.planning import MINUTE, dropped, laid, plan, planned_by, table

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture(autouse=True)
def clock_put_back() -> Iterator[None]:
    with turnable():
        yield


# -- when it is played


@pytest.mark.parametrize("minutes", [10, 60, 240])
def test_a_plan_that_waits_is_played_by_the_clock_some_time_after_the_turn_began(minutes: int) -> None:
    game = table()
    plan(game, "Bo", "lay EW 1,0", "pass NS", minutes=minutes)
    tables.do(game, "A map 8,0")
    tick()
    assert tables.awaited(game).user.username == "Bo"
    pass_by(0.69 * minutes * MINUTE)
    tick()
    assert not laid(game)
    pass_by(0.62 * minutes * MINUTE)
    tick()
    assert laid(game) == {"1,0": "EW"}
    assert tables.awaited(game).user.username == "Cy"
    move = Move.objects.get(game=game, seq=Game.objects.get(pk=game.pk).seq)
    assert (move.seat, move.user, move.command) == (1, tables.seat_of(game, "Bo").user, "B lay EW 1,0")
    assert planned_by(game, "Bo") == [""]
    assert not dropped(game, "Bo")


def test_the_wait_is_another_each_turn_and_depends_on_nothing_but_the_turn() -> None:
    game = table()
    seat = tables.seat_of(game, "Bo")
    seat.plan, seat.plan_minutes, seat.awaited_for = "pass NS", 100, "turn"
    waits = set()
    for number in range(40):
        seat.awaited_since = clock.now() + number * MINUTE
        due = planned.due_at(seat)
        assert due is not None
        waits.add(round((due - seat.awaited_since) / MINUTE))
        assert 70 <= (due - seat.awaited_since) / MINUTE <= 130
        seat.plan, seat.hand = f"pass {number}", ""
        assert planned.due_at(seat) == due
    assert len(waits) > 20


def test_the_next_thing_is_tried_when_the_first_cannot_be_done() -> None:
    game = table()
    plan(game, "Bo", "lay EW 1,0", "lay NS 0,1", "pass NS", minutes=10)
    tables.do(game, "A lay EW 1,0")
    pass_by(HOUR)
    tick()
    assert laid(game) == {"1,0": "EW", "0,1": "NS"}


def test_when_nothing_can_be_done_the_plan_is_dropped_at_the_turn_s_beginning_and_the_player_told() -> None:
    game = table()
    plan(game, "Bo", "lay EW 1,0", minutes=240)
    tables.do(game, "A lay EW 1,0")
    tick()
    assert planned_by(game, "Bo") == [""]
    assert dropped(game, "Bo") == 1
    assert tables.awaited(game).user.username == "Bo"


def test_the_same_holds_for_a_plan_at_once() -> None:
    game = table()
    plan(game, "Bo", "lay EW 1,0")
    tables.do(game, "A lay EW 1,0")
    assert dropped(game, "Bo") == 1
    assert tables.awaited(game).user.username == "Bo"


def test_r92_a_plan_that_still_waits_is_tried_before_anything_else_when_time_runs_out() -> None:
    game = table()
    Seat.objects.filter(game=game).update(spent=72 * 3600)
    Game.objects.filter(pk=game.pk).update(turn_hours=1)
    plan(game, "Bo", "lay EW 1,0", minutes=240)
    tables.do(game, "A map 8,0")
    pass_by(HOUR + MINUTE)
    tick()
    assert laid(game) == {"1,0": "EW"}
    seat = tables.seat_of(game, "Bo")
    assert (seat.missed, seat.forgiven) == (0, False)


def test_an_outage_plays_it_when_the_site_is_back() -> None:
    game = table()
    plan(game, "Bo", "lay EW 1,0", minutes=10)
    tables.do(game, "A map 8,0")
    be_away(30 * HOUR)
    tick()
    assert laid(game) == {"1,0": "EW"}


def test_seats_with_a_plan_are_found_by_their_index() -> None:
    game = table()
    seats = [Seat(game=game, number=number, user=UserFactory.create(), share="") for number in range(3, 60)]
    Seat.objects.bulk_create(seats)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
    assert "seats_with_a_plan" in plans.waiting().explain()


def test_a_plan_that_fails_hinders_no_other_and_is_forgotten(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    games = [table(), table()]
    for game in games:
        plan(game, "Bo", "lay EW 1,0", minutes=10)
        tables.do(game, "A map 8,0")
    try_now = plans.try_now

    def fails(loaded: store.Loaded, seat: Seat) -> store.Loaded | None:
        if loaded.game.pk == games[0].pk:
            raise RuntimeError
        return try_now(loaded, seat)

    monkeypatch.setattr(plans, "try_now", fails)
    pass_by(HOUR)
    tick()
    assert laid(games[1]) == {"1,0": "EW"}
    assert tables.seat_of(games[0], "Bo").plan == ""
    assert [entry.getMessage() for entry in caplog.records if entry.levelname == "ERROR"] == [
        f"game {games[0].pk}: a plan cannot be played"
    ]


def test_a_plan_that_cannot_be_read_any_more_hinders_nobody_and_is_dropped() -> None:
    game = table()
    Seat.objects.filter(game=game, number=1).update(plan="lay nonsense", plan_minutes=10)
    tables.do(game, "A map 8,0")
    tick()
    assert dropped(game, "Bo") == 1
    assert tables.seat_of(game, "Bo").plan == ""


# -- letters


def table_with_letters() -> Game:
    game = table()
    User.objects.filter(username="Bo").update(email="bo@example.org")
    return game


def outcomes(game: Game, name: str) -> list[str]:
    notices = Notice.objects.filter(game=game, user__username=name, kind="turn").order_by("pk")
    return [notice.outcome for notice in notices]


def test_no_letter_says_that_it_is_one_s_turn_while_a_plan_waits_to_be_played(mailoutbox: list[Any]) -> None:
    game = table_with_letters()
    plan(game, "Bo", "lay EW 1,0", minutes=10)
    tables.do(game, "A map 8,0")
    pass_by(5 * MINUTE)
    tick()
    assert outcomes(game, "Bo") == [""]
    pass_by(HOUR)
    tick()
    tick()
    assert outcomes(game, "Bo") == ["obsolete"]
    assert not [mail for mail in mailoutbox if mail.to == ["bo@example.org"]]


def test_the_letter_comes_when_nothing_of_the_plan_can_be_played(mailoutbox: list[Any]) -> None:
    game = table_with_letters()
    plan(game, "Bo", "lay EW 1,0", minutes=240)
    tables.do(game, "A lay EW 1,0")
    tick()
    pass_by(3 * MINUTE)
    tick()
    assert outcomes(game, "Bo") == ["sent"]
    assert [mail.to for mail in mailoutbox] == [["bo@example.org"]]


# -- many at once


def by_hand(game: Game) -> str:
    seat = tables.seat_of(game, "Bo")
    seq = Game.objects.get(pk=game.pk).seq
    return services.submit(code=game.code, user=seat.user, seq=seq, key="k", command=parse("pass rockfall")).result


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.xdist_group("many connections")
def test_of_a_plan_a_move_and_a_time_out_exactly_one_wins() -> None:
    for _round in range(6):
        game = table()
        Seat.objects.filter(game=game).update(spent=72 * 3600, forgiven=True)
        plan(game, "Bo", "lay EW 1,0", minutes=240)
        tables.do(game, "A map 8,0")
        pass_by(80 * HOUR)
        moment, before = timeouts.beat(), Game.objects.get(pk=game.pk).seq
        with crowd(3) as people:
            ticks: list[partial[Any]] = [partial(plans.work_off, moment), partial(timeouts.work_off, moment)]
            people.at_once([partial(by_hand, game), *ticks])
        fresh = Game.objects.get(pk=game.pk)
        assert (fresh.seq, fresh.status) == (before + 1, Status.RUNNING)
        assert Move.objects.filter(game=game, seq__gt=before, seat=1).count() == 1
        assert tables.seat_of(game, "Bo").plan == ""
