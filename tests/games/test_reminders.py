"""Reminders before time is over: when they come, once for each deadline, and never when they would be no news."""

from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.core import mail

from accounts.clocks.quiet import ALWAYS_AWAKE, awake_after, awake_between
from accounts.models import User, VacationDay
from games import clock
from games.clocks import reminders
from games.mail import outbox
from games.models import Game, Ladder, Matter, Notice, Seat
from games.rows import notices
from games.rules.table import Ruleset
from games.services import motions, timeouts
from games.sheets.motions import VoteChoice
from tests.games import tables
from tests.games.clocks import (
    BANK,
    DAY,
    HOUR,
    be_away,
    due,
    is_about,
    on_turn,
    pass_by,
    sweep,
    tick,
    timed_game,
)
from tests.games.post import give_addresses

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def on_turn_with(reminders: str, **fields: Any) -> Seat:
    """Who is on turn at a table with a clock, where everybody wants these reminders."""
    tables.people(3)
    User.objects.update(reminders=reminders)
    game = timed_game(**fields)
    sweep()
    return on_turn(game)


def pass_until(moment: datetime) -> None:
    """Let all be done that is due just after a moment."""
    pass_by(moment - clock.now() + timedelta(seconds=1))
    sweep()


def reminded(seat: Seat) -> list[str]:
    """The reminders that were written for a player, in order."""
    found = Notice.objects.filter(kind="reminder", user=seat.user_id).order_by("pk")
    return [dedupe.split(":")[3] for dedupe in found.values_list("dedupe", flat=True)]


def looked_for(seat: Seat) -> datetime:
    seat.refresh_from_db()
    assert seat.remind_at is not None
    return seat.remind_at


# -- when they come


def test_reminder_ignores_time_used_from_the_bank() -> None:
    seat = on_turn_with("half")
    assert seat.awaited_since
    seat.spent = round((BANK - DAY).total_seconds())
    seat.due_at = seat.awaited_since + DAY
    (call,) = reminders.calls(seat, seat.game, ALWAYS_AWAKE, seat.awaited_since)
    assert call.at == seat.due_at - DAY / 2


def test_reminders_come_at_half_four_fifths_and_an_hour_before() -> None:
    seat = on_turn_with("half,most,hour")
    end = due(seat)
    for moment, names in [
        (end - BANK / 2 - MINUTE, []),
        (end - BANK / 2, ["half"]),
        (end - BANK / 5 - MINUTE, ["half"]),
        (end - BANK / 5, ["half", "most"]),
        (end - HOUR - MINUTE, ["half", "most"]),
        (end - HOUR, ["half", "most", "hour"]),
    ]:
        pass_until(moment)
        tick()
        assert reminded(seat) == names, moment
    seat.refresh_from_db()
    assert seat.remind_at is None


@pytest.mark.examples(2)
@pytest.mark.parametrize("chosen", ["", "half", "most", "hour", "half,hour"])
def test_each_player_chooses_which(chosen: str) -> None:
    seat = on_turn_with(chosen)
    for name, moment in {"half": due(seat) - BANK / 2, "most": due(seat) - BANK / 5, "hour": due(seat) - HOUR}.items():
        pass_until(moment)
        assert (name in reminded(seat)) == (name in chosen.split(","))


def test_a_tick_that_comes_late_tells_the_last_of_them_alone() -> None:
    seat = on_turn_with("half,most,hour")
    pass_until(due(seat) - HOUR / 2)
    assert reminded(seat) == ["hour"]


@pytest.mark.examples(2)
@pytest.mark.parametrize(
    ("bank", "names"),
    [
        (1, []),
        (2, ["hour"]),
        (3, ["hour"]),
        (4, ["half", "hour"]),
        (5, ["half", "hour"]),
        (10, ["half", "most", "hour"]),
    ],
)
def test_none_comes_within_an_hour_of_the_turn_s_beginning_or_of_the_next(bank: int, names: list[str]) -> None:
    seat = on_turn_with("half,most,hour", bank_hours=bank, turn_hours=0)
    end = due(seat)
    while clock.now() < end - 2 * MINUTE:
        pass_by(6 * MINUTE)
        reminders.send_due(clock.now())
    assert reminded(seat) == names


