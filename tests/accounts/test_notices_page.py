"""What to be told of by each way: a grid, a daily summary, patience, and everything off in one place."""

from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.channels import email, registry
from accounts.clocks.daily import next_at
from accounts.models import Digest, Event, Muted, User
from tests.accounts.unwanted import unwanted
from tests.games.pages import Page

pytestmark = pytest.mark.django_db

URL = "/me/notices/"
ALL = {"email": Event.values, "reminders": ["most"]}
NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)


def test_the_grid_has_a_line_for_each_event_and_a_box_for_each_way(as_ann: Client) -> None:
    page = Page(as_ann.get(URL))
    for event in Event:
        assert str(event.label) in page.words
    assert page.markup.count('type="checkbox" name="email"') == len(Event)
    assert f'href="{reverse("account_email")}"' in page.markup


@time_machine.travel(NOON, tick=False)
def test_a_summary_comes_next_at_the_hour_of_its_readers_own_clock(as_ann: Client, ann: User) -> None:
    User.objects.update(time_zone="Europe/Riga")
    assert as_ann.post(URL, {**ALL, "digest": "alone", "digest_hour": "18"}).status_code == 302
    ann.refresh_from_db()
    assert (ann.digest, ann.digest_hour, ann.digest_at) == (Digest.ALONE, 18, NOON.replace(hour=16))
    assert as_ann.post(URL, {**ALL, "digest": "", "digest_hour": "18"}).status_code == 302
    ann.refresh_from_db()
    assert (ann.digest, ann.digest_at) == (Digest.NONE, None)


@pytest.mark.parametrize(
    ("hour", "zone", "after", "due"),
    [
        (18, "UTC", NOON, NOON.replace(hour=18)),
        (12, "UTC", NOON, NOON.replace(day=24)),
        (7, "Pacific/Honolulu", NOON, NOON.replace(hour=17)),
        # The hour from two to three is left out on that day, and comes twice on the other.
        (2, "Europe/Riga", datetime(2026, 3, 28, 12, tzinfo=UTC), datetime(2026, 3, 29, 0, tzinfo=UTC)),
        (3, "Europe/Riga", datetime(2026, 10, 24, 12, tzinfo=UTC), datetime(2026, 10, 25, 0, tzinfo=UTC)),
        (3, "Europe/Riga", datetime(2026, 10, 25, 0, 30, tzinfo=UTC), datetime(2026, 10, 26, 1, tzinfo=UTC)),
        (9, "No/Such_Zone", NOON, datetime(2026, 11, 24, 9, tzinfo=UTC)),
    ],
)
def test_an_hour_of_each_day_is_one_moment_whatever_the_wall_clock_does(
    hour: int, zone: str, after: datetime, due: datetime
) -> None:
    assert next_at(hour, zone, after) == due


def test_a_summary_that_no_way_brings_is_refused_and_nothing_is_changed(as_ann: Client, ann: User) -> None:
    answer = as_ann.post(URL, {"email": ["turn"], "digest": "beside", "digest_hour": "7"})
    assert answer.status_code == 422
    assert "Choose how you’d like to get the daily summary." in Page(answer).words
    ann.refresh_from_db()
    assert (ann.digest, Muted.objects.count()) == ("", 0)


@pytest.mark.parametrize("sent", [{"digest": "often"}, {"digest": "beside", "digest_hour": "24"}, {"digest_hour": "x"}])
def test_impossible_choice_is_refused(as_ann: Client, ann: User, sent: dict[str, str]) -> None:
    assert as_ann.post(URL, {**ALL, **sent}).status_code == 422
    ann.refresh_from_db()
    assert (ann.digest, ann.digest_hour) == ("", 18)


def test_everything_is_switched_off_in_one_place(as_ann: Client, ann: User, bo: User) -> None:
    User.objects.update(digest=Digest.BESIDE, digest_at=NOON)
    assert as_ann.post(URL, {"off": "1"}).status_code == 302
    ann.refresh_from_db()
    bo.refresh_from_db()
    assert unwanted(ann, email.NAME) == set(Event.values)
    assert (ann.digest, ann.digest_at, bo.digest) == ("", None, Digest.BESIDE)
    assert not any(registry.notifies(ann, event) for event in Event)


def test_user_with_a_digest_gets_no_single_messages(ann: User) -> None:
    ann.email, ann.digest = "ann@mail.example", Digest.ALONE
    ann.save()
    assert not registry.notifies(ann, Event.TURN)
    assert registry.notifies(ann, Event.DIGEST)


def test_patience_is_asked_for_where_there_is_a_way_that_is_faster(as_ann: Client, ann: User) -> None:
    assert as_ann.post(URL, {**ALL, "patient": "on"}).status_code == 302
    ann.refresh_from_db()
    assert ann.patient
