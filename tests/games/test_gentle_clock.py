"""What comes before a decision is lost: being told of it, vacation days, time from the host, people who decide."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User, VacationDay
from games import clock
from games.clocks import ticking
from games.mail import outbox
from games.models import Game, Ladder, Notice, Seat
from games.rules.announcements import OnVacation, SecondTerm, TimeGiven
from games.rules.events import TimedOut
from games.rules.table import Ruleset
from games.services import timeouts
from tests.factories import UserFactory
from tests.games import tables
from tests.games.clocks import (
    BANK,
    DAY,
    HOUR,
    TURN,
    due,
    events_of,
    is_about,
    miss,
    on_turn,
    pass_by,
    play_until,
    submit_something,
    tick,
    timed_game,
)
from tests.games.crowd import crowd
from tests.games.post import give_addresses

pytestmark = pytest.mark.django_db


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """The outbox does not run: no player is notified."""
    monkeypatch.setattr(outbox, "send_due", lambda: 0)


def untold_game() -> Seat:
    """Who is on turn at a table where all have addresses and no player was notified."""
    tables.people(3)
    give_addresses()
    return on_turn(timed_game())


def time_passes(seat: Seat, after: timedelta) -> None:
    """Tick so long after the deadline of a seat."""
    pass_by(due(seat) + after - clock.now())
    tick()


# -- told before timed out


@pytest.mark.usefixtures("silent")
def test_unnotified_player_is_waited_for_at_most_a_day() -> None:
    seat = untold_game()
    end = due(seat)
    for hours in (0, 1, 12, 23):
        pass_by(end + hours * HOUR - clock.now() + timedelta(minutes=1))
        tick()
        assert not events_of(seat.game, SecondTerm)
        assert due(seat) == end
    Game.objects.update(deadline=end)
    timeouts.work_off(end + DAY)
    assert len(events_of(seat.game, SecondTerm)) == 1


@pytest.mark.usefixtures("silent")
def test_unnotified_player_is_checked_every_ten_minutes() -> None:
    seat = untold_game()
    time_passes(seat, HOUR)
    assert timeouts.work_off(clock.now()) == 0
    assert timeouts.work_off(clock.now() + timedelta(minutes=11)) == 1


@pytest.mark.usefixtures("silent")
@pytest.mark.parametrize("outcome", ["sent", "seen", "dead"])
def test_late_notified_player_has_an_hour_and_sees_it(outcome: str) -> None:
    seat = untold_game()
    time_passes(seat, 2 * HOUR)
    notified_at = clock.now()
    Notice.objects.filter(user=seat.user_id).update(done_at=notified_at, outcome=outcome)
    version = Game.objects.get(pk=seat.game_id).version
    pass_by(timedelta(minutes=15))
    tick()
    assert not events_of(seat.game, SecondTerm)
    assert due(seat) == notified_at + HOUR == Game.objects.get(pk=seat.game_id).deadline
    assert Game.objects.get(pk=seat.game_id).version == version + 1
    time_passes(seat, timedelta(minutes=1))
    assert len(events_of(seat.game, SecondTerm)) == 1


@pytest.mark.usefixtures("silent")
def test_opening_the_table_counts_as_notified() -> None:
    seat = untold_game()
    Notice.objects.update(done_at=clock.now(), outcome="sent")
    tables.play_on(seat.game, 1)
    seat = on_turn(seat.game)
    tables.browser_of(seat.user).get(f"/t/{seat.game.code}/")
    time_passes(seat, timedelta(minutes=1))
    assert not events_of(seat.game, SecondTerm)
    assert Notice.objects.filter(user=seat.user_id).latest("seq").outcome == "seen"
    time_passes(seat, timedelta(minutes=1))
    assert len(events_of(seat.game, SecondTerm)) == 1


@pytest.mark.usefixtures("silent")
@pytest.mark.parametrize("why", ["no address", "not wanted"])
def test_unreachable_or_unwilling_player_is_notified_at_turn_start(why: str) -> None:
    seat = untold_game()
    if why == "no address":
        User.objects.update(email="")
    else:
        seat.user.muted.create(channel="email", event="turn")
    time_passes(seat, timedelta(minutes=1))
    assert len(events_of(seat.game, SecondTerm)) == 1


def test_player_notified_in_time_gets_no_extension() -> None:
    seat = untold_game()
    outbox.send_due()
    time_passes(seat, timedelta(minutes=1))
    assert len(events_of(seat.game, SecondTerm)) == 1


def test_games_that_are_not_due_cost_nothing() -> None:
    for seed in range(4):
        timed_game(seed=seed)
    timeouts.work_off(clock.now())
    with CaptureQueriesContext(connection) as queries:
        timeouts.work_off(clock.now())
    assert len(queries) == 3


# -- vacation days


def days_of(seat: Seat) -> int:
    return VacationDay.objects.filter(user=seat.user_id).count()


def test_a_vacation_day_comes_before_the_second_term_and_is_announced() -> None:
    seat = on_turn(timed_game(vacations=True))
    miss(seat.game)
    assert events_of(seat.game, OnVacation) == [OnVacation(seat=seat.number)]
    assert not events_of(seat.game, SecondTerm)
    assert (days_of(seat), on_turn(seat.game)) == (1, seat)
    assert is_about(due(seat), clock.now() + DAY)


def test_when_all_days_are_used_the_ladder_goes_on() -> None:
    seat = on_turn(timed_game(vacations=True))
    for _day in range(15):
        miss(seat.game)
    assert days_of(seat) == 14
    assert len(events_of(seat.game, OnVacation)) == 14
    assert len(events_of(seat.game, SecondTerm)) == 1
    assert not events_of(seat.game, TimedOut)


@pytest.mark.parametrize("off", ["table", "player"])
def test_no_vacation_day_is_used_where_they_do_not_count(off: str) -> None:
    seat = on_turn(timed_game(vacations=off != "table"))
    User.objects.update(vacations=off != "player")
    miss(seat.game)
    assert (days_of(seat), len(events_of(seat.game, SecondTerm))) == (0, 1)


def test_one_day_covers_all_tables_of_a_player() -> None:
    games = [timed_game(seed=seed, vacations=True) for seed in (1, 2, 3, 4, 5, 6)]
    seats = [on_turn(game) for game in games]
    pass_by(BANK + timedelta(minutes=1))
    tick()
    assert len({seat.user_id for seat in seats}) < len(seats)
    assert VacationDay.objects.count() == len({seat.user_id for seat in seats})
    assert all(due(seat) > clock.now() + DAY - HOUR for seat in seats)


def test_a_vacation_day_fills_no_bank() -> None:
    seat = on_turn(timed_game(vacations=True))
    miss(seat.game)
    assert submit_something(seat.game, seat) == "done"
    play_until(seat.game, seat.number)
    # The clock sleeps for the rest of the day, and there is nothing but what a turn adds.
    midnight = (clock.now() + DAY).replace(hour=0, minute=0, second=0, microsecond=0)
    assert is_about(due(seat), midnight + TURN)


def test_days_entered_ahead_are_left_out_of_the_clocks_of_turns_to_come() -> None:
    game = timed_game(vacations=True)
    first, end = on_turn(game), due(on_turn(game))
    today = clock.now().date()
    for user in User.objects.all():
        VacationDay.objects.bulk_create(VacationDay(user=user, day=today + number * DAY) for number in (1, 2))
    assert due(first) == end
    assert submit_something(game, first) == "done"
    assert is_about(due(on_turn(game)), clock.now() + BANK + 2 * DAY)


def test_days_entered_ahead_are_nothing_to_a_table_where_they_do_not_count() -> None:
    game = timed_game(vacations=False)
    today = clock.now().date()
    for user in User.objects.all():
        VacationDay.objects.bulk_create(VacationDay(user=user, day=today + number * DAY) for number in (1, 2))
    assert submit_something(game, on_turn(game)) == "done"
    assert is_about(due(on_turn(game)), clock.now() + BANK)


def test_days_entered_in_a_turn_take_nothing_from_its_bank() -> None:
    game = timed_game(vacations=True)
    seat = on_turn(game)
    days = (VacationDay(user=seat.user, day=clock.now().date() + number * DAY) for number in (1, 2, 3))
    VacationDay.objects.bulk_create(days)
    pass_by(HOUR)
    assert submit_something(game, seat) == "done"
    seat.refresh_from_db()
    assert abs(seat.spent - HOUR.total_seconds()) < 30


def test_days_entered_ahead_give_nothing_to_the_bank_of_a_turn() -> None:
    game = timed_game(vacations=True)
    seat = on_turn(game)
    VacationDay.objects.create(user=seat.user, day=clock.now().date() + 2 * DAY)
    tables.play_on(game, 1)
    play_until(game, seat.number)
    pass_by(HOUR)
    assert submit_something(game, seat) == "done"
    seat.refresh_from_db()
    assert abs(seat.spent - HOUR.total_seconds()) < 30


# -- an empty bank


def test_an_empty_bank_still_leaves_an_hour() -> None:
    game = timed_game(bank_hours=5, turn_hours=0)
    seat = on_turn(game)
    pass_by(5 * HOUR - timedelta(minutes=1))
    assert submit_something(game, seat) == "done"
    play_until(game, seat.number)
    assert is_about(due(seat), clock.now() + HOUR)
    miss(game)
    assert events_of(game, SecondTerm) == [SecondTerm(seat=seat.number, hours=1)]
    assert is_about(due(seat), clock.now() + HOUR)


def test_table_of_friends_says_since_when_a_seat_is_overdue() -> None:
    game = timed_game(ladder=Ladder.FRIENDS)
    seat = on_turn(game)
    time_passes(seat, 2 * DAY)
    for person in tables.seats_of(game):
        assert "overdue since" in tables.browser_of(person.user).get(f"/t/{game.code}/").content.decode()
        assert "Time’s up" in tables.browser_of(person.user).get("/").content.decode()


# -- time from the host


def give(game: Game, seat: Seat, hours: int = 12, *, by: str = "Ann", seq: int | None = None) -> int:
    """Post the form of a host; the status of the answer."""
    fresh = Game.objects.get(pk=game.pk)
    form = {"seat": seat.number, "hours": hours, "seq": fresh.seq if seq is None else seq}
    return tables.browser_of(by).post(reverse("games:give", args=[game.code]), form).status_code


def game_where_bo_is_on_turn(**more: Any) -> tuple[Game, Seat]:
    """A table whose host is Ann, and the seat of Bo, who is on turn."""
    game = timed_game(**more)
    play_until(game, 1)
    return game, on_turn(game)


def test_time_given_by_the_host_is_public_and_fills_no_bank() -> None:
    game, bo = game_where_bo_is_on_turn()
    pass_by(2 * HOUR)
    before = due(bo)
    assert give(game, bo, 24) == 303
    assert due(bo) == before + DAY == Game.objects.get(pk=game.pk).deadline
    assert events_of(game, TimeGiven) == [TimeGiven(seat=1, hours=24)]
    assert Game.objects.get(pk=game.pk).given_hours == 24
    assert submit_something(game, bo) == "done"
    bo.refresh_from_db()
    assert abs(bo.spent - 2 * HOUR.total_seconds()) < 30


def test_an_overdue_seat_has_the_time_from_now_on() -> None:
    game, bo = game_where_bo_is_on_turn(ladder=Ladder.FRIENDS)
    time_passes(bo, 2 * DAY)
    assert give(game, bo, 12) == 303
    assert is_about(due(bo), clock.now() + TURN)
    bo.refresh_from_db()
    assert bo.remind_at is not None


def test_a_form_that_is_sent_twice_gives_once() -> None:
    game, bo = game_where_bo_is_on_turn()
    seq = Game.objects.get(pk=game.pk).seq
    assert [give(game, bo, seq=seq), give(game, bo, seq=seq)] == [303, 409]
    assert len(events_of(game, TimeGiven)) == 1


def test_a_host_can_give_seven_days_in_a_game_and_only_what_is_left() -> None:
    game, bo = game_where_bo_is_on_turn()
    Game.objects.filter(pk=game.pk).update(given_hours=150)
    page = tables.browser_of("Ann").get(f"/t/{game.code}/").content.decode()
    assert '<option value="12">12 hours</option>\n</select>' in page
    assert "You can give 18 more hours in this game." in page
    assert [give(game, bo, hours) for hours in (24, 13, 12, 12)] == [422, 422, 303, 422]
    assert "Give time" not in tables.browser_of("Ann").get(f"/t/{game.code}/").content.decode()


def test_only_the_host_gives_time_and_never_to_themselves() -> None:
    game, bo = game_where_bo_is_on_turn()
    assert give(game, bo, by="Cy") == 403
    UserFactory.create(username="Zoe")
    assert give(game, bo, by="Zoe") == 404
    assert give(game, tables.seat_of(game, "Cy")) == 422
    assert "Give time" not in tables.browser_of("Cy").get(f"/t/{game.code}/").content.decode()
    play_until(game, 0)
    assert give(game, on_turn(game)) == 422
    assert "Give time" not in tables.browser_of("Ann").get(f"/t/{game.code}/").content.decode()
    assert not events_of(game, TimeGiven)


def test_a_window_has_its_own_hours_which_no_host_adds_to() -> None:
    hands = {"A": ["EW", "NS"], "B": ["NS"], "C": ["NS"]}
    game = tables.in_position(3, ruleset=Ruleset(modules=("veto",), veto_window=12), hands=hands)
    Game.objects.filter(pk=game.pk).update(bank_hours=72, turn_hours=12)
    tables.do(game, "A lay EW 1,0")
    assert give(game, tables.seat_of(game, "Bo")) == 422
    assert "Give time" not in tables.browser_of("Ann").get(f"/t/{game.code}/").content.decode()


@pytest.mark.examples(2)
@pytest.mark.parametrize("wrong", [{"hours": "x"}, {"hours": "10" * 30}, {"seat": "-1"}, {"seq": "\0"}, {}])
def test_invalid_gift_gets_a_sentence(wrong: dict[str, str]) -> None:
    game, _bo = game_where_bo_is_on_turn()
    answer = tables.browser_of("Ann").post(reverse("games:give", args=[game.code]), wrong)
    assert (answer.status_code, "You can’t give that" in answer.content.decode()) == (422, True)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.xdist_group("many connections")
def test_of_a_gift_and_two_ticks_that_come_together_the_first_one_counts() -> None:
    for seed in range(6):
        game = timed_game(seed=seed)
        play_until(game, 1)
        bo, seq = on_turn(game), Game.objects.get(pk=game.pk).seq
        Seat.objects.filter(pk=bo.pk).update(forgiven=True)
        pass_by(due(bo) - clock.now() + HOUR)
        moment = ticking.beat()
        late = partial(timeouts.work_off, moment)
        with crowd(3) as people:
            status, *_ticks = people.at_once([partial(give, game, bo, seq=seq), late, late])
        outcome = (status, len(events_of(game, TimeGiven)), len(events_of(game, TimedOut)))
        assert outcome in [(303, 1, 0), (409, 0, 1)], outcome
        assert Game.objects.get(pk=game.pk).given_hours == (12 if status == 303 else 0)
