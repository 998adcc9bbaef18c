"""The rhythm of a site: what is an outage for it, what outages give back, and a clock that is put right."""

from datetime import datetime, timedelta
from itertools import pairwise

import pytest
from django.db import connection

from accounts.models import User
from games import clock
from games.clocks import ticking
from games.models import Delivery, Game, Heartbeat, Ladder, Motion, Move, Notice, Outage, Seat
from games.rules.announcements import ClocksMoved, SecondTerm
from games.rules.events import TimedOut
from games.rules.table import Ruleset
from games.services import timeouts
from tests.conftest import SOAK
from tests.games import tables
from tests.games.clocks import (
    DAY,
    HOUR,
    be_away,
    due,
    events_of,
    is_about,
    let_tick,
    on_turn,
    pass_by,
    play,
    tick,
    timed_game,
)
from tests.games.post import give_addresses
from tests.games.voting import ask, vote

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def ticks(*minutes: float) -> None:
    """The clock ticks after each of these times."""
    for gap in minutes:
        be_away(gap * MINUTE)
        ticking.beat()


def rhythm() -> float:
    """The rhythm in minutes."""
    return round(ticking.seen(clock.now()).rhythm / MINUTE, 2)


# -- what is an outage


@pytest.mark.parametrize(
    ("pattern", "is_read_as"),
    [
        ([0.5], 1),
        ([1], 1),
        ([5], 5),
        ([60], 60),
        ([25, 25, 10], 25),  # cron's */25
        ([45, 15], 45),
        ([0, 60], 60),  # two machines with one crontab
        ([0, 0, 0, 0, 60], 60),
        ([1, 1, 1, 1, 1, 1, 1, 1, 4], 1),
    ],
)
def test_a_rhythm_is_learned_and_then_nothing_in_it_is_an_outage(pattern: list[float], is_read_as: float) -> None:
    ticking.beat()
    ticks(*pattern * 9)
    before = Outage.objects.count()
    ticks(*[gap for gap in pattern if gap <= is_read_as] * 9)
    assert rhythm() == is_read_as
    assert Outage.objects.count() == before


def test_of_a_new_rhythm_the_first_three_gaps_are_outages() -> None:
    ticking.beat()
    ticks(*[1] * 20, *[60] * 20)
    assert Outage.objects.count() == 3
    assert rhythm() == 60


@pytest.mark.parametrize(("usual", "longest"), [(1, 3), (5, 11), (60, 121)])
def test_two_missing_ticks_in_a_row_are_an_outage_for_this_site(usual: float, longest: float) -> None:
    ticking.beat()
    ticks(*[usual] * 12)
    before = Outage.objects.count()
    ticks(longest - 0.1)
    assert Outage.objects.count() == before
    ticks(*[usual] * 12, longest + 0.1)
    assert Outage.objects.count() == before + 1


def test_one_long_outage_does_not_make_a_slow_rhythm() -> None:
    ticking.beat()
    ticks(*[1] * 9, 9 * 24 * 60, 1, 9 * 24 * 60, 1, 1, 4)
    assert rhythm() == 1
    assert Outage.objects.count() == 3


def test_state_of_the_clock_has_the_outages_of_a_day() -> None:
    assert ticking.seen(clock.now()) == (None, MINUTE, 0, 0)
    ticking.beat()
    ticks(*[1] * 9, 30, 25 * 60, *[1] * 9, 30, 1, 30)
    be_away(-HOUR)
    ticking.beat()  # a clock that was put right is no outage
    beat_state = ticking.seen(clock.now())
    assert (beat_state.outages_today, beat_state.outages) == (2, Outage.objects.latest("pk").pk)
    assert beat_state.age(clock.now() + HOUR) == pytest.approx(HOUR, abs=timedelta(seconds=5))
    assert beat_state.age(clock.now() - HOUR) == timedelta()


# -- what outages give back


@pytest.mark.examples(2)
@pytest.mark.parametrize("every", [2, 3, 4, 5, 10, 60])
def test_nine_days_add_no_wait_beyond_the_next_tick(every: int) -> None:
    tick()
    game = timed_game(bank_hours=12, turn_hours=2)
    let_tick(every * MINUTE, clock.now() + 10 * every * MINUTE)
    began, runs = clock.now(), 0
    while clock.now() < began + 9 * DAY and (SOAK or runs < 12):
        end = due(on_turn(game))
        let_tick(every * MINUTE, end)
        assert clock.now() - end < every * MINUTE
        runs += 1
        assert len(events_of(game, SecondTerm)) + len(events_of(game, TimedOut)) == runs
    assert runs >= 12
    assert Outage.objects.count() <= 3


