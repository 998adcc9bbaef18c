"""With each push a device hears which of its notifications are done: those of tables opened since, on any device."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.urls import reverse

from accounts.channels import push
from accounts.models import User
from games import clock
from games.mail import shown
from games.models import Delivery, Game, Notice, Seat
from games.rows import notices
from games.services import talk
from tests.games.clocks import DAY, pass_by, turnable
from tests.games.post import letter_about
from tests.games.tables import browser_of, do, in_position, running_game, seat_of

pytestmark = pytest.mark.django_db

HANDS = {"A": ["EW", "NS", "map"], "B": ["NESW", "EW"], "C": ["NESW", "map"]}


def at(game: Game) -> str:
    return reverse("games:table", args=[game.code])


def bo() -> User:
    return User.objects.get(username="Bo")


def pushed() -> None:
    """All that was to be told came to the devices."""
    for notice in Notice.objects.filter(deliveries=None):
        Delivery.objects.create(notice=notice, channel="push", outcome="sent", done_at=clock.now())


@pytest.fixture
def game() -> Game:
    """It is Bo's turn, and his devices show it."""
    game = in_position(3, hands=HANDS)
    Notice.objects.all().delete()
    do(game, "A lay EW 1,0")
    pushed()
    return game


def done() -> list[str]:
    return shown.tables_done(bo(), "push")


def opens(game: Game) -> None:
    browser_of("Bo").get(at(game))


def moves(game: Game) -> None:
    do(game, "B pass NESW")


def leaves(game: Game) -> None:
    Seat.objects.filter(pk=seat_of(game, "Bo").pk).delete()


def prefetches(game: Game) -> None:
    browser_of("Bo").get(at(game), headers={"Sec-Purpose": "prefetch"})


def polls(game: Game) -> None:
    browser_of("Bo").get(at(game), headers={"HX-Request": "true", "HX-Trigger": "pulse"})


@pytest.mark.parametrize(
    ("deed", "is_done"), [(opens, True), (moves, True), (leaves, True), (prefetches, False), (polls, False)]
)
def test_a_notification_is_done_once_the_player_has_come(
    game: Game, deed: Callable[[Game], None], *, is_done: bool
) -> None:
    assert done() == []
    deed(game)
    assert done() == ([at(game)] if is_done else [])


def test_a_reminder_stays_though_the_turn_was_seen_before(game: Game) -> None:
    opens(game)
    seat = seat_of(game, "Bo")
    notices.remind(seat, "hour")
    pushed()
    assert done() == []
    moves(game)
    assert done() == [at(game)]


def test_a_message_stays_until_it_is_read(game: Game) -> None:
    opens(game)
    talk.say(user=User.objects.get(username="Ann"), code=game.code, text="Bo, repair my cart")
    pushed()
    assert done() == []
    opens(game)
    assert done() == [at(game)]


def test_older_events_and_other_channels_are_left_out(game: Game) -> None:
    opens(game)
    assert shown.tables_done(bo(), "email") == []
    with turnable():
        pass_by(shown.LASTS + DAY)
        assert done() == []


def test_the_next_push_names_them_and_not_its_own_table(game: Game) -> None:
    opens(game)
    cache.clear()
    other = in_position(3, hands=HANDS)
    do(other, "A lay EW 1,0")
    notice = Notice.objects.filter(game=other, user=bo(), kind="turn").latest("pk")

    message = push.message_of(letter_about(notice, "push"))
    assert message.done == (at(game),)
    assert letter_about(notice, "email").done == ()

    opens(other)
    pushed()
    do(other, "B pass NESW", "C pass NESW", "A pass NS")
    cache.clear()
    notice = Notice.objects.filter(game=other, user=bo(), kind="turn").latest("pk")
    assert letter_about(notice, "push").done == (at(game),)


def test_a_message_names_the_latest_tables_alone(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shown, "MOST", 1)
    other = running_game([bo(), User.objects.get(username="Cy"), User.objects.get(username="Ann")])
    pushed()
    Delivery.objects.filter(notice__game=game).update(done_at=clock.now() - timedelta(hours=1))
    opens(game)
    opens(other)
    assert done() == [at(other)]
