"""The calendar of a player's deadlines, read back as calendar programs do."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import icalendar
import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import clock
from games.models import Game, Seat
from games.rules.table import Ruleset
from games.services import gifts
from tests.factories import FeedKeyFactory, UserFactory
from tests.games.clocks import DAY, HOUR, due, timed_game, turnable
from tests.games.costs import statements
from tests.games.tables import awaited, do, in_position, people, running_game, seat_of, seats_of
from tests.security.payloads import PAYLOADS

pytestmark = pytest.mark.django_db


def address_of(user: User) -> str:
    row = getattr(User.objects.get(pk=user.pk), "feed_key", None) or FeedKeyFactory.create(user=user)
    return reverse("games:calendar", args=[row.key])


def calendar_of(user: User) -> icalendar.Calendar:
    """What a calendar program makes of the answer; it knows the address and nothing else."""
    response = Client().get(address_of(user))
    assert response.status_code == 200
    return icalendar.Calendar.from_ical(response.content)


def events_of(user: User) -> list[icalendar.Event]:
    return list(calendar_of(user).events)


def move_deadline(seat: Seat, moment: datetime) -> None:
    Seat.objects.filter(pk=seat.pk).update(due_at=moment)


def test_a_deadline_is_an_event_at_the_moment_when_time_runs_out() -> None:
    game = timed_game(3)
    seat = awaited(game)
    (event,) = events_of(seat.user)
    assert event.start == due(seat).replace(microsecond=0)
    assert event.end == event.start
    assert str(event["summary"]) == "Your time runs out: Friday dwarves"
    assert str(event["url"]).endswith(f"/t/{game.code}/")
    assert event["transp"] == "TRANSPARENT"


def test_player_who_is_not_awaited_has_no_event() -> None:
    game = timed_game(3)
    others = [seat.user for seat in game.seats.select_related("user") if seat.user_id != awaited(game).user_id]
    assert [events_of(user) for user in others] == [[], []]


def test_tables_without_a_clock_are_left_out() -> None:
    assert events_of(awaited(running_game(3)).user) == []


def test_turn_event_ends_with_the_move_and_the_next_is_another() -> None:
    game = timed_game(3)
    first = awaited(game)
    (before,) = events_of(first.user)
    for _ in range(3):
        seat = awaited(game)
        do(game, f"{'ABC'[seat.number]} pass {seat.hand.split()[0]}")
        if seat.number == first.number:
            assert events_of(first.user) == []
    (after,) = events_of(first.user)
    assert before["uid"] != after["uid"]


def test_an_event_keeps_its_name_and_counts_up_when_its_deadline_moves() -> None:
    game = timed_game(3)
    seat = awaited(game)
    game.host = next(other.user for other in seats_of(game) if other.number != seat.number)
    game.save()
    (before,) = events_of(seat.user)
    gifts.give(host=game.host, code=game.code, seat=seat.number, hours=12, seq=game.seq)
    (after,) = events_of(seat.user)
    assert after["uid"] == before["uid"]
    assert after.start - before.start == 12 * HOUR
    assert after.sequence > before.sequence


def test_calendar_events_of_all_tables_are_distinct_and_sorted() -> None:
    games = [timed_game(3, code=f"table-{number}") for number in range(3)]
    user = awaited(games[0]).user
    for days, game in enumerate(games):
        move_deadline(awaited(game), clock.now() + (3 - days) * DAY)
    events = events_of(user)
    assert len({event["uid"] for event in events}) == 3
    assert [event.start for event in events] == sorted(event.start for event in events)


ZONES = ("Europe/Madrid", "America/New_York", "Australia/Lord_Howe")


@pytest.mark.examples(1)
@pytest.mark.parametrize("zone", ZONES)
def test_deadlines_are_right_around_daylight_saving_changes(zone: str) -> None:
    game = timed_game(3)
    seat = awaited(game)
    User.objects.filter(pk=seat.user_id).update(time_zone=zone)
    for change in changes(zone):
        for minutes in (-24 * 60, -70, -40, -20, -1, 0, 1, 20, 40, 70, 24 * 60):
            moment = change + timedelta(minutes=minutes)
            move_deadline(seat, moment)
            calendar = calendar_of(seat.user)
            (event,) = calendar.events
            assert event.start == moment
            assert isinstance(event.start, datetime)
            assert event.start.utcoffset() == timedelta()
            wall = moment.astimezone(ZoneInfo(zone))
            assert f"{wall:%H:%M} ({zone})" in str(event.description)
            assert calendar["x-wr-timezone"] == zone


def changes(zone: str) -> list[datetime]:
    """The two moments of a year at which the clocks of a zone are put on or back."""
    hours = [datetime(2027, 1, 1, tzinfo=UTC) + hour * HOUR for hour in range(365 * 24)]
    offsets = [hour.astimezone(ZoneInfo(zone)).utcoffset() for hour in hours]
    found = [hour for hour, before, after in zip(hours[1:], offsets, offsets[1:], strict=False) if before != after]
    assert len(found) == 2
    return found


def test_a_zone_that_is_gone_counts_as_utc() -> None:
    seat = awaited(timed_game(3))
    User.objects.filter(pk=seat.user_id).update(time_zone="Europe/Atlantis")
    assert calendar_of(seat.user)["x-wr-timezone"] == "UTC"


WINDOW = Ruleset(modules=("veto",), veto_window=12)


def test_r93_window_event_is_equal_in_all_asked_calendars() -> None:
    game = in_position(4, ruleset=WINDOW, hands={"A": ["NESW"], "B": ["veto"], "C": ["map"], "D": ["map"]}, first="A")
    do(game, "A lay NESW 1,0")
    asked = [seat_of(game, name).user for name in ("Bo", "Cy", "Dee")]
    seen = {(event.start, str(event["summary"]), str(event.description)) for user in asked for event in events_of(user)}
    assert [words for _start, words, _text in seen] == ["Your time for a veto runs out: Friday dwarves"]
    do(game, "C choose none")
    assert [len(events_of(user)) for user in asked] == [1, 0, 1]


def test_seat_played_by_a_bot_never_waits() -> None:
    seat = awaited(timed_game(3))
    Seat.objects.filter(pk=seat.pk).update(resting="bot")
    assert events_of(seat.user) == []


def test_the_calendar_says_how_often_it_is_worth_fetching() -> None:
    calendar = calendar_of(people(1)[0])
    assert calendar.refresh_interval == timedelta(minutes=30)
    assert calendar["version"] == "2.0"
    assert calendar["prodid"]


@pytest.mark.examples(3)
@pytest.mark.parametrize(
    "name", [*PAYLOADS[:8], "x\r\nBEGIN:VEVENT\r\nUID:forged", "a;b,c\\n\\d", "\x07bell", "ж" * 40]
)
def test_the_name_of_a_table_is_nothing_but_text(name: str) -> None:
    game = timed_game(3)
    Game.objects.filter(pk=game.pk).update(name=name[:40].replace("\x00", ""))
    calendar = calendar_of(awaited(game).user)
    (event,) = calendar.events
    plain = "".join(sign if sign.isprintable() else " " for sign in name[:40].replace("\x00", ""))
    assert str(event["summary"]) == f"Your time runs out: {plain}"
    assert calendar.walk() == [calendar, event]


def test_lines_end_and_fold_as_the_standard_says() -> None:
    game = timed_game(3)
    Game.objects.filter(pk=game.pk).update(name="шахта " * 6)
    content = Client().get(address_of(awaited(game).user)).content
    assert content.endswith(b"END:VCALENDAR\r\n")
    assert all(len(line) <= 75 for line in content.split(b"\r\n"))
    assert b"\n" not in content.replace(b"\r\n", b"")


def test_thirty_tables_cost_no_more_statements_than_three() -> None:
    ann = people(1)[0]
    costs = []
    for count in (3, 27):
        for number in range(count):
            timed_game([ann, *UserFactory.create_batch(2)], code=f"t{count}-{number}")
        Seat.objects.filter(user=ann).update(
            awaited_for="turn", awaited_since=clock.now(), due_at=clock.now() + DAY, answered=False
        )
        costs.append(len(statements(Client(), address_of(ann))))
    assert len(events_of(ann)) == 30
    assert costs[0] == costs[1] <= 2


def test_the_clock_may_be_turned() -> None:
    with turnable():
        seat = awaited(timed_game(3))
        clock.offset += 5 * DAY
        (event,) = events_of(seat.user)
        assert event.start < event.DTSTAMP
