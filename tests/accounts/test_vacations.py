"""Vacation days: entered ahead or used by themselves, a few within a year, on the person's own calendar."""

import re
from datetime import UTC, date, datetime, timedelta
from functools import partial

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.clocks.quiet import Quiet, awake_after, awake_between
from accounts.models import User, VacationDay
from accounts.services import vacations
from accounts.services.vacations import NoVacationError
from tests.games.crowd import crowd

NOON = datetime(2026, 5, 6, 12, tzinfo=UTC)
TODAY, DAY = NOON.date(), timedelta(days=1)
PAGE = reverse("accounts:vacation")


def days_of(user: User) -> list[date]:
    return list(VacationDay.objects.filter(user=user).order_by("day").values_list("day", flat=True))


def test_a_day_is_used_by_itself_once_for_all_tables(ann: User) -> None:
    assert vacations.use(user=ann, moment=NOON)
    assert vacations.use(user=ann, moment=NOON + timedelta(hours=11))
    assert days_of(ann) == [TODAY]
    assert vacations.left(ann, NOON) == vacations.MOST - 1


def test_the_day_is_that_of_the_person_s_own_calendar(ann: User) -> None:
    ann.time_zone = "Pacific/Auckland"
    assert vacations.use(user=ann, moment=datetime(2026, 5, 6, 13, tzinfo=UTC))
    assert days_of(ann) == [TODAY + DAY]


def test_fourteen_vacation_days_a_year_renew_after_a_year(ann: User) -> None:
    moments = [NOON + number * DAY for number in range(15)]
    assert [vacations.use(user=ann, moment=moment) for moment in moments] == [True] * 14 + [False]
    assert vacations.left(ann, moments[-1]) == 0
    assert not vacations.use(user=ann, moment=NOON + 364 * DAY)
    assert vacations.use(user=ann, moment=NOON + 365 * DAY)


def test_player_without_automatic_vacation_uses_entered_days_alone(ann: User) -> None:
    ann.vacations = False
    assert not vacations.use(user=ann, moment=NOON)
    vacations.enter(user=ann, first=TODAY, last=TODAY, now=NOON)
    assert vacations.use(user=ann, moment=NOON)
    assert days_of(ann) == [TODAY]


def test_days_entered_twice_count_once(ann: User) -> None:
    assert vacations.enter(user=ann, first=TODAY, last=TODAY + 2 * DAY, now=NOON) == 3
    assert vacations.enter(user=ann, first=TODAY + DAY, last=TODAY + 3 * DAY, now=NOON) == 1
    assert vacations.to_come(ann, NOON) == [TODAY + number * DAY for number in range(4)]


def test_days_to_come_are_those_of_the_person_from_today_on(ann: User, bo: User) -> None:
    for user, number in ((ann, -1), (ann, 1), (ann, 0), (bo, 2)):
        VacationDay.objects.create(user=user, day=TODAY + number * DAY)
    assert vacations.to_come(ann, NOON) == [TODAY, TODAY + DAY]


@pytest.mark.parametrize(
    ("first", "last", "sentence"),
    [
        (2, 1, "The last day is before the first."),
        (-1, 1, "A vacation can’t start in the past."),
        (364, 366, "You can plan a vacation up to a year ahead."),
        (0, 14, "You have 14 vacation days left."),
        (0, 12, "You have 12 vacation days left."),
        (0, 365, "You have 14 vacation days left."),
    ],
)
def test_days_that_cannot_be_are_refused_with_a_sentence(ann: User, first: int, last: int, sentence: str) -> None:
    for number in (100, 101):
        VacationDay.objects.create(user=ann, day=TODAY + number * DAY)
    with pytest.raises(NoVacationError, match=sentence):
        vacations.enter(user=ann, first=TODAY + first * DAY, last=TODAY + last * DAY, now=NOON)
    assert len(days_of(ann)) == 2


def test_a_day_to_come_is_taken_back_and_one_that_has_begun_stays(ann: User, bo: User) -> None:
    for user in (ann, bo):
        vacations.enter(user=user, first=TODAY, last=TODAY + DAY, now=NOON)
    for day in (TODAY, TODAY + DAY):
        vacations.take_back(user=ann, day=day, now=NOON)
    assert (days_of(ann), len(days_of(bo))) == ([TODAY], 2)


def test_a_clock_sleeps_on_single_days_as_on_free_days() -> None:
    away = Quiet("Europe/Riga", days=frozenset({TODAY + DAY, TODAY + 2 * DAY}))
    assert not away.never
    # In Riga it is 15:00; the rest of the day is nine hours.
    assert awake_after(NOON, timedelta(hours=9), away) == NOON + timedelta(hours=9)
    assert awake_after(NOON, timedelta(hours=10), away) == NOON + timedelta(hours=58)
    assert awake_between(NOON, NOON + 3 * DAY, away) == DAY


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.xdist_group("many connections")
def test_tables_that_need_a_day_at_the_same_moment_use_one() -> None:
    ann = User.objects.create(username="Ann")
    with crowd(6) as people:
        assert people.at_once([partial(vacations.use, user=ann, moment=NOON)] * 6) == [True] * 6
    assert days_of(ann) == [TODAY]


# -- the page


def test_the_page_enters_days_and_takes_them_back(as_ann: Client, ann: User) -> None:
    tomorrow = timezone.now().date() + DAY
    assert as_ann.post(PAGE, {"first": tomorrow, "last": tomorrow + DAY}).status_code == 302
    page = as_ann.get(PAGE).content.decode()
    assert "12 days are left." in page
    assert page.count("Take back</button>") == 2
    as_ann.post(reverse("accounts:take-back"), {"day": tomorrow})
    assert days_of(ann) == [tomorrow + DAY]
    assert "13 vacation days left." in as_ann.get(reverse("accounts:profile")).content.decode()


@pytest.mark.parametrize("wrong", [{"first": "x"}, {"first": "2026-02-30", "last": "9" * 40}, {"last": "\0"}])
def test_invalid_day_gets_a_sentence(as_ann: Client, ann: User, wrong: dict[str, str]) -> None:
    assert as_ann.post(PAGE, wrong).status_code == 422
    assert as_ann.post(reverse("accounts:take-back"), {"day": next(iter(wrong.values()))}).status_code == 302
    assert days_of(ann) == []


def test_the_switch_is_in_the_profile(as_ann: Client, ann: User) -> None:
    assert 'name="vacations"' in as_ann.get(reverse("accounts:profile")).content.decode()
    as_ann.post(reverse("accounts:profile"), {"time_zone": "UTC"})
    ann.refresh_from_db()
    assert not ann.vacations


# -- reminders


def test_reminders_are_chosen_beside_the_events(as_ann: Client, ann: User, bo: User) -> None:
    address = reverse("accounts:notices")
    page = as_ann.get(address).content.decode()
    assert re.findall(r'name="reminders" value="(\w+)"', page) == ["half", "most", "hour"]
    assert re.findall(r'name="reminders" value="(\w+)"[^>]* checked', page) == ["most", "hour"]
    as_ann.post(address, {"email": ["turn"], "reminders": ["half", "hour"]})
    ann.refresh_from_db()
    bo.refresh_from_db()
    assert (ann.reminders, bo.reminders) == ("half,hour", "most,hour")
    assert as_ann.post(address, {"email": ["turn"], "reminders": ["never"]}).status_code == 422
    as_ann.post(address, {"email": ["turn"]})
    ann.refresh_from_db()
    assert ann.reminders == ""
