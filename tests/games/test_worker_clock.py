"""A worker whose own clock is wrong goes by the database's, in what it writes and in what it decides (ADR 62)."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from celery.signals import task_prerun
from django.db import OperationalError, connection

from accounts.models import AccountMail, ChannelBreaker, Event, SignInLink, User
from accounts.services import mails, sign_in
from games import clock
from games.mail import outbox
from games.models import Delivery, Game, Notice
from games.rows import notices
from saboteur_site.database import clock as site_clock
from tests.factories import UserFactory
from tests.games.post import give_addresses
from tests.games.tables import do, in_position

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.usefixtures("mail_alone")]
NEAR = timedelta(seconds=5)


@pytest.fixture
def game() -> Game:
    """It is Bo's turn; earlier notifications are deleted."""
    game = in_position(3, hands={"A": ["EW", "NS"], "B": ["NESW", "EW"], "C": ["NESW", "NS"]})
    give_addresses()
    Notice.objects.all().delete()
    do(game, "A lay EW 1,0")
    return game


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Restore the measured offset after a test."""
    before = site_clock._apart, site_clock._measured_at
    yield
    site_clock._apart, site_clock._measured_at = before


def there() -> datetime:
    """The time by the database's clock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        return cursor.fetchone()[0]  # type: ignore[no-any-return]


@pytest.mark.parametrize("ahead", [90, -90, 600])
def test_outcome_of_a_message_is_dated_by_the_database(game: Game, ahead: int) -> None:
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=ahead)):
        Notice.objects.update(due_at=there() - timedelta(hours=1))
        outbox.send_due()
    notice = Notice.objects.get(kind=Event.TURN, user__username="Bo")
    delivery = notice.deliveries.get(channel="email")
    seat = game.seats.select_related("game", "user").get(user__username="Bo")
    assert (notice.outcome, delivery.outcome) == ("sent", "sent")
    assert notice.done_at is not None
    assert abs(notice.done_at - there()) < NEAR
    assert delivery.done_at == notice.done_at == notices.notified_at(seat, there())


@pytest.mark.parametrize("ahead", [90, -90])
def test_worker_measures_its_clock_and_uses_the_database_time(ahead: int) -> None:
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=ahead)):
        site_clock._measured_at = float("-inf")
        task_prerun.send(sender=None)
        assert abs(clock.now() - there()) < NEAR
        assert abs(site_clock.now() - there()) < NEAR


def test_a_worker_measures_its_clock_again_only_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[int]()
    monkeypatch.setattr(site_clock, "apart", lambda: timedelta(seconds=asked.append(1) or 0))  # type: ignore[func-returns-value]
    site_clock._measured_at = float("-inf")
    for _ in range(3):
        site_clock.follow()
    assert len(asked) == 1


def test_the_last_measurement_counts_while_the_database_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> timedelta:
        raise OperationalError

    site_clock._apart, site_clock._measured_at = timedelta(seconds=7), float("-inf")
    monkeypatch.setattr(site_clock, "apart", fails)
    site_clock.follow()
    assert site_clock._apart == timedelta(seconds=7)


@pytest.mark.parametrize("ahead", [600, -600])
def test_a_lease_of_another_worker_holds_whatever_the_clock(game: Game, ahead: int) -> None:
    outbox._hand_out()
    Delivery.objects.update(due_at=there() + outbox.LEASE)
    mail = AccountMail.objects.create(kind="reset", address="a@mail.example", due_at=there() + mails.LEASE)
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=ahead)):
        site_clock._measured_at = float("-inf")
        site_clock.follow()
        assert (outbox.send_due(), mails.send_due()) == (0, 0)
    mail.refresh_from_db()
    assert mail.tries == 0


@pytest.mark.parametrize("ahead", [600, -600])
def test_back_off_of_a_channel_holds_whatever_the_clock(game: Game, ahead: int) -> None:
    ChannelBreaker.objects.create(
        channel="email", since=there(), open_until=there() + timedelta(seconds=20), failed_tries=1
    )
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=ahead)):
        site_clock._measured_at = float("-inf")
        site_clock.follow()
        outbox.send_due()
    waits = Delivery.objects.get(channel="email", notice__user__username="Bo")
    assert (waits.outcome, waits.due_at) == ("", ChannelBreaker.objects.get().open_until)


def test_a_sign_in_link_lasts_half_an_hour_whatever_the_clock() -> None:
    guest: User = UserFactory.create(is_guest=True)
    with time_machine.travel(datetime.now(UTC) - timedelta(hours=1)):
        site_clock._measured_at = float("-inf")
        site_clock.follow()
        sign_in.make(guest)
    assert abs(SignInLink.objects.get().expires_at - there() - sign_in.LASTS) < NEAR
