"""Where nothing happens by itself: a reminder a week, and one notification of the others that they can vote."""

from collections.abc import Iterator
from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.core import mail
from django.core.cache import cache

from accounts.models import User
from games.models import Game, Ladder, Notice, Seat
from games.sheets.motions import VoteChoice
from tests.games import tables
from tests.games.clocks import BANK, DAY, due, on_turn, pass_by, sweep, timed_game, turnable
from tests.games.post import give_addresses
from tests.games.voting import ask, vote

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_alone")]
NO_CLOCK = {"bank_hours": 0, "turn_hours": 0}


@pytest.fixture(autouse=True)
def clock_put_back() -> Iterator[None]:
    with turnable():
        yield


def waiting_seat(**fields: Any) -> Seat:
    """Who is on turn at a table where nothing happens by itself; all have addresses and no mail yet."""
    tables.people(3)
    give_addresses()
    User.objects.update(reminders="")
    seat = on_turn(timed_game(**fields))
    sweep()
    mail.outbox.clear()
    return seat


def pass_days(days: int) -> None:
    """Let days pass, with the clock at work each day."""
    for _ in range(days):
        pass_by(DAY)
        sweep()


def kinds_to(seat: Seat) -> list[str]:
    """What became mails to the player of a seat since its turn began: the names of reminders, or the kind."""
    found = Notice.objects.filter(user=seat.user_id, outcome="sent").exclude(kind="turn").order_by("pk")
    return [one.dedupe.split(":")[3] if one.kind == "reminder" else one.kind for one in found]


def others(seat: Seat) -> list[Seat]:
    return [one for one in tables.seats_of(seat.game) if one != seat]


def test_without_a_clock_one_reminder_a_week_is_sent_for_sixty_days() -> None:
    seat = waiting_seat(**NO_CLOCK)
    pass_days(60)
    assert kinds_to(seat) == [f"week-{week}" for week in range(1, 9)]
    assert "is still waiting for you, so far for this long: 56 days." in str(mail.outbox[-1].body)


def test_after_the_last_daily_reminder_friends_get_one_a_week() -> None:
    seat = waiting_seat(ladder=Ladder.FRIENDS)
    pass_days(3 + 3 + 22)
    assert kinds_to(seat) == ["over-0", "over-1", "over-2", "over-3", "week-1", "week-2", "week-3"]


@pytest.mark.examples(1)
@pytest.mark.parametrize(("fields", "after"), [(NO_CLOCK, 8 * DAY), ({"ladder": Ladder.FRIENDS}, BANK + 4 * DAY)])
def test_others_are_notified_once_that_they_can_vote(fields: dict[str, int | str], after: timedelta) -> None:
    seat = waiting_seat(**fields)
    pass_days(after.days - 1)
    assert [kinds_to(other) for other in others(seat)] == [[], []]
    pass_days(2)
    assert [kinds_to(other) for other in others(seat)] == [["vote"], ["vote"]]
    (text, *_) = [str(one.body) for one in mail.outbox if one.subject == "You can vote on a seat: Friday dwarves"]
    assert f"{seat.user.username} hasn’t moved at the table “Friday dwarves” for a while." in text
    assert f"/t/{seat.game.code}/asked/away/" in text

    pass_days(40)
    assert [kinds_to(other) for other in others(seat)] == [["vote"], ["vote"]]


def test_a_move_ends_the_reminders_and_the_next_seat_has_its_own() -> None:
    seat = waiting_seat(**NO_CLOCK)
    pass_days(9)
    tables.play_on(seat.game, 1)
    following = on_turn(seat.game)
    assert following != seat
    cache.clear()
    before = kinds_to(seat)
    pass_days(9)
    assert kinds_to(seat) == [*before, "vote"]
    assert kinds_to(following) == ["vote", "week-1"]


def test_seat_question_is_dropped_after_the_vote() -> None:
    seat = waiting_seat(**NO_CLOCK)
    pass_days(4)
    first, _second = (one.user.username for one in others(seat))
    ask(seat.game, first, "absent", about=seat.number)
    vote(seat.game, first, VoteChoice.WAIT, "absent")
    pass_days(8)
    assert "You can vote on a seat: Friday dwarves" not in {str(one.subject) for one in mail.outbox}
    assert kinds_to(seat) == ["week-1"]


@pytest.mark.soak
def test_a_deadline_that_moves_tells_the_others_no_second_time() -> None:
    seat = waiting_seat(ladder=Ladder.FRIENDS)
    pass_days(8)
    assert [kinds_to(other) for other in others(seat)] == [["vote"], ["vote"]]
    seat.refresh_from_db()
    Seat.objects.filter(pk=seat.pk).update(due_at=due(seat) + 5 * DAY)
    pass_days(20)
    assert [kinds_to(other) for other in others(seat)] == [["vote"], ["vote"]]


def test_bots_and_players_of_resting_seats_are_not_notified() -> None:
    seat = waiting_seat(**NO_CLOCK)
    first, second = others(seat)
    tables.do(seat.game, f"= sleep {'ABC'[first.number]}")
    User.objects.filter(pk=second.user_id).update(is_bot=True)
    pass_days(9)
    assert not Notice.objects.filter(kind="vote").exists()


def test_quiet_hours_put_a_weekly_reminder_off_to_the_morning() -> None:
    seat = waiting_seat(**NO_CLOCK)
    assert seat.awaited_since
    began = seat.awaited_since
    begins, ends = (began - timedelta(hours=1)).time(), (began + timedelta(hours=5)).time()
    User.objects.filter(pk=seat.user_id).update(quiet_from=begins, quiet_until=ends)
    pass_by(7 * DAY + timedelta(minutes=1))
    sweep()
    assert kinds_to(seat) == []
    pass_by(timedelta(hours=5, minutes=5))
    sweep()
    assert kinds_to(seat) == ["week-1"]


@pytest.mark.examples(1)
@pytest.mark.parametrize("fields", [NO_CLOCK, {"ladder": Ladder.FRIENDS}])
def test_the_migration_reminds_seats_that_wait_already(fields: dict[str, int | str]) -> None:
    seat = waiting_seat(**fields)
    Seat.objects.update(remind_at=None)
    pass_days(30)
    assert kinds_to(seat) == []

    import_module("games.migrations.0039_weekly_reminders").look_at_waiting_seats(apps, None)
    sweep()
    assert len(kinds_to(seat)) == 1
    assert [kinds_to(other) for other in others(seat)] == [["vote"], ["vote"]]
    pass_days(7)
    assert len(kinds_to(seat)) == 2


def test_a_table_with_a_clock_of_its_own_has_no_weekly_reminder() -> None:
    seat = waiting_seat()
    assert due(seat)
    assert not any(call.startswith("week") for call in kinds_to(seat))
    assert Game.objects.get(pk=seat.game_id).ladder == Ladder.CLOCK
