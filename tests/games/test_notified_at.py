"""When a player counts as notified of their turn, by the outcome of the notice."""

from datetime import timedelta

import pytest
from django.urls import reverse

from games import clock
from games.mail import outbox
from games.models import Game, Notice
from games.rows import notices
from games.services import beginning
from tests.games import tables
from tests.games.post import became, give_addresses
from tests.games.tables import browser_of, open_game, running_game, seat_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("end", "as_the_turn_began"),
    [("unwanted", True), ("no-channel", True), ("obsolete", True), ("sent", False), ("dead", False)],
)
def test_player_without_messages_is_notified_at_turn_start(end: str, as_the_turn_began: bool) -> None:
    game: Game = running_game(3)
    seat, ended = seat_of(game, "Ann"), clock.now() + timedelta(hours=1)
    assert Notice.objects.filter(kind=notices.TURN, user=seat.user).update(outcome=end, done_at=ended) == 1
    assert notices.notified_at(seat, clock.now()) == (seat.awaited_since if as_the_turn_began else ended)


def test_viewer_of_the_first_deal_counts_as_notified() -> None:
    game = running_game(3)
    give_addresses()
    assert notices.notified_at(seat_of(game, "Ann"), clock.now()) is None
    browser_of("Ann").get(reverse("games:table", args=[game.code]))
    moment = clock.now()
    assert notices.notified_at(seat_of(game, "Ann"), moment) == moment
    assert became("turn", "Ann") == "seen"


def test_viewer_of_the_lobby_has_not_seen_the_deal() -> None:
    game = open_game(3)
    give_addresses()
    for name in ("Ann", "Bo", "Cy"):
        browser_of(name).get(reverse("games:table", args=[game.code]))
    beginning.start(host=seat_of(game, "Ann").user, code=game.code)
    seat = seat_of(game, tables.awaited(game).user.username)
    assert notices.notified_at(seat, clock.now()) is None
    outbox.send_due()
    assert became("turn", seat.user.username) == "sent"