def test_they_are_counted_in_the_hours_in_which_the_player_is_awake() -> None:
    tables.people(3)
    User.objects.update(reminders="hour", time_zone="Europe/Riga", quiet_from=time(22), quiet_until=time(8))
    game = timed_game()
    seat = on_turn(game)
    quiet = seat.user.quiet
    assert awake_after(looked_for(seat), HOUR, quiet) == due(seat)
    assert awake_after(looked_for(seat), timedelta(), quiet) == looked_for(seat)


def test_vacation_day_before_the_deadline_moves_reminders_a_day() -> None:
    tables.people(3)
    User.objects.update(reminders="half")
    day_off = (clock.now() + 3 * DAY).date()
    for user in User.objects.all():
        VacationDay.objects.create(user=user, day=day_off)
    seat = on_turn(timed_game(vacations=True))
    awake = seat.user.quiet._replace(days=frozenset({day_off}))
    half = looked_for(seat)
    assert awake_between(half, due(seat), awake) == BANK / 2
    assert due(seat) - half == BANK / 2 + DAY
    pass_until(half)
    assert reminded(seat) == ["half"]


@pytest.mark.parametrize("hours", [72, 0])
def test_bots_and_sleepers_are_not_reminded(hours: int) -> None:
    game = timed_game(bank_hours=hours, turn_hours=hours)
    seat = on_turn(game)
    tables.do(game, f"= sleep {'ABC'[seat.number]}")
    seat.refresh_from_db()
    assert seat.remind_at is None


# -- cancelled and moved


def test_the_move_cancels_them() -> None:
    seat = on_turn_with("half,most,hour")
    tables.play_on(seat.game, 1)
    seat.refresh_from_db()
    assert seat.remind_at is None
    assert looked_for(on_turn(seat.game)) > clock.now()


def test_one_that_was_not_sent_before_the_move_is_dropped() -> None:
    seat = on_turn_with("hour")
    give_addresses()
    outbox.send_due()
    pass_by(due(seat) - HOUR - clock.now() + MINUTE)
    reminders.send_due(clock.now())
    tables.play_on(seat.game, 1)
    mail.outbox.clear()
    outbox.send_due()
    assert Notice.objects.get(kind="reminder").outcome == Notice.Outcome.OBSOLETE
    assert [str(message.subject) for message in mail.outbox] == ["Your turn: Friday dwarves"]


def test_they_move_with_the_deadline_after_an_outage() -> None:
    seat = on_turn_with("hour")
    pass_by(BANK - 2 * HOUR)
    be_away(5 * HOUR)
    tick()
    assert reminded(seat) == []
    pass_until(due(seat) - HOUR - MINUTE)
    assert reminded(seat) == []
    pass_until(due(seat) - HOUR)
    assert reminded(seat) == ["hour"]


def test_outage_deadline_is_reminded_of_again() -> None:
    seat = on_turn_with("half,hour")
    pass_until(due(seat) - BANK / 2)
    pass_until(due(seat) - HOUR / 2)
    seat.refresh_from_db()
    assert (reminded(seat), seat.remind_at) == (["half", "hour"], None)
    be_away(5 * HOUR)
    tick()
    tick()
    assert reminded(seat) == ["half", "hour", "hour"]


def test_they_wait_for_the_end_of_a_pause_and_none_is_lost() -> None:
    seat = on_turn_with("most,hour")
    game, end = seat.game, due(seat)
    pass_until(end - BANK / 5)
    pass_until(end - HOUR)
    for number in (0, 1):
        user = tables.seats_of(game)[number].user
        if not number:
            motions.ask(user=user, code=game.code, matter=Matter.PAUSE, days=3)
        else:
            motions.vote(user=user, code=game.code, motion=game.motions.get().pk, choice=VoteChoice.YES)
    paused = Game.objects.get(pk=game.pk).paused_until
    assert paused
    pass_until(paused - MINUTE)
    assert reminded(seat) == ["most", "hour"]
    tables.play_on(game, 1)
    assert looked_for(on_turn(game)) > paused


