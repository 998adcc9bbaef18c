"""A table pauses: no clock runs, moves may still be made, and everybody has afterwards what they had before."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games import clock
from games.models import Game, Ladder, Outage
from games.rules.announcements import ClocksMoved, PauseEnded, SecondTerm
from games.rules.table import Ruleset
from saboteur_site.web.declined import DeclinedError
from tests.games import tables
from tests.games.clocks import (
    BANK,
    DAY,
    HOUR,
    TURN,
    be_away,
    due,
    events_of,
    is_about,
    on_turn,
    pass_by,
    play,
    play_until,
    tick,
    timed_game,
)
from tests.games.voting import ask, vote

pytestmark = pytest.mark.django_db


def pause(game: Game, days: int) -> None:
    """The table of Ann, Bo and Cy pauses from now on."""
    ask(game, "Ann", "pause", days=days)
    vote(game, "Bo", "yes")
    game.refresh_from_db()
    assert game.paused_until is not None
    assert game.deadline == game.paused_until


def test_awaited_player_has_the_same_time_after_a_pause() -> None:
    game = timed_game()
    seat = on_turn(game)
    pass_by(DAY)
    pause(game, 3)
    assert is_about(due(seat), clock.now() + 3 * DAY + BANK - DAY)
    pass_by(3 * DAY + HOUR)
    tick()
    tick()
    game.refresh_from_db()
    assert (game.paused_at, game.paused_until, game.deadline) == (None, None, due(seat))
    assert is_about(due(seat), clock.now() - HOUR + BANK - DAY)
    assert len(events_of(game, PauseEnded)) == 1
    assert not events_of(game, SecondTerm)


def test_a_clock_sleeps_in_quiet_hours_after_a_pause_too() -> None:
    begun = clock.now()
    tables.people(3)
    User.objects.update(quiet_from=(begun + 6 * HOUR).time(), quiet_until=(begun + 16 * HOUR).time())
    game = timed_game(bank_hours=12, turn_hours=2)
    pass_by(HOUR)
    pause(game, 1)
    assert is_about(due(on_turn(game)), begun + DAY + 22 * HOUR)


def test_time_after_a_pause_is_laid_around_the_coming_free_days() -> None:
    clock.offset = datetime(2027, 5, 5, 9, tzinfo=UTC) - timezone.now()  # a Wednesday
    tables.people(3)
    User.objects.update(free_days="56")
    game = timed_game(bank_hours=24, turn_hours=0)
    seat = on_turn(game)
    assert is_about(due(seat), datetime(2027, 5, 6, 9, tzinfo=UTC))
    pass_by(HOUR)
    pause(game, 2)
    # Until Friday at ten; fourteen hours of that day are left, and nine of Monday.
    assert is_about(due(seat), datetime(2027, 5, 10, 9, tzinfo=UTC))


def test_table_in_a_pause_through_an_outage_goes_on_after_it() -> None:
    game = timed_game()
    pass_by(BANK - HOUR)
    pause(game, 3)
    pass_by(timedelta())
    be_away(DAY)
    tick()
    assert not events_of(game, ClocksMoved)
    assert Game.objects.get(pk=game.pk).outage_met == Outage.objects.get().pk
    for span, terms in ((2 * DAY, 0), (2 * HOUR, 1)):
        pass_by(span)
        tick()
        assert len(events_of(game, SecondTerm)) == terms


def test_move_in_a_pause_uses_the_bank_and_starts_the_next_clock_late() -> None:
    game = timed_game()
    first = on_turn(game)
    pass_by(2 * DAY)
    pause(game, 7)
    until = game.paused_until
    assert until is not None
    pass_by(3 * DAY)
    play(game)
    assert is_about(due(on_turn(game)), until + BANK)
    play_until(game, first.number)
    assert is_about(due(first), until + BANK - 2 * DAY + TURN)
    first.refresh_from_db()
    assert is_about(clock.now() + timedelta(seconds=first.spent), clock.now() + 2 * DAY - TURN)


def test_pause_stops_every_deadline() -> None:
    game = timed_game()
    pass_by(BANK - HOUR)
    pause(game, 7)
    for _day in range(6):
        pass_by(DAY)
        tick()
    assert not events_of(game, SecondTerm)
    pass_by(DAY + 2 * HOUR)
    tick()
    assert len(events_of(game, SecondTerm)) == 1


def test_the_hours_of_a_window_wait_too() -> None:
    rules = Ruleset(modules=("veto",), veto_window=24)
    game = tables.in_position(3, ruleset=rules, hands={"A": ["EW", "NS"], "B": ["NESW", "EW"], "C": ["veto", "map"]})
    Game.objects.filter(pk=game.pk).update(bank_hours=72, turn_hours=12)
    tables.do(game, "A lay EW 1,0")
    end = clock.now() + 24 * HOUR
    User.objects.filter(username="Bo").update(quiet_from=(end - HOUR).time(), quiet_until=(end + 2 * HOUR).time())
    pass_by(4 * HOUR)
    pause(game, 2)
    assert is_about(due(tables.seat_of(game, "Bo")), clock.now() + 2 * DAY + 20 * HOUR)
    assert due(tables.seat_of(game, "Bo")) == due(tables.seat_of(game, "Cy"))


@pytest.mark.parametrize(("away", "owed"), [(DAY, timedelta()), (4 * DAY, DAY)])
def test_an_outage_gives_back_only_what_it_took_outside_the_pause(away: timedelta, owed: timedelta) -> None:
    game = timed_game()
    seat = on_turn(game)
    pause(game, 3)
    before = due(seat)
    pass_by(timedelta())
    be_away(away)
    tick()
    assert Outage.objects.count() == 1
    assert is_about(due(seat), before + owed)
    assert bool(events_of(game, ClocksMoved)) == bool(owed)
    assert len(events_of(game, PauseEnded)) == bool(owed)


def test_pause_begun_without_ticks_counts_the_outage_before_it() -> None:
    game = timed_game()
    seat = on_turn(game)
    be_away(10 * HOUR)
    pause(game, 3)
    before = due(seat)
    be_away(HOUR)
    tick()
    assert is_about(due(seat), before + 10 * HOUR)


def test_pause_at_a_table_of_friends_ends_by_itself_without_misses() -> None:
    game = timed_game()
    Game.objects.filter(pk=game.pk).update(ladder=Ladder.FRIENDS)
    seat = on_turn(game)
    asker = next(name for name in ("Ann", "Bo", "Cy") if name != seat.user.username)
    pass_by(BANK + HOUR)
    tick()
    pause(game, 1)
    with pytest.raises(DeclinedError, match="This player isn’t away, so there’s nothing to vote on"):
        ask(game, asker, "absent", about=seat.number)
    pass_by(DAY + HOUR)
    tick()
    assert len(events_of(game, PauseEnded)) == 1
    assert not events_of(game, SecondTerm)
    ask(game, asker, "absent", about=seat.number)


def test_everybody_sees_until_when_the_table_pauses() -> None:
    game = timed_game()
    pause(game, 2)
    for name in ("Ann", "Bo", "Cy"):
        assert "Paused until" in tables.browser_of(name).get(f"/t/{game.code}/").content.decode()
