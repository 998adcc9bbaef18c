"""Plans for one's next turn: what is kept, when it is played, what ends it, and who is told (R92, R95)."""

import json
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from games import archive, clock, planned, plans, repairs, services, timeouts
from games.models import Game, Move, Notice, PrivateAct, Seat, Status, Whisper
from games.planned import Planned
from games.rules import codec, engine, record
from games.rules.announcements import PlanDropped
from games.rules.commands import Lay, Pass
from games.rules.errors import Refused
from games.rules.notation import parse
from games.rules.table import Ruleset
from tests.factories import UserFactory
from tests.games import tables
from tests.games.clocks import HOUR, be_away, pass_by, tick, turnable
from tests.games.crowd import crowd

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

MINUTE = timedelta(minutes=1)
HANDS = {"A": ["EW", "NS", "map"], "B": ["EW", "NS", "rockfall"], "C": ["map", "NESW"]}


@pytest.fixture(autouse=True)
def clock_put_back() -> Iterator[None]:
    with turnable():
        yield


def table(**parts: Any) -> Game:
    """Ann is on turn, then Bo, then Cy; it ticks."""
    game = tables.in_position(3, first="A", **{"hands": HANDS, **parts})
    Game.objects.filter(pk=game.pk).update(bank_hours=72, turn_hours=12)
    tick()
    return game


def plan(game: Game, name: str, *texts: str, minutes: int = 0) -> None:
    """Somebody plans so, in the words of a record."""
    user = tables.seat_of(game, name).user
    for text in texts:
        command = parse(text)
        assert isinstance(command, Planned)
        plans.add(code=game.code, user=user, command=command)
    if minutes:
        plans.put_off(code=game.code, user=user, minutes=minutes)


def planned_by(game: Game, name: str) -> list[str]:
    seat = tables.seat_of(game, name)
    return planned.text_of(planned.of(seat, tables.loaded(game).state.seats[seat.number].turn_order)).split(" | ")


def dropped(game: Game, name: str) -> int:
    """How often somebody was told that their plan is no more."""
    rows = Whisper.objects.filter(game=game, seat=tables.seat_of(game, name).number).values_list("event", flat=True)
    return sum(codec.decode_whisper(row) == PlanDropped() for row in rows)


def laid(game: Game) -> dict[str, str]:
    return {at: card for at, card in tables.loaded(game).state.public.mine.items() if at != "0,0"}


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
def test_what_could_not_be_done_now_is_refused(name: str, text: str, code: str) -> None:
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


def test_a_plan_that_fails_hinders_no_other_and_is_forgotten(caplog: pytest.LogCaptureFixture) -> None:
    games = [table(), table()]
    for game in games:
        plan(game, "Bo", "lay EW 1,0", minutes=10)
        tables.do(game, "A map 8,0")
    Seat.objects.filter(game=games[0], number=1).update(plan="lay nonsense")
    pass_by(HOUR)
    tick()
    assert laid(games[1]) == {"1,0": "EW"}
    assert tables.seat_of(games[0], "Bo").plan == ""
    assert [entry.getMessage() for entry in caplog.records if entry.levelname == "ERROR"] == [
        f"game {games[0].pk}: a plan cannot be played"
    ]


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
    game = table(hands={"A": ["EW"], "B": ["EW", "map"], "C": ["map"]}, mine=mine, goals=goals)
    plan(game, "Bo", "pass map", minutes=minutes)
    tables.do(game, "A lay EW 7,0")
    assert tables.loaded(game).state.public.round == 2
    assert planned_by(game, "Bo") == [""]


@pytest.mark.parametrize("line", ["= replace B", "= bot B"])
def test_who_does_not_play_any_more_has_no_plan(line: str) -> None:
    game = table()
    plan(game, "Bo", "lay EW 1,0", minutes=60)
    tables.do(game, line)
    assert planned_by(game, "Bo") == [""]
    assert not dropped(game, "Bo")


@pytest.mark.parametrize("line", ["= sleep B", "= sleep A"])
def test_a_plan_outlasts_who_falls_asleep(line: str) -> None:
    game = table()
    plan(game, "Bo", "lay EW 1,0", minutes=60)
    tables.do(game, line, "A map 8,0")
    pass_by(2 * HOUR)
    tick()
    assert laid(game) == {"1,0": "EW"}


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
