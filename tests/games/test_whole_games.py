"""Games from the first deal to the end through the services, and what their log and export say of them."""

import json
from typing import Any

import pytest
from msgspec.structs import replace

from games.models import Game, Move, Status
from games.rules import engine, record, verify
from games.rules.layout import read_table
from games.rules.state import Stream
from games.rules.table import Ruleset
from games.services import archive
from tests.factories import UserFactory
from tests.games import tables
from tests.games.tables import do, in_position, loaded, running_game

pytestmark = pytest.mark.django_db


def table_of_bots(players: int, ruleset: Ruleset | None = None) -> Game:
    """A running table with bots alone."""
    bots = [UserFactory.create(username=f"Bot {number}", is_bot=True) for number in range(players)]
    return running_game(bots, ruleset=ruleset)


def test_game_of_bots_ends_and_its_log_gives_the_same_state() -> None:
    game = table_of_bots(4, Ruleset(rounds=2))
    while tables.play_bot(game.pk):
        pass
    game.refresh_from_db()
    state = loaded(game).state
    export = exported(game)

    assert game.status == Status.OVER
    assert state.public.revealed is not None
    assert len(state.public.results) == 2
    assert record.check(json.dumps(export)) is None
    assert verify.faults(export) == []
    end = export["rounds"][-1]["expect"]
    assert end["game_over"] is True
    assert end["gold"] == dict(zip("ABCD", state.public.revealed.gold, strict=True))
    assert without_chance(replayed(export)) == without_chance(state)
    assert list(Move.objects.filter(game=game).order_by("seq").values_list("seq", flat=True)) == [*range(game.seq + 1)]


def exported(game: Game) -> dict[str, Any]:
    """The record of a finished game as it is in a file."""
    export: dict[str, Any] = json.loads(json.dumps(archive.export(game)))
    return export


def replayed(export: dict[str, Any]) -> engine.Game:
    """The state to which the deals and lines of an export lead, by the rules alone."""
    state: engine.Game | None = None
    ruleset, players = read_table(export), len(export["seats"])
    for number, script in enumerate(export["rounds"], 1):
        state = record.deal_round(ruleset, players, script, number, state, "")
        for move in record.moves_of(script["moves"], players, ""):
            state = record.carry_out(state, move, "")
    assert state is not None
    return state


def without_chance(state: engine.Game) -> engine.Game:
    """The state without the key of its chance, which a record has no use for."""
    return replace(state, table=replace(state.table, chance=Stream(key=b"")))


def test_a_log_with_a_wrong_line_does_not_give_the_same_state() -> None:
    export = exported(tables.finished_game(3))
    line = next(place for place, text in enumerate(export["rounds"][0]["moves"]) if not text.startswith("*"))
    del export["rounds"][0]["moves"][line]

    assert record.check(json.dumps(export)) is not None


@pytest.mark.parametrize("players", [3, 10])
def test_export_of_a_random_game_holds(players: int) -> None:
    game = tables.play_to_the_end(running_game(players, ruleset=Ruleset(rounds=2)))

    assert record.check(json.dumps(exported(game))) is None


def test_secret_acts_stand_in_the_export_in_their_place() -> None:
    game = tables.running_game(3, ruleset=Ruleset(rounds=1))
    state = loaded(game).state
    first, second = state.public.first, (state.public.first + 1) % 3
    who, card = "ABC"[second], state.seats[second].hand[0]
    do(game, f"{who} order turn pass {card}", f"{'ABC'[first]} pass {state.seats[first].hand[0]}")
    tables.play_to_the_end(game)
    export = exported(game)

    assert f"{who} order turn pass {card}" in export["rounds"][0]["moves"]
    assert record.check(json.dumps(export)) is None
    assert without_chance(replayed(export)) == without_chance(loaded(game).state)


def test_a_game_in_progress_is_not_exported() -> None:
    game = running_game(3)
    with pytest.raises(archive.NotOverError):
        archive.export(game)


def test_time_outs_and_changes_of_seats_stand_in_the_log_too() -> None:
    game = running_game(3, ruleset=Ruleset(rounds=1))
    seat = "ABC"[tables.awaited(game).number]
    do(game, f"= timeout {seat}", "= sleep A", "= wake A", "= bot B", "= end")
    export = exported(game)

    assert game.status == Status.OVER
    assert [line for line in export["rounds"][0]["moves"] if line.startswith("= ")] == [
        *(f"= timeout {seat}", "= sleep A", "= wake A", "= bot B", "= end")
    ]
    assert record.check(json.dumps(export)) is None


def test_a_bot_moves_only_when_a_bot_is_awaited() -> None:
    game = running_game(3)
    before = loaded(game).state

    assert tables.play_bot(game.pk) is False
    assert loaded(game).state == before


def test_a_bot_that_took_a_seat_over_plays_it() -> None:
    game = in_position(3)
    do(game, "= bot A")

    assert tables.play_bot(game.pk) is True
    assert tables.awaited(game).user.username == "Bo"
    assert tables.play_bot(game.pk) is False
