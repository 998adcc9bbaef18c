"""States, commands and events as text; states written by earlier versions are read for ever (`states/`)."""

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from games.rules import codec, engine
from games.rules.state import SCHEMA
from games.rules.table import Ruleset
from tests.rules import invariants
from tests.rules.playout import Course, any_act, any_move, any_table

STATES = sorted((Path(__file__).parent / "states").glob("schema-*/*.json"))
"""Games as they stood in the database of some version; files are added and never changed or removed."""


def schema_of(file: Path) -> int:
    """The schema in which a state was written."""
    return int(file.parent.name.removeprefix("schema-"))


def read(file: Path) -> engine.Game:
    """A stored state, upgraded to what is in force."""
    parts: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    public = codec.decode_public(json.dumps(parts["public"]), schema_of(file))
    seats = tuple(codec.decode_own(json.dumps(own)) for own in parts["seats"])
    return engine.Game(public=public, seats=seats, table=codec.decode_table(json.dumps(parts["table"])))


def test_there_are_old_states_of_every_schema() -> None:
    assert {schema_of(file) for file in STATES} == set(range(1, SCHEMA + 1))
    assert len(STATES) >= 6


@pytest.mark.parametrize("file", STATES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_an_old_state_is_read_and_played_on_to_its_end(file: Path, chance: Random) -> None:
    state = read(file)
    for checker in invariants.STATE_CHECKERS:
        checker(state)
    course = Course(state.public.ruleset, b"k" * 32, state)
    for _ in range(2000):
        if course.over:
            break
        course.take(*any_move(chance, course.state, 0.5))
    assert course.over


@pytest.mark.parametrize(
    "file", [file for file in STATES if schema_of(file) == SCHEMA], ids=lambda file: str(file.stem)
)
def test_a_state_of_the_schema_in_force_is_written_as_it_was(file: Path) -> None:
    parts = json.loads(file.read_text(encoding="utf-8"))
    assert json.loads(codec.encode(read(file))) == parts


def test_equal_states_give_equal_text() -> None:
    texts = []
    for _ in range(2):
        lot = Random(7)
        course = Course.dealt(Ruleset(), 4, b"k" * 32)
        for _ in range(40):
            course.take(*any_move(lot, course.state, 0.5))
        texts.append(codec.encode(course.state))
    assert texts[0] == texts[1]


def test_commands_events_whispers_deals_and_rulesets_come_back_from_their_text(chance: Random) -> None:
    for _ in range(4):
        ruleset, players = any_table(chance)
        assert codec.decode_ruleset(codec.encode(ruleset)) == ruleset
        course = Course.dealt(ruleset, players, chance.randbytes(32))
        while not course.over:
            act = any_act(chance, course.state, 0.7)
            assert codec.decode_command(codec.encode(act[1])) == act[1]
            step = course.take(*act)
            assert codec.decode_events(codec.encode(step.events)) == step.events
            assert [codec.decode_whisper(codec.encode(told)) for _, told in step.whispers] == [
                told for _, told in step.whispers
            ]
        assert [codec.decode_deal(codec.encode(dealt)) for dealt in course.deals] == course.deals


def test_every_upgrader_leads_to_the_next_schema() -> None:
    assert set(codec.UPGRADERS) == set(range(1, SCHEMA))


def test_an_older_public_state_goes_through_all_upgraders(monkeypatch: pytest.MonkeyPatch) -> None:
    course = Course.dealt(Ruleset(), 3, b"k" * 32)
    old = json.loads(codec.encode(course.state.public))
    old["cards"] = old.pop("pile")

    def renamed(plain: dict[str, Any]) -> dict[str, Any]:
        """The pile was called cards once."""
        return {**{key: part for key, part in plain.items() if key != "cards"}, "pile": plain["cards"]}

    monkeypatch.setattr(codec, "UPGRADERS", {SCHEMA - 1: renamed})
    assert codec.decode_public(json.dumps(old), SCHEMA - 1) == course.state.public


@pytest.mark.parametrize("text", ["", "{}", "null", '{"seats": "three"}', "[" * 3000])
def test_what_is_no_state_is_refused(text: str) -> None:
    for decode in (codec.decode_public, codec.decode_own, codec.decode_table):
        with pytest.raises((msgspec.DecodeError, RecursionError)):
            decode(text)
