"""When somebody counts as told of their turn, by what became of the notice."""

from datetime import timedelta

import pytest

from games import clock
from games.models import Game, Notice
from games.rows import notices
from tests.games.tables import running_game, seat_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("end", "as_the_turn_began"),
    [("unwanted", True), ("no-channel", True), ("obsolete", True), ("sent", False), ("dead", False)],
)
def test_whoever_is_not_to_be_told_counts_as_told_when_the_turn_began(end: str, as_the_turn_began: bool) -> None:
    game: Game = running_game(3)
    seat, ended = seat_of(game, "Ann"), clock.now() + timedelta(hours=1)
    assert Notice.objects.filter(kind=notices.TURN, user=seat.user).update(outcome=end, done_at=ended) == 1
    assert notices.told_at(seat, clock.now()) == (seat.awaited_since if as_the_turn_began else ended)
