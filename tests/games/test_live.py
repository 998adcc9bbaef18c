"""A table that is played live for an hour: who agrees, how long it lasts, and that no player loses anything by it."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.http import Http404

from accounts.models import User
from games import clock
from games.clocks import live as minutes
from games.models import Move, Notice
from games.rules import codec
from games.rules.announcements import LiveEnded, MotionDecided, PauseEnded
from games.rules.events import TimedOut
from games.rules.table import Ruleset
from games.services import leaving, live
from saboteur_site.web.declined import DeclinedError, TooLateError
from tests.factories import UserFactory
from tests.games import tables
from tests.games.clocks import (
    BANK,
    HOUR,
    TURN,
    events_of,
    on_turn,
    pass_by,
    tick,
    timed_game,
)
from tests.games.playing_live import MINUTE, SECOND, answer, fresh, here, play_live, spent, standing_clock
from tests.games.voting import ask, outcome, vote

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def still() -> Iterator[None]:
    with standing_clock():
        yield


# -- agreeing


def test_a_table_is_asked_only_while_all_its_people_are_here() -> None:
    game = timed_game(4)
    for names in ((), ("Ann",), ("Ann", "Bo", "Cy"), ("Bo", "Cy")):
        here(game, names)
        with pytest.raises(DeclinedError, match="Not everyone is here right now, so the table can’t play live"):
            ask(game, "Ann", "live")
    here(game, ("Bo", "Cy", "Dee"))  # the asking player is here
    ask(game, "Ann", "live")
    assert outcome(game, "live") == ""
    assert not Notice.objects.filter(kind="vote").exists()


def test_bots_are_present_and_resting_seats_not_asked_to_play_live() -> None:
    people = [UserFactory.create(username=name, is_bot=name == "Flint") for name in ("Ann", "Bo", "Flint")]
    game = timed_game(people)
    here(game)
    ask(game, "Ann", "live")
    vote(game, "Bo", "yes", "live")
    assert minutes.is_on(fresh(game), clock.now())
    other = timed_game(3, code="other")
    tables.do(other, "= bot C")
    here(other, ["Ann", "Bo"])
    ask(other, "Ann", "live")
    vote(other, "Bo", "yes", "live")
    assert minutes.is_on(fresh(other), clock.now())
    alone = timed_game(3, code="alone")
    tables.do(alone, "= sleep B", "= bot C")
    here(alone)
    with pytest.raises(DeclinedError, match="Not everyone is here right now, so the table can’t play live"):
        ask(alone, "Ann", "live")


def test_single_person_among_bots_needs_no_agreement() -> None:
    people = [UserFactory.create(username=name, is_bot=name != "Ann") for name in ("Ann", "Flint", "Onyx")]
    game = timed_game(people)
    here(game)
    with pytest.raises(DeclinedError, match="Not everyone is here right now, so the table can’t play live"):
        ask(game, "Ann", "live")


def test_a_cache_that_is_away_means_that_not_all_are_here(monkeypatch: pytest.MonkeyPatch) -> None:
    game = timed_game(3)
    here(game)
    monkeypatch.setattr(cache, "get_many", lambda _keys: {})
    with pytest.raises(DeclinedError, match="Not everyone is here right now, so the table can’t play live"):
        ask(game, "Ann", "live")


def test_all_have_to_agree_and_one_who_does_not_is_not_named() -> None:
    game = timed_game(4)
    here(game)
    ask(game, "Ann", "live")
    vote(game, "Bo", "yes", "live")
    vote(game, "Cy", "yes", "live")
    assert fresh(game).live_since is None
    vote(game, "Dee", "no", "live")
    assert outcome(game, "live") == "none"
    assert events_of(game, MotionDecided) == [MotionDecided(matter="live", outcome="none")]
    with pytest.raises(DeclinedError, match="in a few minutes"):
        ask(game, "Bo", "live")
    pass_by(6 * MINUTE)
    ask(game, "Bo", "live")


def test_yes_can_be_withdrawn_before_the_last_one_agrees() -> None:
    game = timed_game(3)
    here(game)
    ask(game, "Ann", "live")
    vote(game, "Bo", "yes", "live")
    vote(game, "Ann", "no", "live")
    assert (outcome(game, "live"), fresh(game).live_since) == ("none", None)


def test_question_lasts_ten_minutes_at_most() -> None:
    game = timed_game(3)
    here(game)
    ask(game, "Ann", "live")
    pass_by(11 * MINUTE)
    with pytest.raises(TooLateError, match="over"):
        vote(game, "Bo", "yes", "live")
    tick()
    assert (outcome(game, "live"), fresh(game).live_since) == ("none", None)


def test_player_who_agreed_and_left_does_not_play_live() -> None:
    game = timed_game(3)
    here(game)
    ask(game, "Ann", "live")
    vote(game, "Bo", "yes", "live")
    here(game, ("Bo",))
    vote(game, "Cy", "yes", "live")
    assert (outcome(game, "live"), fresh(game).live_since) == ("none", None)
    assert events_of(game, MotionDecided) == [MotionDecided(matter="live", outcome="none")]


def test_last_player_to_agree_counts_as_present() -> None:
    game = timed_game(3)
    here(game)
    ask(game, "Ann", "live")
    vote(game, "Bo", "yes", "live")
    here(game, ("Ann", "Bo"))
    vote(game, "Cy", "yes", "live")
    assert fresh(game).live_since is not None


def test_last_player_left_of_those_asked_does_not_play_live() -> None:
    game = timed_game([UserFactory.create(username=name, is_bot=name == "Flint") for name in ("Ann", "Bo", "Flint")])
    here(game)
    ask(game, "Ann", "live")
    leaving.leave(user=tables.seat_of(game, "Bo").user, code=game.code)
    assert (outcome(game, "live"), fresh(game).live_since) == ("none", None)


def test_a_table_without_a_clock_has_its_minute_too() -> None:
    game = timed_game(3, bank_hours=0, turn_hours=0)
    play_live(game)
    answer(game, 30 * SECOND)
    pass_by(MINUTE)
    tick()
    assert len(events_of(game, LiveEnded)) == 1
    assert [seat.due_at for seat in tables.seats_of(game)] == [None] * 3
    assert fresh(game).deadline is None


# -- while it lasts


def test_each_decision_has_a_minute_and_no_bank_is_touched() -> None:
    game = timed_game(3)
    answer(game, 30 * HOUR)
    answer(game, 5 * HOUR)
    banks = spent(game)
    pass_by(20 * HOUR)
    before = on_turn(game)
    play_live(game)
    game = fresh(game)
    assert (game.paused_until, game.deadline) == (clock.now() + MINUTE, clock.now() + MINUTE)
    for _turn in range(9):
        answer(game, 50 * SECOND)
        tick()
        game = fresh(game)
        assert minutes.seconds_left(game, clock.now()) == 60
        assert on_turn(game).due_at > clock.now() + MINUTE + TURN  # type: ignore[operator]
    now = spent(game)
    used = round((20 * HOUR).total_seconds())
    banks[before.number] = max(banks[before.number], used)  # what was used of the first decision before it began
    assert now == banks
    assert not events_of(game, TimedOut)


def test_after_a_minute_the_table_plays_over_days_with_the_banks_it_had() -> None:
    game = timed_game(3)
    answer(game, 30 * HOUR)
    play_live(game)
    answer(game, 10 * SECOND)
    answer(game, 10 * SECOND)
    banks = spent(game)
    seat, fell = on_turn(game), clock.now() + MINUTE
    pass_by(MINUTE + 25 * SECOND)
    tick()
    tick()
    game = fresh(game)
    assert (game.live_since, game.paused_at, game.paused_until) == (None, None, None)
    assert len(events_of(game, LiveEnded)) == 1
    assert not events_of(game, PauseEnded)
    allowed = min(BANK, BANK - timedelta(seconds=banks[seat.number]) + TURN)
    seat.refresh_from_db()
    assert (seat.due_at, game.deadline) == (fell + allowed, fell + allowed)
    banks[seat.number] = round((BANK - allowed).total_seconds())
    assert spent(game) == banks
    assert [(seat.missed, seat.forgiven) for seat in tables.seats_of(game)] == [(0, False)] * 3


def test_it_ends_after_an_hour_in_the_middle_of_a_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    assert minutes.LASTS == HOUR
    monkeypatch.setattr(minutes, "LASTS", 2 * MINUTE)
    game = timed_game(3)
    play_live(game)
    began = clock.now()
    answer(game, 50 * SECOND)
    answer(game, 50 * SECOND)
    assert fresh(game).paused_until == began + 2 * MINUTE
    pass_by(30 * SECOND)
    tick()
    assert (fresh(game).live_since, len(events_of(game, LiveEnded))) == (None, 1)


def test_late_live_move_counts_after_the_fall_back_is_logged() -> None:
    game = timed_game(3)
    play_live(game)
    seq, mover = fresh(game).seq, on_turn(game)
    answer(game, 70 * SECOND)
    line = Move.objects.get(game=game, seq=seq + 1)
    first, *others = codec.decode_events(line.events)
    assert (line.seat, first) == (mover.number, LiveEnded())
    assert others
    mover.refresh_from_db()
    assert mover.spent == 10
    assert fresh(game).live_since is None


def test_when_a_page_is_away_the_next_move_ends_it_and_counts() -> None:
    game = timed_game(3)
    play_live(game)
    answer(game, 20 * SECOND)
    mover = on_turn(game)
    here(game, [seat.user.username for seat in tables.seats_of(game)][:2])
    answer(game, 20 * SECOND)
    assert (fresh(game).live_since, len(events_of(game, LiveEnded))) == (None, 1)
    assert on_turn(game) != mover
    seat = on_turn(game)
    assert seat.due_at == clock.now() + BANK
    assert fresh(game).deadline == seat.due_at


def test_move_counts_as_presence_without_a_poll() -> None:
    game = timed_game(3)
    play_live(game)
    mover = on_turn(game).user.username
    here(game, {seat.user.username for seat in tables.seats_of(game)} - {mover})
    answer(game, 20 * SECOND)
    assert fresh(game).live_since is not None


def test_one_tap_ends_live_play_for_all_and_a_second_does_nothing() -> None:
    game = timed_game(3)
    play_live(game)
    answer(game, 20 * SECOND)
    pass_by(15 * SECOND)
    bo = tables.seat_of(game, "Bo").user
    live.back_to_days(user=bo, code=game.code)
    seat = on_turn(game)
    assert (seat.due_at, fresh(game).live_since) == (clock.now() + BANK, None)
    version = fresh(game).version
    live.back_to_days(user=bo, code=game.code)
    assert (fresh(game).version, len(events_of(game, LiveEnded))) == (version, 1)
    with pytest.raises(Http404):
        live.back_to_days(user=UserFactory.create(username="Zed"), code=game.code)
    over = tables.play_to_the_end(timed_game(3, code="over", ruleset=Ruleset(rounds=1)))
    live.back_to_days(user=bo, code=over.code)


def test_whose_time_was_nearly_over_has_an_hour_after_it() -> None:
    game = timed_game(3)
    seat = on_turn(game)
    pass_by(BANK - MINUTE)
    play_live(game)
    pass_by(2 * MINUTE)
    tick()
    seat.refresh_from_db()
    assert seat.due_at == fresh(game).moved_at + BANK + HOUR  # type: ignore[operator]
    assert (seat.missed, seat.forgiven, seat.resting) == (0, False, "")


def test_hour_of_a_late_seat_does_not_fill_the_bank() -> None:
    game = timed_game(3)
    seat = on_turn(game)
    pass_by(BANK - MINUTE)
    play_live(game)
    answer(game, 5 * SECOND)
    seat.refresh_from_db()
    assert BANK - timedelta(seconds=seat.spent) == MINUTE


def test_quiet_hours_do_not_count_while_it_lasts_and_count_after_it() -> None:
    game = timed_game(3)
    begins = clock.now()
    quiet = {"time_zone": "UTC", "quiet_from": begins.time(), "quiet_until": (begins + 4 * HOUR).time()}
    User.objects.filter(seats__game=game).update(**quiet)
    play_live(game)
    answer(game, 30 * SECOND)
    assert minutes.seconds_left(fresh(game), clock.now()) == 60
    pass_by(2 * MINUTE)
    tick()
    nights = 4 * 4 * HOUR  # tonight and three more, which a bank of three days is awake for
    assert abs(on_turn(game).due_at - (begins + BANK + nights)) < HOUR  # type: ignore[operator]
