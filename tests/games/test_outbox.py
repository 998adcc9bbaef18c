"""The outbox: what is to be told is told once, tried again when that fails, dropped when it is no news any more."""

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from datetime import time as hour_of_day
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.urls import reverse
from pytest_django.fixtures import Settings

from accounts.channels import Trouble, email
from accounts.channels.sendings import Crew
from accounts.models import ChannelBreaker, Event, User
from accounts.services.notices import mute
from games import clock
from games.mail import entries, outbox
from games.models import Delivery, Game, Notice
from games.services import moves
from tests.factories import UserFactory
from tests.games import tables
from tests.games.crowd import PATIENCE
from tests.games.post import (
    PostOffice,
    became,
    closed_office,
    delivery,
    give_addresses,
    no_post_office,
    notice,
    post_office,
    receivers,
)
from tests.games.tables import browser_of, do, in_position, open_game, running_game

pytestmark = [pytest.mark.quick, pytest.mark.django_db, pytest.mark.sqlite, pytest.mark.usefixtures("mail_alone")]

HANDS = {"A": ["EW", "NS", "map"], "B": ["NESW", "EW"], "C": ["NESW", "map"]}
Hooks = Callable[..., AbstractContextManager[Any]]


@pytest.fixture
def game() -> Game:
    """Ann has laid a tunnel, it is Bo's turn, all have addresses; what was to be told before is forgotten."""
    game = in_position(3, hands=HANDS)
    give_addresses()
    Notice.objects.all().delete()
    do(game, "A lay EW 1,0")
    return game