def test_a_new_deadline_of_the_same_turn_has_a_reminder_of_its_own() -> None:
    seat = on_turn_with("hour")
    for _deadline in range(2):
        pass_until(due(seat) - HOUR)
        pass_until(due(seat))
    assert reminded(seat) == ["hour", "hour"]


def test_one_whose_deadline_was_moved_before_it_was_sent_is_dropped() -> None:
    seat = on_turn_with("hour")
    give_addresses()
    outbox.send_due()
    pass_by(due(seat) - HOUR - clock.now() + MINUTE)
    reminders.send_due(clock.now())
    Seat.objects.filter(pk=seat.pk).update(due_at=due(seat) + DAY)
    outbox.send_due()
    assert Notice.objects.get(kind="reminder").outcome == Notice.Outcome.OBSOLETE


def test_a_deadline_is_called_by_its_second() -> None:
    noon = datetime(2026, 3, 1, 12, tzinfo=UTC)
    names = [
        notices.decision_name(Seat(due_at=noon + timedelta(milliseconds=after), awaited_since=noon - DAY))
        for after in (0, 400, 1000)
    ]
    assert names == ["1772366400", "1772366400", "1772366401"]
    assert notices.decision_name(Seat(awaited_since=noon)) == "1772366400"
    assert notices.decision_name(Seat()) == ""


# -- where people decide


def test_table_of_friends_only_reminds_when_time_is_over() -> None:
    seat = on_turn_with("hour", ladder=Ladder.FRIENDS)
    before = Game.objects.get(pk=seat.game_id)
    end = due(seat)
    for number, moment in enumerate([end, end + DAY, end + 2 * DAY, end + 3 * DAY]):
        pass_until(moment)
        tick()
        assert len(reminded(seat)) == number + 1
    now = Game.objects.get(pk=seat.game_id)
    assert (now.seq, now.public, now.version, now.deadline) == (before.seq, before.public, before.version, None)
    assert (on_turn(seat.game), due(seat)) == (seat, end)


def test_seat_overdue_for_36_hours_gets_only_coming_reminders() -> None:
    seat = on_turn_with("hour", ladder=Ladder.FRIENDS)
    found = reminders.calls(seat, seat.game, seat.user.quiet, due(seat) + 1.5 * DAY)
    expected = [("over-2", 2 * DAY), ("over-3", 3 * DAY), ("away", 4 * DAY), ("week-1", 10 * DAY)]
    assert [(call.name, call.at - due(seat)) for call in found] == expected


def test_overdue_seat_among_friends_is_checked_once_and_may_move() -> None:
    seat = on_turn_with("", ladder=Ladder.FRIENDS)
    pass_until(due(seat) + MINUTE)
    assert timeouts.work_off(clock.now()) == 0
    tables.play_on(seat.game, 1)
    assert is_about(due(on_turn(seat.game)), clock.now() + BANK)


# -- the letter


def mails_after(seat: Seat, moment: datetime) -> list[str]:
    """What a player is sent at a moment, in text."""
    give_addresses()
    outbox.send_due()
    mail.outbox.clear()
    pass_until(moment)
    return [str(message.body) for message in mail.outbox]


def test_the_letter_says_how_long_is_left_and_until_when_and_names_no_card() -> None:
    seat = on_turn_with("most")
    User.objects.update(time_zone="America/New_York")
    (text,) = mails_after(seat, due(seat) - BANK / 5)
    assert "The table “Friday dwarves” is still waiting for you. Time left: 14 hours." in text
    assert "(America/New_York)" in text
    assert str(mail.outbox[0].subject) == "Still your turn: Friday dwarves"
    assert mail.outbox[0].message()["List-Unsubscribe"]


