"""Quiet hours: when a person's clock sleeps, in zones whose clocks are set forward and back; how they are chosen."""

import random
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse

from accounts.clocks.quiet import ALWAYS_AWAKE, LONGEST_NIGHT, Quiet, awake_after, awake_between, length_of_night
from accounts.models import User

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
URL = reverse("accounts:profile")
GOOD = {"language": "en", "time_zone": "Europe/Riga", "theme": "", "layout": "", "confirm_tunnels": "on"}


def moment(zone: str, text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def night(zone: str, begins: int = 22, ends: int = 8, *free_days: int) -> Quiet:
    return Quiet(zone, time(begins), time(ends), frozenset(free_days))


@pytest.mark.parametrize(
    ("start", "hours", "end"),
    [
        ("2026-05-06T12:00", 3, "2026-05-06T15:00"),
        ("2026-05-06T12:00", 10, "2026-05-06T22:00"),
        ("2026-05-06T12:00", 11, "2026-05-07T09:00"),
        ("2026-05-06T23:00", 1, "2026-05-07T09:00"),
        ("2026-05-07T03:00", 1, "2026-05-07T09:00"),
        ("2026-05-07T07:59", 1, "2026-05-07T09:00"),
        ("2026-05-06T12:00", 72, "2026-05-11T14:00"),
    ],
)
def test_the_clock_does_not_run_at_night(start: str, hours: int, end: str) -> None:
    quiet = night("Europe/Riga")
    assert awake_after(moment("Europe/Riga", start), hours * HOUR, quiet) == moment("Europe/Riga", end)


# The three zones put their clocks forward by an hour, an hour, and half an hour; each pair is a day of that and of the
# way back. From noon to noon there are 24 hours on the wall clock, with a night of ten of them.
CHANGES = [
    ("Europe/Riga", "2026-03-28", 1.0),
    ("Europe/Riga", "2026-10-24", -1.0),
    ("America/New_York", "2026-03-07", 1.0),
    ("America/New_York", "2026-10-31", -1.0),
    ("Australia/Lord_Howe", "2026-10-03", 0.5),
    ("Australia/Lord_Howe", "2026-04-04", -0.5),
]


@pytest.mark.parametrize(("zone", "day", "forward"), CHANGES)
def test_a_night_in_which_the_clock_is_set_takes_nothing_from_the_day(zone: str, day: str, forward: float) -> None:
    noon, next_noon = moment(zone, f"{day}T12:00"), moment(zone, f"{day}T12:00") + DAY - forward * HOUR
    assert next_noon.astimezone(ZoneInfo(zone)).hour == 12
    assert awake_between(noon, next_noon, night(zone)) == 14 * HOUR
    assert awake_after(noon, 14 * HOUR, night(zone)) == next_noon


@pytest.mark.parametrize(("zone", "day", "forward"), CHANGES)
@pytest.mark.parametrize("edge", [time(0), time(1, 30), time(2), time(2, 15), time(2, 30), time(3), time(3, 30)])
def test_nights_that_begin_or_end_in_a_left_out_or_doubled_hour_still_end(
    zone: str, day: str, forward: float, edge: time
) -> None:
    noon = moment(zone, f"{day}T12:00")
    for quiet in (Quiet(zone, time(20), edge), Quiet(zone, edge, time(10))):
        for hours in range(1, 30):
            end = awake_after(noon, hours * HOUR, quiet)
            assert awake_between(noon, end, quiet) == hours * HOUR
            assert noon + hours * HOUR <= end <= noon + hours * HOUR + 3 * 13 * HOUR


def test_free_days_are_left_out_from_midnight_to_midnight() -> None:
    quiet = Quiet("Europe/Riga", free_days=frozenset({5, 6}))
    friday = moment("Europe/Riga", "2026-05-08T20:00")
    assert awake_after(friday, 4 * HOUR, quiet) == moment("Europe/Riga", "2026-05-09T00:00")
    assert awake_after(friday, 5 * HOUR, quiet) == moment("Europe/Riga", "2026-05-11T01:00")
    assert awake_between(friday, moment("Europe/Riga", "2026-05-11T01:00"), quiet) == 5 * HOUR


def test_a_night_before_a_free_day_goes_over_into_it() -> None:
    friday = moment("Europe/Riga", "2026-05-08T20:00")
    assert awake_after(friday, 3 * HOUR, night("Europe/Riga", 22, 8, 5, 6)) == moment("Europe/Riga", "2026-05-11T09:00")


@pytest.mark.parametrize(("zone", "day", "forward"), CHANGES)
def test_no_clock_runs_while_the_wall_clock_says_that_it_is_night(
    zone: str, day: str, forward: float, chance: random.Random
) -> None:
    noon = moment(zone, f"{day}T12:00")
    edges = [time(hour, minute) for hour in range(5) for minute in (0, 10, 30, 50)]
    nights = [(begins, ends) for begins in (time(22), *edges) for ends in (*edges, time(8)) if begins != ends]
    for begins, ends in chance.sample([night for night in nights if length_of_night(*night) <= LONGEST_NIGHT], 40):
        quiet = Quiet(zone, begins, ends)
        for at in (noon + timedelta(minutes=5 * number) for number in range(24 * 12)):
            wall = at.astimezone(ZoneInfo(zone)).time()
            is_night = begins <= wall < ends if begins < ends else wall >= begins or wall < ends
            assert not is_night or awake_between(at, at + timedelta(minutes=5), quiet) == timedelta(), (quiet, wall)


@pytest.mark.parametrize(
    ("zone", "begins", "ends", "day"),
    [
        ("Europe/Riga", time(3, 50), time(4, 10), "2026-03-29"),  # from three to four o'clock there is no hour
        ("Australia/Lord_Howe", time(2, 20), time(2, 40), "2026-10-04"),  # and here none from two to half past
    ],
)
def test_night_starting_in_a_skipped_hour_keeps_its_length(zone: str, begins: time, ends: time, day: str) -> None:
    quiet = Quiet(zone, begins, ends)
    before, after = moment(zone, f"{day}T00:30"), moment(zone, f"{day}T12:00")
    there = after - before - timedelta(minutes=20)
    assert awake_between(before, after, quiet) == there
    assert awake_after(before, there + timedelta(minutes=1), quiet) == after + timedelta(minutes=1)


@pytest.mark.parametrize(
    ("free", "start", "end"),
    [
        ("2026-10-31", "2026-10-31T12:00", "2026-11-01T06:00"),
        ("2026-11-01", "2026-11-01T03:30", "2026-11-02T05:30"),
        ("2026-03-07", "2026-03-07T12:00", "2026-03-08T06:00"),
    ],
)
def test_a_free_day_takes_in_both_midnights_of_a_day_that_has_two(free: str, start: str, end: str) -> None:
    """In Havana the clock is put back from one to midnight, and forward from midnight to one; moments are of UTC."""
    away = Quiet("America/Havana", days=frozenset({datetime.fromisoformat(free).date()}))
    assert awake_after(moment("UTC", start), HOUR, away) == moment("UTC", end)


@pytest.mark.parametrize("zone", ["Europe/Riga", "America/New_York", "Australia/Lord_Howe", "UTC", "Mars/Phobos"])
def test_until_and_between_say_the_same_at_any_moment_of_a_year(zone: str, chance: random.Random) -> None:
    first = datetime(2026, 1, 1, tzinfo=UTC)
    for _try in range(300):
        quiet = Quiet(
            zone,
            time(chance.randrange(24), chance.randrange(60)),
            time(chance.randrange(24), chance.randrange(60)),
            frozenset(chance.sample(range(7), chance.randrange(3))),
        )
        start = first + timedelta(minutes=chance.randrange(366 * 24 * 60))
        span = timedelta(minutes=chance.randrange(1, 14 * 24 * 60))
        end = awake_after(start, span, quiet)
        assert end >= start + span
        assert awake_between(start, end, quiet) == span
        assert awake_between(start, end - timedelta(minutes=1), quiet) == span - timedelta(minutes=1)


def test_of_more_than_may_be_quiet_no_more_is() -> None:
    noon = datetime(2026, 5, 6, 12, tzinfo=UTC)
    whole_days = Quiet("UTC", time(12), time(12), frozenset(range(7)))
    assert awake_after(noon, DAY, whole_days) < noon + 7 * DAY


def test_without_quiet_hours_time_is_time() -> None:
    noon = datetime(2026, 5, 6, 12, tzinfo=UTC)
    assert awake_after(noon, 3 * DAY, ALWAYS_AWAKE) == noon + 3 * DAY
    assert awake_between(noon, noon - DAY, ALWAYS_AWAKE) == timedelta()


# -- the profile page


def test_quiet_hours_chosen_on_the_profile_are_stored(as_ann: Client, ann: User) -> None:
    assert (
        as_ann.post(URL, GOOD | {"quiet_from": "22:00", "quiet_until": "07:30", "days": ["6", "5"]}).status_code == 302
    )
    ann.refresh_from_db()
    assert ann.quiet == Quiet("Europe/Riga", time(22), time(7, 30), frozenset({5, 6}))
    page = as_ann.get(URL).content.decode()
    assert 'value="22:00"' in page
    assert page.count('name="days"') == 7
    assert page.count("checked") >= 3
    as_ann.post(URL, GOOD)
    ann.refresh_from_db()
    assert ann.quiet.never


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"quiet_from": "22:00"}, "Quiet hours need a start and an end."),
        ({"quiet_until": "08:00"}, "Quiet hours need a start and an end."),
        ({"quiet_from": "20:00", "quiet_until": "08:01"}, "Quiet hours can last at most twelve hours."),
        ({"quiet_from": "08:00", "quiet_until": "08:00"}, "Quiet hours can last at most twelve hours."),
        ({"days": ["1", "2", "3"]}, "You can have at most two free days a week."),
        ({"days": ["7"]}, "7 is not one of the available choices."),
        ({"quiet_from": "25:00", "quiet_until": "08:00"}, "Enter a valid time."),
        ({"quiet_from": "1\0", "quiet_until": "08:00"}, "Enter a valid time."),
    ],
)
def test_more_than_may_be_quiet_is_refused_with_a_sentence(
    as_ann: Client, ann: User, wrong: dict[str, object], sentence: str
) -> None:
    response = as_ann.post(URL, GOOD | wrong)
    assert response.status_code == 422
    assert sentence in response.content.decode()
    ann.refresh_from_db()
    assert ann.quiet.never