@pytest.fixture
def office(settings: Settings) -> Iterator[PostOffice]:
    with post_office(settings) as office:
        yield office


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Turns the clock on."""

    def turn(**ahead: float) -> None:
        monkeypatch.setattr(clock, "offset", clock.offset + timedelta(**ahead))

    return turn


# -- told once, or not at all


def test_player_on_turn_is_notified_once(game: Game, office: PostOffice) -> None:
    assert outbox.send_due() == 1
    assert outbox.send_due() == 0

    assert office.to == ["bo@mail.example"]
    assert office.mails[0]["Subject"] == "Your turn: Friday dwarves"
    assert (became(), delivery().tries) == ("sent", 1)


def test_first_deal_notifies_the_starting_player() -> None:
    game = open_game(3)
    give_addresses()
    moves.deal_first_round(moves.locked_rows(pk=game.pk))
    outbox.send_due()

    assert receivers() == ["ann"]


def test_a_turn_that_was_taken_meanwhile_is_no_news(game: Game) -> None:
    do(game, "B pass NESW")
    outbox.send_due()

    assert became() == "obsolete"
    assert receivers() == ["cy"]


def test_turn_that_comes_round_again_notifies_once(game: Game) -> None:
    do(game, "B pass NESW", "C pass NESW", "A pass NS")
    outbox.send_due()

    assert receivers() == ["bo"]
    assert [one.outcome for one in Notice.objects.filter(user__username="Bo").order_by("pk")] == ["obsolete", "sent"]


def test_user_without_an_address_gets_no_mail_trouble(game: Game) -> None:
    User.objects.filter(username="Bo").update(email="")
    outbox.send_due()

    assert (became(), mail.outbox) == ("no-channel", [])


def test_an_address_that_waits_to_be_confirmed_is_not_written_to(game: Game) -> None:
    bo = User.objects.get(username="Bo")
    address = EmailAddress.objects.create(user=bo, email=bo.email, primary=True, verified=False)
    outbox.send_due()
    assert (became(), mail.outbox) == ("no-channel", [])

    address.verified = True
    address.save()
    assert email.reaches(bo)


def test_unwilling_player_is_not_notified(game: Game) -> None:
    mute(user=User.objects.get(username="Bo"), channel="email", events=[Event.TURN])
    outbox.send_due()

    assert (became(), mail.outbox) == ("unwanted", [])


def test_event_seen_at_the_table_is_not_notified(game: Game) -> None:
    browser_of("Bo").get(reverse("games:table", args=[game.code]))
    outbox.send_due()

    assert (became(), mail.outbox) == ("seen", [])


def test_player_looking_at_the_table_is_not_notified(later: Callable[..., None]) -> None:
    game = in_position(3, hands=HANDS)
    give_addresses()
    browser_of("Bo").get(reverse("games:table", args=[game.code]))
    do(game, "A lay EW 1,0")
    outbox.send_due()
    assert (became(), delivery().tries, mail.outbox) == ("", 0, [])

    cache.clear()
    later(minutes=2, seconds=1)
    outbox.send_due()
    assert receivers() == ["bo"]


def test_a_page_that_is_looked_at_says_so_each_time_it_asks_for_news() -> None:
    game = in_position(3, hands=HANDS)
    give_addresses()
    do(game, "A lay EW 1,0")
    address = reverse("games:pulse", args=[game.code, tables.pulse_token(game, "Bo")])
    browser_of("Bo").get(address, headers={"X-Last-Input": "fresh"})
    outbox.send_due()
    assert (became(), delivery().tries, mail.outbox) == ("", 0, [])


@pytest.mark.parametrize(("hour", "wait"), [(23, 8), (3, 4), (12, 0)])
def test_quiet_hours_hold_notifications_back(
    game: Game, later: Callable[..., None], monkeypatch: pytest.MonkeyPatch, hour: int, wait: int
) -> None:
    User.objects.filter(username="Bo").update(
        quiet_from=hour_of_day(22), quiet_until=hour_of_day(7), time_zone="Pacific/Honolulu"
    )
    there = datetime(2031, 5, 2, hour, tzinfo=ZoneInfo("Pacific/Honolulu"))
    with time_machine.travel(there, tick=False):
        Notice.objects.update(due_at=clock.now())
        outbox.send_due()
        assert (receivers(), delivery().tries) == ([], 0) if wait else (["bo"], 1)
        assert delivery().due_at == there + timedelta(hours=wait) or not wait
        later(hours=wait)
        outbox.send_due()
    assert receivers() == ["bo"]


def test_bots_and_seats_played_by_bots_get_no_notification(game: Game) -> None:
    tables.seat_of(game, "Bo")
    do(game, "= bot B")
    outbox.send_due()

    assert (became(), mail.outbox) == ("obsolete", [])


# -- when it fails


def test_a_server_that_puts_off_is_tried_again_ever_later(
    game: Game, office: PostOffice, later: Callable[..., None]
) -> None:
    office.recipients = {"bo@mail.example": "451 4.7.1 come back, secret words"}
    waits = []
    for _ in range(outbox.TRIES - 1):
        outbox.send_due()
        waits.append(round((delivery().due_at - clock.now()).total_seconds() / 60))
        later(minutes=waits[-1], seconds=5)
    assert waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, *[360] * 14]
    assert timedelta(days=3) < timedelta(minutes=sum(waits)) < timedelta(days=4)
    assert (delivery().trouble, delivery().reply) == (Trouble.BUSY, "451 4.7.1")

    office.recipients = {}
    outbox.send_due()
    assert (became(), office.to) == ("sent", ["bo@mail.example"])


def test_failing_letter_is_given_up_and_shown_to_its_recipient(
    game: Game, office: PostOffice, later: Callable[..., None]
) -> None:
    office.at_the_end = "452 4.2.2 the box of Bo is full"
    shown = []
    for _ in range(outbox.TRIES):
        outbox.send_due()
        later(hours=7)
        shown.append("your mail server kept putting it off" in browser_of("Bo").get("/").content.decode())
    assert (became(), delivery().tries) == ("dead", 24)
    assert shown == [False] * 11 + [True] * 13

    office.at_the_end = ""
    do(game, "B pass NESW", "C pass NESW", "A pass NS")
    outbox.send_due()
    assert "your mail server kept putting it off" not in browser_of("Bo").get("/").content.decode()


def test_an_address_that_the_server_refuses_is_given_up_at_once(game: Game, office: PostOffice) -> None:
    office.recipients = {"bo@mail.example": "550 5.1.1 no such user bo"}
    outbox.send_due()

    assert (became(), delivery().tries, delivery().reply) == ("dead", 1, "550 5.1.1")
    page = browser_of("Bo").get("/me/").content.decode()
    assert "Our mail doesn’t reach you: the mail server doesn’t accept your address." in page
    assert "Our mail" not in browser_of("Ann").get("/me/").content.decode()


def test_a_server_that_hangs_is_tried_once_and_all_else_waits(game: Game, settings: Settings) -> None:
    running_game(3, 8, code="another")
    with post_office(settings, patience=0.3) as office:
        office.hangs = True
        assert outbox.send_due() == 2
        assert office.asked == 1
    assert sorted(Delivery.objects.filter(done_at=None).values_list("tries", flat=True)) == [0, 1]
    assert (delivery().trouble, became()) == (Trouble.AWAY, "")


def test_a_server_that_is_away_is_no_try_and_is_left_alone_by_all(
    game: Game, settings: Settings, later: Callable[..., None]
) -> None:
    running_game(3, 8, code="another")
    with closed_office(settings, b"421 closing\r\n", patience=10) as office:
        for _sweep in range(3):
            outbox.send_due()
        assert office.calls == 1
        later(seconds=31)
        outbox.send_due()
        assert office.calls == 2
    assert set(Delivery.objects.values_list("tries", "outcome", "notice__outcome")) == {(0, "", "")}
    assert Delivery.objects.filter(trouble=Trouble.AWAY, reply="421").exists()
    assert ChannelBreaker.objects.get().failed_tries == 2


@pytest.mark.examples(1)
@pytest.mark.parametrize("is_there", [False, True])
def test_after_a_day_without_mail_what_is_still_true_is_sent(
    game: Game, settings: Settings, later: Callable[..., None], is_there: bool
) -> None:
    other = running_game(3, 8, code="another")
    give_addresses()
    first = Notice.objects.get(game=other, kind="turn")
    with post_office(settings, patience=0.1) as office:
        office.hangs = is_there
        if not is_there:
            no_post_office(settings)
        for hour in range(24):
            outbox.send_due()
            later(hours=1)
            if hour == 2:
                tables.play_on(other, 1)
    with post_office(settings) as office:
        later(hours=6)
        outbox.send_due()
        # A player awaited at both tables gets one letter about them.
        awaited = {"bo", tables.awaited(other).user.username.lower()}
        assert sorted(office.to) == sorted(f"{name}@mail.example" for name in awaited)
    first.refresh_from_db()
    assert (became(), first.outcome) == ("sent", "obsolete")
    assert not Notice.objects.filter(done_at=None).exists()
    assert not ChannelBreaker.objects.exists()


@pytest.mark.soak
def test_letter_that_breaks_the_connection_is_given_up_alone(
    game: Game, office: PostOffice, later: Callable[..., None]
) -> None:
    running_game(3, 8, code="another")
    give_addresses()
    Notice.objects.filter(user__username="Bo").update(due_at=clock.now() - timedelta(minutes=1))
    office.recipients = {"bo@mail.example": "421 4.3.2 closing"}
    outbox.send_due()
    assert office.to == []
    later(seconds=31)
    outbox.send_due()
    assert office.to == ["ann@mail.example"]
    for _ in range(outbox.TRIES):
        later(hours=7)
        outbox.send_due()
    assert (became(), office.to) == ("dead", ["ann@mail.example"])


def test_a_poisoned_notice_hinders_no_other_and_raises_one_alarm(
    game: Game,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    later: Callable[..., None],
) -> None:
    running_game(3, 8, code="another")
    broken = notice().pk
    real = entries.news_of

    def poisoned(one: Notice, channel: str) -> Any:
        return 1 / 0 if one.pk == broken else real(one, channel)

    monkeypatch.setattr(entries, "news_of", poisoned)
    outbox.send_due()
    assert receivers() == ["ann"]
    for _ in range(outbox.TRIES):
        later(hours=7)
        outbox.send_due()

    assert (became(), delivery().trouble) == ("dead", Trouble.FAULT)
    alarms = [entry.getMessage() for entry in caplog.records if entry.levelname == "ERROR"]
    assert alarms == [f"notice {broken}: it cannot be sent by email"]


def test_notice_of_a_kind_of_the_next_release_is_left_to_its_workers(
    game: Game, caplog: pytest.LogCaptureFixture, later: Callable[..., None]
) -> None:
    Notice.objects.update(kind="next-kind")
    outbox.send_due()
    Notice.objects.update(kind=Event.TURN)
    assert (became(), delivery().tries, delivery().trouble, caplog.messages) == ("", 0, "", [])
    later(seconds=outbox.LOOK_AGAIN.total_seconds() + 1)
    outbox.send_due()
    assert became() == "sent"


def test_notice_of_a_dead_worker_is_sent_after_its_lease(game: Game, later: Callable[..., None]) -> None:
    outbox._hand_out()
    assert outbox._lease(Crew()) is not None
    assert outbox.send_due() == 0

    later(minutes=5, seconds=1)
    outbox.send_due()
    assert receivers() == ["bo"]


@pytest.mark.django_db(transaction=True)
def test_many_who_send_at_once_send_each_notice_once(settings: Settings) -> None:
    for number in range(6):
        game = in_position([UserFactory.create(username=f"{name} {number}") for name in ("Ann", "Bo", "Cy")])
        assert game.pk
    for person in User.objects.all():
        User.objects.filter(pk=person.pk).update(email=f"{person.pk}@mail.example")
    waiting = Notice.objects.filter(done_at=None).count()
    assert waiting >= 6
    start = threading.Barrier(3)

    def send() -> None:
        try:
            start.wait(PATIENCE)
            outbox.send_due()
        finally:
            connection.close()

    with post_office(settings) as office:
        threads = [threading.Thread(target=send) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        assert not any(thread.is_alive() for thread in threads)
    names = [message["Message-ID"] for message in office.mails]
    assert len(names) == len(set(names)) == waiting
    assert set(Delivery.objects.values_list("outcome", "notice__outcome", "tries")) == {("sent", "sent", 1)}
