"""Time that runs out, on a clock that is turned: no player loses a turn unfairly, and none is waited for for ever."""

from datetime import timedelta
from functools import partial

import pytest
from django.db import transaction

from games import clock
from games.clocks import ticking
from games.models import Game, Heartbeat, Move, Outage, Seat, Status
from games.rows import store
from games.rules.announcements import ClocksMoved, SecondTerm
from games.rules.events import SeatChanged, TimedOut
from games.rules.table import Ruleset
from games.services import moves, timeouts
from tests.factories import UserFactory
from tests.games import tables
from tests.games.clocks import (
    BANK,
    DAY,
    HOUR,
    TURN,
    be_away,
    discard_on_page,
    due,
    events_of,
    is_about,
    miss,
    miss_until_asleep,
    on_turn,
    pass_by,
    play,
    play_until,
    submit_something,
    tick,
    timed_game,
)
from tests.games.crowd import crowd

pytestmark = [pytest.mark.quick, pytest.mark.django_db, pytest.mark.sqlite(soak=True)]


# -- the clock of a table


def test_first_turn_has_the_whole_bank_and_the_earliest_deadline() -> None:
    game = timed_game()
    seat = on_turn(game)
    game.refresh_from_db()
    assert is_about(due(seat), clock.now() + BANK)
    assert game.deadline == seat.due_at


def test_turn_uses_up_the_bank_and_the_next_adds_to_it() -> None:
    game = timed_game()
    seat = on_turn(game)
    pass_by(2 * DAY)
    play(game)
    play_until(game, seat.number)
    assert is_about(due(seat), clock.now() + BANK - 2 * DAY + TURN)


def test_a_bank_never_holds_more_than_at_the_start() -> None:
    game = timed_game()
    seat = on_turn(game)
    for _turn in range(3):
        play(game)
        play_until(game, seat.number)
    assert is_about(due(seat), clock.now() + BANK)


def test_without_a_clock_nothing_ever_happens_by_itself() -> None:
    game = timed_game(bank_hours=0, turn_hours=0)
    before = Move.objects.filter(game=game).count()
    pass_by(400 * DAY)
    tick()
    assert on_turn(game).due_at is None
    assert Move.objects.filter(game=game).count() == before


# -- the ladder


def test_the_first_miss_in_a_game_is_forgiven_with_a_second_term() -> None:
    game = timed_game()
    seat = on_turn(game)
    miss(game)
    assert events_of(game, SecondTerm) == [SecondTerm(seat=seat.number, hours=12)]
    assert not events_of(game, TimedOut)
    assert on_turn(game) == seat
    assert is_about(due(seat), clock.now() + TURN)


def test_end_of_the_grace_period_plays_the_default() -> None:
    game = timed_game()
    seat = on_turn(game)
    miss(game)
    miss(game)
    assert events_of(game, TimedOut) == [TimedOut(seat=seat.number, kind="turn")]
    assert on_turn(game) != seat
    assert not events_of(game, SeatChanged)


def test_second_miss_in_a_row_puts_the_seat_to_sleep_with_an_hour() -> None:
    game = timed_game()
    seat = miss_until_asleep(game)
    assert seat.resting == "asleep"
    assert events_of(game, SeatChanged) == [SeatChanged(seat=seat.number, how="asleep")]
    play_until(game, seat.number)
    assert is_about(due(seat), clock.now() + HOUR)
    miss(game)
    assert on_turn(game) != seat
    assert len(events_of(game, TimedOut)) == 3


def test_move_between_two_misses_resets_the_count() -> None:
    game = timed_game()
    seat = miss(game)
    miss(game)
    play_until(game, seat.number)
    submit_something(game, seat)
    play_until(game, seat.number)
    assert miss(game).resting == ""
    seat.refresh_from_db()
    assert seat.missed == 1


def test_sleeping_player_wakes_on_opening_and_has_a_full_turn() -> None:
    game = timed_game()
    seat = miss_until_asleep(game)
    play_until(game, seat.number)
    tables.browser_of(seat.user).get(f"/t/{game.code}/")
    seat.refresh_from_db()
    assert seat.resting == ""
    assert due(seat) > clock.now() + TURN - HOUR
    assert events_of(game, SeatChanged)[-1] == SeatChanged(seat=seat.number, how="wake")