def test_outages_give_back_in_a_day_what_they_took_and_one_hour() -> None:
    tick()
    game = timed_game(bank_hours=2, turn_hours=1)
    began, hours = clock.now(), list[datetime]()
    ends = began + (9 * DAY if SOAK else 30 * HOUR)
    while clock.now() < ends:
        let_tick(MINUTE, clock.now() + 26 * MINUTE)
        seat, before, log = on_turn(game), due(on_turn(game)), moves_of(game)
        be_away(4 * MINUTE)
        timeouts.work_off(ticking.beat())
        # A line more in the log than that the clocks were moved is a time-out.
        if moves_of(game) == log + 1 and due(seat) - before > 5 * MINUTE:
            hours.append(clock.now())
    assert len(hours) == 1 + (ends - hours[0]) // DAY > 1
    assert all(later - sooner >= DAY for sooner, later in pairwise(hours))
    assert len(events_of(game, SecondTerm)) == 3
    assert len(events_of(game, TimedOut)) > 10


def moves_of(game: Game) -> int:
    """How many lines the log of a game has."""
    return Move.objects.filter(game=game).count()


def test_table_with_its_daily_hour_gets_only_the_outage_back() -> None:
    game = timed_game()
    seat = on_turn(game)
    pass_by(due(seat) - clock.now() - 10 * MINUTE)
    be_away(HOUR)
    tick()
    assert is_about(due(seat), clock.now() + HOUR)
    pass_by(50 * MINUTE)
    be_away(HOUR)
    tick()
    assert is_about(due(seat), clock.now() + 10 * MINUTE)
    assert len(events_of(game, ClocksMoved)) == 2
    Game.objects.filter(pk=game.pk).update(hour_given_at=clock.now() - DAY - HOUR)
    be_away(HOUR)
    tick()
    assert is_about(due(seat), clock.now() + HOUR)


@pytest.mark.postgres
def test_outages_that_a_table_meets_together_are_given_back_once() -> None:
    game = timed_game()
    before, now = due(on_turn(game)), clock.now()
    first, second = (now + hours * HOUR for hours in (1, 5))
    rows = [Outage.objects.create(began_at=began, ended_at=began + HOUR) for began in (first, second)]
    # Where no order is asked for, a row that was saved again comes last.
    rows[0].save()
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_indexscan = off; SET LOCAL enable_bitmapscan = off")
    pass_by(10 * HOUR)
    for _tick in range(2):
        timeouts.work_off(clock.now())
    assert is_about(due(on_turn(game)), before + 2 * HOUR)
    assert events_of(game, ClocksMoved) == [ClocksMoved(minutes=60)]


def test_a_vote_has_after_an_outage_what_it_had_before() -> None:
    game = timed_game()
    ask(game, "Ann", "end")
    pass_by(40 * HOUR)
    be_away(30 * HOUR)
    tick()
    motion = Motion.objects.get(game=game)
    assert motion.decided_at is None
    assert is_about(motion.closes_at, clock.now() + 8 * HOUR)
    pass_by(9 * HOUR)
    tick()
    motion.refresh_from_db()
    assert motion.outcome == "none"


def test_vote_opened_in_an_outage_gets_the_rest_of_it_back() -> None:
    game = timed_game()
    be_away(10 * HOUR)
    ask(game, "Ann", "end")
    be_away(20 * HOUR)
    tick()
    assert is_about(Motion.objects.get(game=game).closes_at, clock.now() + 48 * HOUR)


def test_a_vote_that_was_over_before_an_outage_stays_over() -> None:
    game = timed_game()
    ask(game, "Ann", "end")
    pass_by(48 * HOUR + MINUTE)
    be_away(30 * HOUR)
    tick()
    assert Motion.objects.get(game=game).outcome == "none"


def test_outage_at_a_table_of_friends_gives_an_overdue_seat_nothing() -> None:
    overdue, on_time = (timed_game(seed=seed, ladder=Ladder.FRIENDS) for seed in (1, 2))
    pass_by(70 * HOUR)
    Seat.objects.filter(game=overdue).exclude(due_at=None).update(due_at=clock.now() - HOUR)
    ends = due(on_turn(overdue)), due(on_turn(on_time))
    be_away(5 * HOUR)
    tick()
    assert due(on_turn(overdue)) == ends[0]
    assert is_about(due(on_turn(on_time)), ends[1] + 5 * HOUR)


# -- a clock that was ahead


def put_ahead(span: timedelta) -> None:
    """Put the database's clock ahead; it ticks there for a while."""
    be_away(span)
    tick()
    pass_by(2 * MINUTE)
    tick()


def put_back(span: timedelta) -> None:
    """Put it right; the next tick comes within its minute."""
    be_away(MINUTE / 2 - span)
    tick()


