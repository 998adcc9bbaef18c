"""Standing orders from a page that is older than the table: they depend on no version of the table (R93, R95)."""

from datetime import timedelta
from typing import Any

import pytest

from games import clock
from games.models import Game, PrivateAct, Status
from games.rules.notation import parse
from games.rules.table import Ruleset
from tests.games import tables
from tests.games.sending import face_of, send
from tests.games.tables import browser_of, do, in_position, loaded

pytestmark = pytest.mark.django_db

HANDS = {"A": ["EW", "NS", "map", "NESW"], "B": ["NESW", "EW", "NS"], "C": ["NESW", "veto", "EW"]}


@pytest.fixture
def game() -> Game:
    """Ann has moved since the page of the others was made; Bo is on turn, and Cy holds a veto."""
    game = in_position(3, ruleset=Ruleset(modules=("veto",)), hands=HANDS)
    do(game, "A lay EW 1,0")
    return game


def orders_of(game: Game, seat: int) -> Any:
    """The standing orders of a seat."""
    return loaded(game).state.seats[seat].orders


@pytest.mark.parametrize(
    "order", ["order veto any B", "order turn lay NESW 2,0 | pass EW", "order theft A", "order pass"]
)
def test_an_order_from_an_older_page_stands_and_leaves_no_trace(
    game: Game, order: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = face_of(game)
    monkeypatch.setattr(clock, "offset", clock.offset + timedelta(minutes=5))

    assert send(game, "Cy", order, seq=game.seq - 1, key="of an older page").result == "done"
    assert orders_of(game, 2) == (parse(order),)
    assert face_of(game) == before


def test_a_late_order_strikes_like_any_other(game: Game) -> None:
    send(game, "Cy", "order veto any any", seq=game.seq - 1)
    do(game, "B lay NESW 2,0")

    assert "2,0" not in loaded(game).state.public.mine


def test_late_order_sent_again_after_its_use_counts_once(game: Game) -> None:
    seq = game.seq - 1
    send(game, "Cy", "order veto any any", seq=seq)
    do(game, "B lay NESW 2,0")

    assert orders_of(game, 2) == ()
    assert send(game, "Cy", "order veto any any", seq=seq) == ("again", None)
    assert orders_of(game, 2) == ()
    assert PrivateAct.objects.filter(game=game, seat=2).count() == 1


def test_timely_order_sent_again_after_its_use_counts_once(game: Game) -> None:
    seq = game.seq
    send(game, "Cy", "order veto any any", seq=seq)
    do(game, "B lay NESW 2,0")

    assert send(game, "Cy", "order veto any any", seq=seq) == ("again", None)
    assert orders_of(game, 2) == ()


def test_player_has_no_order_of_another_seat(game: Game) -> None:
    send(game, "Cy", "order veto any any", seq=game.seq - 1)

    assert send(game, "Ann", "order veto any any", seq=game.seq - 1).result == "done"
    assert orders_of(game, 0) == (parse("order veto any any"),)


def test_a_late_order_after_another_one_takes_its_place(game: Game) -> None:
    for order in ("order veto any any", "order none", "order veto any any"):
        assert send(game, "Cy", order, seq=game.seq - 1).result == "done"
    assert orders_of(game, 2) == (parse("order veto any any"),)


def test_key_used_by_a_move_is_used_for_orders_too(game: Game) -> None:
    send(game, "Bo", "lay NESW 2,0", key="k1")

    assert send(game, "Bo", "order pass", key="k1", seq=game.seq).result == "stale"
    assert orders_of(game, 1) == ()


def test_order_for_a_later_version_or_a_finished_game_is_stale(game: Game) -> None:
    assert send(game, "Cy", "order pass", seq=game.seq + 1).result == "stale"
    seq = game.seq
    Game.objects.filter(pk=game.pk).update(status=Status.OVER)
    assert send(game, "Cy", "order pass", seq=seq).result == "stale"
    assert orders_of(game, 2) == ()


def test_illegal_late_order_is_refused(game: Game) -> None:
    assert send(game, "Cy", "order veto any L", seq=game.seq - 1).result == "refused"
    assert orders_of(game, 2) == ()


def test_late_offer_is_stale(game: Game) -> None:
    """Offers are public, so they depend on the version of the table (R70)."""
    assert send(game, "Cy", "offer A", seq=game.seq - 1).result == "stale"


def test_page_takes_a_late_order_without_a_warning(game: Game) -> None:
    form = {"seq": game.seq - 1, "key": "k1", "order": "veto", "what": "any", "who": "any"}

    assert browser_of("Cy").post(f"/t/{game.code}/move", form).status_code == 303
    assert orders_of(game, 2) == (parse("order veto any any"),)
    assert tables.awaited(game).user.username == "Bo"
