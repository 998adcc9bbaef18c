"""Plans for one's next turn: what is kept, and what ends it (R95)."""

import json
from datetime import timedelta

import pytest

from games import clock
from games.clocks import planned
from games.models import Game, PrivateAct, Seat, Status
from games.rules import engine, record
from games.rules.commands import Lay, Pass
from games.rules.errors import Refused
from games.rules.notation import parse
from games.rules.table import Ruleset
from games.services import archive, plans, repairs
from tests.games import tables
from tests.games.clocks import HOUR, pass_by, tick
from tests.games.planning import dropped, laid, plan, planned_by, table

pytestmark = pytest.mark.django_db


# -- making one


def test_a_plan_at_once_is_a_standing_order_of_the_rules() -> None:
    game = table()
    plan(game, "Bo", "lay EW 1,0", "pass NS")
    assert tables.loaded(game).state.seats[1].turn_order == parse("order turn lay EW 1,0 | pass NS")
    tables.do(game, "A map 8,0")
    assert laid(game) == {"1,0": "EW"}
    assert tables.awaited(game).user.username == "Cy"
    assert planned_by(game, "Bo") == [""]


def test_a_discard_comes_last_and_there_is_one() -> None:
    game = table()
    plan(game, "Bo", "pass NS", "lay EW 1,0", "lay NS 0,1", "pass rockfall", "lay EW 1,0")
    assert planned_by(game, "Bo") == ["lay EW 1,0", "lay NS 0,1", "pass rockfall"]


def test_a_plan_has_three_tries_at_most() -> None:
    game = table()
    plan(game, "Bo", "lay EW 1,0", "lay EW -1,0", "lay NS 0,1")
    with pytest.raises(plans.FullError):
        plan(game, "Bo", "lay NS 0,-1")
    plan(game, "Bo", "pass NS")
    assert len(planned_by(game, "Bo")) == 4


def test_a_try_can_be_taken_out_and_a_plan_forgotten() -> None:
    game = table()
    user = tables.seat_of(game, "Bo").user
    plan(game, "Bo", "lay EW 1,0", "lay NS 0,1", "pass NS")
    plans.take_out(code=game.code, user=user, number=0)
    assert planned_by(game, "Bo") == ["lay NS 0,1", "pass NS"]
    plans.put_off(code=game.code, user=user, minutes=10)
    assert planned_by(game, "Bo") == ["lay NS 0,1", "pass NS"]
    plans.cancel(code=game.code, user=user)
    assert planned_by(game, "Bo") == [""]
    assert tables.seat_of(game, "Bo").plan_minutes == 0


def test_other_standing_orders_stay_when_a_plan_is_forgotten() -> None:
    game = table(ruleset=Ruleset(modules=("veto",)))
    tables.do(game, "B order veto any any")
    plan(game, "Bo", "lay EW 1,0")
    plans.cancel(code=game.code, user=tables.seat_of(game, "Bo").user)
    assert tables.loaded(game).state.seats[1].orders == (parse("order veto any any"),)


@pytest.mark.parametrize(
    ("name", "text", "code"), [("Bo", "lay NESW 1,0", "not-in-hand"), ("Bo", "lay EW 5,0", "not-joined")]
)
def test_plan_that_could_not_be_played_now_is_refused(name: str, text: str, code: str) -> None:
    game = table()
    with pytest.raises(Refused, match=code):
        plan(game, name, text)
    assert planned_by(game, name) == [""]


def test_there_is_no_plan_for_a_turn_that_has_begun_nor_without_cards() -> None:
    game = table(hands={"A": ["map"], "B": ["EW"], "C": []})
    with pytest.raises(plans.NoTurnToPlanError):
        plan(game, "Ann", "map 8,0")
    with pytest.raises(plans.NoTurnToPlanError):
        plan(game, "Cy", "map 8,0")
    plan(game, "Bo", "lay EW 1,0", minutes=60)
    tables.do(game, "A map 8,0")
    with pytest.raises(plans.NoTurnToPlanError):
        plans.put_off(code=game.code, user=tables.seat_of(game, "Bo").user, minutes=0)


# -- what ends it


def test_a_move_by_hand_ends_a_plan() -> None:
    game = table()
    plan(game, "Bo", "lay EW 1,0", minutes=60)
    tables.do(game, "A map 8,0", "B pass rockfall")
    assert planned_by(game, "Bo") == [""]
    assert not dropped(game, "Bo")


def test_a_card_that_is_gone_ends_a_plan() -> None:
    hands = {"A": ["swap-hands", "NS"], "B": ["EW", "NS"], "C": ["map"]}
    game = table(ruleset=Ruleset(rules="saboteur2"), hands=hands)
    plan(game, "Bo", "pass NS", "lay EW 1,0", minutes=60)
    tables.do(game, "A swap-hands B")
    assert planned_by(game, "Bo") == [""]
    assert dropped(game, "Bo") == 1