@pytest.mark.parametrize("by", [5 * HOUR, 9 * DAY])
def test_awaited_player_keeps_their_time_after_a_fast_clock(by: timedelta) -> None:
    before, meanwhile = timed_game(seed=1), timed_game(seed=2)
    pass_by(10 * HOUR)
    put_ahead(by)
    play(meanwhile)
    put_back(by)
    assert is_about(due(on_turn(before)), clock.now() + 62 * HOUR - 2.5 * MINUTE)
    assert is_about(due(on_turn(meanwhile)), clock.now() + 72 * HOUR - MINUTE / 2)
    for game in (before, meanwhile):
        seat = on_turn(game)
        game.refresh_from_db()
        assert game.deadline == seat.due_at
        assert seat.awaited_since is not None
        assert seat.awaited_since <= clock.now()


def test_open_window_ends_for_all_together_after_a_clock_correction() -> None:
    hands = {"A": ["EW", "NS"], "B": ["NS"], "C": ["NS"]}
    game = tables.in_position(3, ruleset=Ruleset(modules=("veto",), veto_window=24), hands=hands)
    Game.objects.filter(pk=game.pk).update(bank_hours=72, turn_hours=12)
    tick()
    begun = clock.now()
    User.objects.filter(username="Bo").update(quiet_from=begun.time(), quiet_until=(begun + HOUR).time())
    tables.do(game, "A lay EW 1,0")
    pass_by(HOUR)
    put_ahead(5 * HOUR)
    put_back(5 * HOUR)
    ends = [due(tables.seat_of(game, name)) for name in ("Bo", "Cy")]
    assert ends[0] == ends[1]
    assert is_about(ends[0], begun + 24 * HOUR + MINUTE / 2)


@pytest.mark.parametrize(
    ("by", "waits"),
    # Web may be back for longer than the clock, which then cannot tell any more.
    [(5 * HOUR, MINUTE / 2), (9 * DAY, MINUTE / 2), (9 * DAY, 20 * MINUTE)],
)
def test_awaited_player_loses_nothing_to_a_corrected_clock(by: timedelta, waits: timedelta) -> None:
    game = timed_game()
    pass_by(10 * HOUR)
    put_ahead(by)
    be_away(-by)
    play(game)
    ask(game, "Ann", "end")
    motion = Motion.objects.get(game=game)
    ends, closes = due(on_turn(game)), motion.closes_at
    be_away(waits)
    tick()
    motion.refresh_from_db()
    assert (due(on_turn(game)), motion.closes_at) == (ends, closes)


def test_reminders_and_open_pages_follow_a_clock_that_is_put_right() -> None:
    game = timed_game()
    pass_by(10 * HOUR)
    put_ahead(9 * DAY)
    before = Game.objects.get(pk=game.pk).version
    put_back(9 * DAY)
    seat = on_turn(game)
    assert seat.remind_at is not None
    assert clock.now() < seat.remind_at < due(seat)
    assert Game.objects.get(pk=game.pk).version == before + 1


def test_hour_granted_by_a_fast_clock_is_not_todays() -> None:
    game = timed_game()
    pass_by(due(on_turn(game)) - clock.now() - 10 * MINUTE)
    put_ahead(9 * DAY)
    assert is_about(due(on_turn(game)), clock.now() + 58 * MINUTE)
    put_back(9 * DAY)
    pass_by(50 * MINUTE)
    be_away(HOUR)
    tick()
    assert is_about(due(on_turn(game)), clock.now() + HOUR)


def test_letters_and_votes_of_a_fast_clock_do_not_wait_for_it() -> None:
    game = timed_game()
    put_ahead(9 * DAY)
    give_addresses()
    play(game)
    ask(game, "Ann", "end")
    Notice.objects.filter(done_at=None).update(due_at=clock.now() + MINUTE)
    tried = Notice.objects.filter(done_at=None)[0]
    Delivery.objects.create(notice=tried, channel="email", due_at=clock.now() + MINUTE)
    put_back(9 * DAY)
    assert not Notice.objects.filter(done_at=None, due_at__gt=clock.now() + 2 * MINUTE).exists()
    assert Delivery.objects.get(channel="email").due_at <= clock.now() + 2 * MINUTE
    assert is_about(Motion.objects.get(game=game).closes_at, clock.now() + 48 * HOUR)


def test_pause_lasts_as_asked_whichever_clock_is_wrong() -> None:
    game = timed_game()
    seat = on_turn(game)
    ask(game, "Ann", "pause", days=7)
    vote(game, "Bo", "yes")
    ends = due(seat)
    pass_by(10 * MINUTE)
    put_ahead(5 * HOUR)
    put_back(5 * HOUR)
    assert is_about(due(seat), ends)
    assert Heartbeat.objects.get(name="tick").at <= clock.now()