def test_background_poll_wakes_no_seat() -> None:
    game = timed_game()
    seat = miss_until_asleep(game)
    tables.browser_of(seat.user).get(f"/t/{game.code}/", headers={"HX-Request": "true", "HX-Trigger": "pulse"})
    seat.refresh_from_db()
    assert seat.resting == "asleep"


def test_a_sleeping_player_who_moves_is_awake() -> None:
    game = timed_game()
    seat = miss_until_asleep(game)
    play_until(game, seat.number)
    assert submit_something(game, seat) == "done"
    seat.refresh_from_db()
    assert (seat.resting, seat.missed) == ("", 0)


def test_game_without_visits_still_ends() -> None:
    game = timed_game(ruleset=Ruleset(rounds=2))
    tables.play_on(game, 45)
    for _miss in range(500):
        if Game.objects.get(pk=game.pk).status == Status.OVER:
            break
        miss(game)
    game.refresh_from_db()
    assert (game.status, game.deadline) == (Status.OVER, None)


# -- ticks


def test_ticks_that_repeat_take_a_turn_once() -> None:
    game = timed_game()
    miss(game)
    before = Move.objects.filter(game=game).count()
    tick()
    tick()
    assert Move.objects.filter(game=game).count() == before


def test_game_with_a_failing_clock_is_postponed_and_marked(
    caplog: pytest.LogCaptureFixture,
) -> None:
    games = [timed_game(seed=seed) for seed in (1, 2, 3)]
    Game.objects.filter(pk=games[1].pk).update(public="{")
    pass_by(BANK + HOUR)
    without_a_clock = tables.running_game(3, code="calm")
    tick()
    tick()
    assert Game.objects.get(pk=without_a_clock.pk).deadline is None
    assert [len(events_of(game, SecondTerm)) for game in (games[0], games[2])] == [1, 1]
    stuck = Game.objects.get(pk=games[1].pk)
    assert stuck.stuck_at is not None
    assert stuck.deadline is not None
    assert stuck.deadline > clock.now()
    assert alarms(caplog) == [f"game {stuck.pk}: its clock fails"]