@pytest.mark.parametrize("minutes", [0, 60])
def test_the_end_of_a_round_ends_a_plan(minutes: int) -> None:
    mine = {f"{x},0": card for x, card in enumerate(["EW", "NESW", "NESW", "NESW", "NESW", "NESW"], 1)}
    goals = {"8,-2": "stone-a", "8,0": "gold", "8,2": "stone-b"}
    game = table(hands={"A": ["EW"], "B": ["EW", "NES"], "C": ["map"]}, mine=mine, goals=goals)
    plan(game, "Bo", "pass NES", minutes=minutes)
    tables.do(game, "A lay EW 7,0")
    state = tables.loaded(game).state
    assert state.public.round == 2
    assert "NES" in state.seats[1].hand  # dealt again; so it is not with its card that the plan falls
    assert planned_by(game, "Bo") == [""]


@pytest.mark.parametrize("line", ["= replace B", "= bot B"])
def test_player_without_a_seat_has_no_plan(line: str) -> None:
    game = table()
    plan(game, "Bo", "lay EW 1,0", minutes=60)
    tables.do(game, line)
    assert planned_by(game, "Bo") == [""]
    assert not dropped(game, "Bo")


@pytest.mark.parametrize("line", ["= replace C", "= bot C"])
def test_a_plan_outlasts_others_who_do_not_play_any_more(line: str) -> None:
    game = table()
    plan(game, "Bo", "lay EW 1,0", minutes=60)
    tables.do(game, line)
    assert planned_by(game, "Bo") == ["lay EW 1,0"]


@pytest.mark.parametrize("line", ["= sleep B", "= sleep A"])
def test_a_plan_outlasts_who_falls_asleep(line: str) -> None:
    game = table()
    plan(game, "Bo", "lay EW 1,0", minutes=60)
    tables.do(game, line, "A map 8,0")
    pass_by(2 * HOUR)
    tick()
    assert laid(game) == {"1,0": "EW"}


# -- what is left of it


def test_a_game_with_plans_is_counted_again_and_its_export_replays() -> None:
    game = tables.running_game(3)
    for turn in range(12):
        game.refresh_from_db()
        state = tables.loaded(game).state
        on_turn = tables.awaited(game).number
        later = (on_turn + 1) % 3
        hand = state.seats[later].hand
        plan(game, tables.NAMES[later], f"pass {hand[turn % len(hand)]}", minutes=10 * (turn % 2))
        own = state.seats[on_turn]
        tunnels = [way for way in engine.legal(state.public, own) if isinstance(way, Lay)]
        tables.carry_out(game, on_turn, tunnels[0] if tunnels else Pass(own.hand[:1]))
        pass_by(HOUR)
        tick()
    assert repairs.faults(tables.loaded(game)) == []
    tables.do(game, "= end")
    assert PrivateAct.objects.filter(game=game).exists()
    assert record.check(json.dumps(archive.export(Game.objects.get(pk=game.pk)))) is None


# -- when, and who is told


def test_r95_plan_delay_varies_from_0_7_to_1_3_of_the_choice() -> None:
    since, parts = clock.now(), list[float]()
    for game in range(400):
        seat = Seat(game_id=game, number=2, awaited_for="turn", awaited_since=since, plan="pass NS", plan_minutes=240)
        due = planned.due_at(seat)
        assert due is not None
        assert planned.due_at(seat) == due
        parts.append((due - since) / timedelta(minutes=240))
    assert 0.7 <= min(parts) < 0.72
    assert 1.28 < max(parts) < 1.3
    for tenth in range(6):
        low = 0.7 + 0.1 * tenth
        assert 30 < sum(low <= part < low + 0.1 for part in parts) < 110


def test_a_plan_that_falls_takes_its_wait_along() -> None:
    game = table()
    plan(game, "Bo", "lay EW 1,0", minutes=60)
    tables.do(game, "= bot B")
    seat = tables.seat_of(game, "Bo")
    assert (seat.plan, seat.plan_minutes) == ("", 0)


@pytest.mark.parametrize("minutes", [0, 60])
def test_finished_game_reports_no_dropped_plan(minutes: int) -> None:
    game = table()
    plan(game, "Bo", "lay EW 1,0", minutes=minutes)
    tables.do(game, "= end")
    assert Game.objects.get(pk=game.pk).status == Status.OVER
    assert dropped(game, "Bo") == 0
    assert tables.seat_of(game, "Bo").plan == ""