def test_overdue_letter_says_that_nothing_happens_by_itself() -> None:
    seat = on_turn_with("", ladder=Ladder.FRIENDS)
    (text,) = mails_after(seat, due(seat))
    assert "Your time is up, but nothing will happen automatically." in text


def test_delayed_letter_past_the_deadline_omits_it_while_the_clock_runs() -> None:
    tables.people(3)
    give_addresses()
    seat = on_turn(tables.running_game(3, bank_hours=72, turn_hours=12, vacations=False))
    end = due(seat)
    pass_by(end - HOUR - clock.now() + MINUTE)
    reminders.send_due(clock.now())
    Notice.objects.update(due_at=end + HOUR)
    pass_until(end + MINUTE)
    assert due(seat) == end
    pass_by(HOUR)
    Notice.objects.filter(kind="turn").update(due_at=end + DAY)
    outbox.send_due()
    assert Notice.objects.get(kind="reminder").outcome == Notice.Outcome.OBSOLETE


def test_a_player_who_switched_reminders_off_gets_no_letter() -> None:
    seat = on_turn_with("hour")
    give_addresses()
    seat.user.muted.create(channel="email", event="reminder")
    assert mails_after(seat, due(seat) - HOUR) == []
    assert Notice.objects.get(kind="reminder").outcome == Notice.Outcome.UNWANTED


def test_none_is_sent_in_quiet_hours() -> None:
    seat = on_turn_with("", ladder=Ladder.FRIENDS)
    end = due(seat)
    hour = (end - HOUR).time().replace(second=0, microsecond=0)
    User.objects.filter(pk=seat.user_id).update(quiet_from=hour, quiet_until=(end + 2 * HOUR).time())
    assert mails_after(seat, end) == []
    pass_until(end + 2 * HOUR + MINUTE)
    assert len(mail.outbox) == 1


# -- windows


def test_in_a_window_half_and_most_are_parts_of_the_window_and_of_no_bank() -> None:
    hands = {"A": ["EW", "NS"], "B": ["NS"], "C": ["NS"]}
    game = tables.in_position(3, ruleset=Ruleset(modules=("veto",), veto_window=24), hands=hands)
    User.objects.update(reminders="half,most,hour", quiet_from=time(0), quiet_until=time(12))
    Game.objects.filter(pk=game.pk).update(bank_hours=72, turn_hours=12)
    tick()
    tables.do(game, "A lay EW 1,0")
    seat = tables.seat_of(game, "Bo")
    end = due(seat)
    calls = reminders.calls(seat, Game.objects.get(pk=game.pk), seat.user.quiet, clock.now())
    assert [(call.name, round((end - call.at) / MINUTE)) for call in calls] == [
        ("half", 12 * 60),
        ("most", 24 * 60 // 5),
        ("hour", 60),
    ]


def test_window_reminds_only_open_seats_and_only_their_letter_tells() -> None:
    hands = {"A": ["EW", "NS"], "B": ["NS"], "C": ["NS"]}
    game = tables.in_position(3, ruleset=Ruleset(modules=("veto",), veto_window=12), hands=hands)
    give_addresses()
    User.objects.update(reminders="hour")
    Game.objects.filter(pk=game.pk).update(bank_hours=72, turn_hours=12)
    tick()
    tables.do(game, "A lay EW 1,0", "B choose none")
    asked = [tables.seat_of(game, name) for name in ("Bo", "Cy")]
    pass_until(due(asked[0]) - HOUR)
    assert [reminded(seat) for seat in asked] == [["hour"], ["hour"]]
    to = [message.to for message in mail.outbox if "is still waiting for you" in message.body]
    assert to == [[asked[1].user.email]]
    became = Notice.objects.filter(kind="reminder").values_list("user", "outcome")
    assert set(became) == {(asked[0].user_id, "obsolete"), (asked[1].user_id, "sent")}