def alarms(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [
        entry.getMessage()
        for entry in caplog.records
        if entry.levelname == "ERROR" and entry.name != "games.rows.corrupt"
    ]


def test_table_that_moves_again_is_unmarked_and_a_new_fault_alarms(
    caplog: pytest.LogCaptureFixture,
) -> None:
    game = timed_game()
    row = Game.objects.filter(pk=game.pk)
    whole = row.get().public
    for _fault in range(2):
        row.update(public="{", deadline=clock.now())
        tick()
        tick()
        assert row.get().stuck_at is not None
        row.update(public=whole)
        play(game)
        assert row.get().stuck_at is None
        whole = row.get().public
    assert alarms(caplog) == [f"game {game.pk}: its clock fails"] * 2


def test_repaired_table_loses_its_mark_at_the_next_clock_check() -> None:
    game = timed_game()
    now = clock.now()
    Game.objects.filter(pk=game.pk).update(stuck_at=now, deadline=now - timedelta(minutes=1))
    tick()
    mended = Game.objects.get(pk=game.pk)
    assert (mended.stuck_at, mended.deadline, mended.seq) == (None, due(on_turn(game)), game.seq)


def test_an_outage_that_a_mended_table_has_met_takes_its_mark_away() -> None:
    game = timed_game()
    Game.objects.filter(pk=game.pk).update(stuck_at=clock.now())
    be_away(HOUR)
    tick()
    assert Game.objects.get(pk=game.pk).stuck_at is None


# -- outages and clocks that jump


@pytest.mark.parametrize("away", [timedelta(minutes=5), 3 * HOUR, 30 * HOUR, 9 * DAY])
@pytest.mark.parametrize("left", [timedelta(minutes=2), 2 * HOUR, 2 * DAY])
def test_outage_costs_no_player_time(away: timedelta, left: timedelta) -> None:
    game = timed_game()
    seat = on_turn(game)
    pass_by(BANK - left)
    before = due(seat)
    be_away(away)
    for _minute in range(2):
        tick()
    moment = timedelta(seconds=1)  # SQLite's clock counts in milliseconds
    assert due(seat) >= before + away - moment
    assert due(seat) >= clock.now() + min(left, HOUR) - moment
    assert is_about(due(seat), max(before + away, clock.now() + HOUR))
    assert Game.objects.get(pk=game.pk).deadline == seat.due_at
    assert on_turn(game) == seat
    assert not events_of(game, SecondTerm)
    moved = events_of(game, ClocksMoved)
    assert moved == [ClocksMoved(minutes=round(away.total_seconds() / 60))]


def test_seat_awaited_from_mid_outage_gets_the_other_half() -> None:
    game = timed_game()
    be_away(10 * HOUR)
    play(game)
    before = due(on_turn(game))
    be_away(4 * HOUR)
    tick()
    assert is_about(due(on_turn(game)), before + 4 * HOUR)


def test_outage_with_an_awaited_bot_costs_no_player_time() -> None:
    people = [UserFactory.create(username=name, is_bot=name.startswith("Bot")) for name in ("Ann", "Bo", "Bot Flint")]
    rules, hands = Ruleset(modules=("veto",), veto_window=12), {"A": ["EW", "NS"], "B": ["NS"], "C": ["NS"]}
    game = tables.in_position(people, ruleset=rules, hands=hands)
    Game.objects.filter(pk=game.pk).update(bank_hours=72, turn_hours=12)
    tick()
    tables.do(game, "A lay EW 1,0")
    person, bot = tables.seats_of(game)[1:]
    assert bot.awaited_since is not None
    assert bot.due_at is None
    before = due(person)
    be_away(3 * HOUR)
    tick()
    assert is_about(due(person), before + 3 * HOUR)
    bot.refresh_from_db()
    assert (bot.due_at, Game.objects.get(pk=game.pk).stuck_at) == (None, None)


def test_an_outage_is_of_no_concern_to_a_game_that_begins_after_it() -> None:
    tick()
    be_away(5 * HOUR)
    tick()
    game = timed_game()
    assert is_about(due(on_turn(game)), clock.now() + BANK)
    assert not events_of(game, ClocksMoved)
    assert Outage.objects.count() == 1


def test_clock_jumps_forward_and_back_time_out_no_seat() -> None:
    game = timed_game()
    seat = on_turn(game)
    pass_by(BANK - HOUR)
    be_away(5 * HOUR)
    tick()
    assert not events_of(game, SecondTerm)
    be_away(-5 * HOUR)
    tick()
    tick()
    assert on_turn(game) == seat
    assert not events_of(game, SecondTerm)
    assert due(seat) >= clock.now() + HOUR - timedelta(minutes=1)


def test_delayed_tick_compares_deadlines_with_its_start() -> None:
    game = timed_game()
    pass_by(BANK - HOUR)
    moment = ticking.beat()
    be_away(5 * HOUR)
    timeouts.work_off(moment)
    assert not events_of(game, SecondTerm)


# -- many at once


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.xdist_group("many connections")
def test_of_a_late_move_and_two_ticks_exactly_one_wins() -> None:
    outcomes = set()
    for seed in range(8):
        game = timed_game(seed=seed)
        seat = on_turn(game)
        Seat.objects.filter(pk=seat.pk).update(forgiven=True)
        pass_by(BANK + HOUR)
        moment, before = ticking.beat(), Game.objects.get(pk=game.pk).seq
        discard, late = discard_on_page(game, seat), partial(timeouts.work_off, moment)
        with crowd(3) as people:
            move, *_ticks = people.at_once([discard, late, late])
        timed_out = len(events_of(game, TimedOut))
        outcomes.add(move)
        assert (move, timed_out) in [("done", 0), ("stale", 1)], (move, timed_out)
        assert Game.objects.get(pk=game.pk).seq == before + 1
    assert outcomes <= {"done", "stale"}


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.xdist_group("many connections")
def test_locked_game_is_left_to_the_next_tick() -> None:
    game = timed_game()
    pass_by(BANK + HOUR)
    moment = ticking.beat()
    with crowd(1) as people:
        with transaction.atomic():
            held: store.Loaded = moves.locked(pk=game.pk)
            people.at_once([partial(timeouts.work_off, moment)])
            assert held.game.status == Status.RUNNING
        assert not events_of(game, SecondTerm)
        people.at_once([partial(timeouts.work_off, moment)])
    assert len(events_of(game, SecondTerm)) == 1


def test_two_ticks_after_an_outage_keep_it_once() -> None:
    tick()
    be_away(HOUR)
    ticking.beat()
    ticking.beat()
    assert Outage.objects.count() == 1
    assert is_about(Heartbeat.objects.get(name="tick").at, clock.now())
