"""Games that an earlier version of the site left in the database go on; those of a later one are not touched."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games import bots
from games.models import Game
from games.rows import store
from games.rows.corrupt import CorruptTable
from games.rules import codec, engine, verify
from games.rules.commands import TableCommand
from games.rules.notation import parse
from games.rules.state import SCHEMA
from games.rules.view import view
from games.services import archive, moves, repairs
from tests.games import tables
from tests.games.pages import get, go_on

pytestmark = pytest.mark.django_db

RULES = Path(__file__).parents[1] / "rules"
OLD = RULES / "states" / "schema-1"
SUPERSEDED = RULES / "exports" / "rules-1" / "with-more-than-two-miners.json"


def left_behind(name: str, schema: int = 1) -> Game:
    """A running table in a state that is kept in `tests/rules/states`, as the version of then wrote its rows."""
    parts: dict[str, Any] = json.loads((OLD / f"{name}.json").read_text(encoding="utf-8"))
    ruleset = codec.decode_ruleset(json.dumps(parts["public"]["ruleset"]))
    game = tables.running_game(parts["public"]["seats"], ruleset=ruleset, code="old")
    table = tables.loaded(game)
    for seat, own in zip(table.seats, parts["seats"], strict=True):
        store.put_seat(seat, codec.decode_own(json.dumps(own)))
        seat.save()
    game.secret.state = json.dumps(parts["table"])
    game.secret.save()
    game.public, game.seq = json.dumps(parts["public"]), parts["public"].get("seq", 0)
    game.schema, game.rules_version = schema, "1"
    game.save()
    return game


@pytest.mark.examples(8)
@pytest.mark.parametrize("file", sorted(OLD.glob("*.json")), ids=lambda file: str(file.stem))
def test_a_table_of_an_earlier_schema_is_shown_and_played_on(file: Path, chance: Random) -> None:
    game = left_behind(file.stem)
    state = tables.loaded(game).state
    asked = next((ask.seat for ask in engine.unanswered(state)), 0)
    assert go_on(tables.browser_of(tables.seats_of(game)[asked].user), game.code).status == 200
    if engine.is_over(state.public):
        return
    command = bots.choose(view(state.public, state.seats[asked]), chance.randrange, ())
    assert not isinstance(command, TableCommand)
    tables.carry_out(game, asked, command)
    game.refresh_from_db()
    if game.seq > state.public.seq:
        assert (game.schema, game.rules_version) == (SCHEMA, "1 3")
        assert json.loads(game.public)["schema"] == SCHEMA


def test_r70_more_than_two_miners_are_shown_and_none_can_be_put() -> None:
    game = left_behind("five-miners-stand")
    page = get(tables.browser_of("Ann"), f"/t/{game.code}/")
    assert "0 miners left" in page.words
    assert page.to("mode=miner") == []
    for name, square in (("Ann", "L2"), ("Bo", "N2"), ("Cy", "L3"), ("Dee", "N3"), ("Eve", "M4")):
        assert f"{square}: A miner of {name} stands here." in page.words


@pytest.mark.parametrize("where", ["the row", "the text"])
def test_state_of_a_later_schema_is_refused_and_never_overwritten(where: str) -> None:
    game = left_behind("no-miner-was-put-yet", schema=SCHEMA + 1 if where == "the row" else SCHEMA)
    if where == "the text":
        game.public = json.dumps({**json.loads(game.public), "schema": SCHEMA + 1})
        game.save()
    before = Game.objects.values().get(pk=game.pk)
    ann = tables.seat_of(game, "Ann").user
    for read in (
        lambda: store.public(game),
        lambda: store.load(game, tables.seats_of(game)),
        lambda: moves.submit(code=game.code, user=ann, seq=game.seq, key="k", command=parse("pass NESW")),
        lambda: archive.export(Game(public=game.public, schema=game.schema, ruleset=game.ruleset, status="over")),
    ):
        with pytest.raises(CorruptTable, match="update the site to go on"):
            read()
    assert Game.objects.values().get(pk=game.pk) == before


def test_recount_says_that_a_table_began_under_earlier_rules() -> None:
    game = left_behind("five-miners-stand")
    found = repairs.faults(tables.loaded(game))
    assert found
    assert found[-1] == "It started under rules that have been corrected since: version 1."
    assert repairs.faults(tables.loaded(tables.running_game(3))) == []


def test_game_under_earlier_rules_verifies_its_deals_alone(
    tmp_path: Path,
) -> None:
    export = json.loads(SUPERSEDED.read_text(encoding="utf-8"))
    assert verify.faults(export) == []
    with pytest.raises(CommandError, match=r"refused: .*; a rule was corrected since the game began"):
        call_command("verify", str(SUPERSEDED))
    now = tmp_path / "now.json"
    now.write_text(json.dumps({**export, "fairness": {**export["fairness"], "rules": ["3"]}}))
    with pytest.raises(CommandError, match=r"no-miner-left \(R70\)$"):
        call_command("verify", str(now))
