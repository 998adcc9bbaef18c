"""How bots differ from one another: tempers by lot, whatever their role (R94)."""

import pytest

from games import bots
from games.bots.manner import TEMPERS, Manner, drawn
from games.models import Seat
from games.rows import chance
from games.services import bot_turns
from tests.games.tables import in_position

pytestmark = pytest.mark.django_db


def test_each_seat_and_round_has_a_temper_of_its_own_and_each_is_drawn_as_often() -> None:
    found = [drawn(b"key", number, seat).temper for number in range(1, 101) for seat in range(5)]
    assert all(60 < found.count(temper) < 140 for temper in TEMPERS)
    assert len({tuple(found[at : at + 5]) for at in range(0, 500, 5)}) > 90


def test_a_temper_follows_from_the_key_and_not_from_the_role() -> None:
    assert drawn(b"key", 2, 3) == drawn(b"key", 2, 3)
    assert [drawn(b"key", 1, seat) for seat in range(10)] != [drawn(b"other", 1, seat) for seat in range(10)]


def test_a_bot_of_a_table_plays_in_the_temper_that_the_key_of_the_game_gives_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = in_position(3, hands={"A": ["EW"], "B": ["EW"], "C": ["EW"]})
    Seat.objects.filter(game=game, number=0).update(resting="bot")
    heard: list[Manner] = []
    choose = bots.choose

    def listening(*given: object) -> object:
        heard.append(given[-1])  # type: ignore[arg-type]
        return choose(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(bots, "choose", listening)
    bot_turns.let_choose(bot_turns.bots_asked(game.pk).seats)
    seats = list(Seat.objects.filter(game=game).select_related("game__secret").order_by("number"))
    assert heard == [drawn(chance.key_of(seats[0].game, seats), 1, 0)]
