"""Plans, moves and time-outs that come at once; and how those are found that are due."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection

from games import clock, tasks
from games.clocks import ticking
from games.clocks.planned import TURN
from games.models import Game, Move, Seat, Status
from games.rules.notation import parse
from games.services import moves, plans, timeouts
from tests.factories import UserFactory
from tests.games import tables
from tests.games.clocks import HOUR, pass_by
from tests.games.crowd import crowd
from tests.games.planning import plan, table

SECOND = timedelta(seconds=1)

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def by_hand(game: Game) -> str:
    seat = tables.seat_of(game, "Bo")
    seq = Game.objects.get(pk=game.pk).seq
    return moves.submit(code=game.code, user=seat.user, seq=seq, key="k", command=parse("pass rockfall")).result


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.xdist_group("many connections")
def test_of_a_plan_by_tick_or_task_a_move_and_a_time_out_exactly_one_wins() -> None:
    for _round in range(6):
        game = table()
        Seat.objects.filter(game=game).update(spent=72 * 3600, forgiven=True)
        plan(game, "Bo", "lay EW 1,0", minutes=240)
        tables.do(game, "A map 8,0")
        pass_by(80 * HOUR)
        moment, before = ticking.beat(), Game.objects.get(pk=game.pk).seq
        with crowd(5) as people:
            ticks: list[partial[Any]] = [partial(plans.work_off, moment), partial(timeouts.work_off, moment)]
            people.at_once([partial(by_hand, game), *[partial(tasks.play_plan, game.pk)] * 2, *ticks])
        fresh = Game.objects.get(pk=game.pk)
        assert (fresh.seq, fresh.status) == (before + 1, Status.RUNNING)
        assert Move.objects.filter(game=game, seq__gt=before, seat=1).count() == 1
        assert tables.seat_of(game, "Bo").plan == ""


def test_seats_with_a_plan_are_found_by_their_index() -> None:
    game = table()
    awaited = {"awaited_for": TURN, "awaited_since": clock.now(), "share": ""}
    seats = [Seat(game=game, number=number, user=UserFactory.create(), **awaited) for number in range(3, 60)]
    Seat.objects.bulk_create(seats)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute("ANALYZE games_seat")
    assert "seats_with_a_plan" in plans.waiting().explain()
