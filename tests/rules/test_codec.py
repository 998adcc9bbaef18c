"""States, commands and events as text; states written by earlier versions are read for ever (`states/`)."""

import json
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from games.rules import codec, engine
from games.rules.commands import Choose, Command, Offer, PutMiner
from games.rules.errors import NewerState, Refused
from games.rules.events import Saw
from games.rules.notation import parse_line
from games.rules.schemas import UPGRADERS
from games.rules.sights import ChestSight, GoalSight, RoleSight, Sight
from games.rules.state import SCHEMA, Sighting
from games.rules.table import Ruleset
from tests.rules import invariants
from tests.rules.playout import Course, any_act, any_move, any_table

pytestmark = pytest.mark.quick

FOLDER = Path(__file__).parent / "states"
STATES = sorted(FOLDER.glob("schema-*/*.json"))
"""Games as they stood in the database of some version; files are added and never changed or removed."""


def schema_of(file: Path) -> int:
    """The schema in which a state was written."""
    return int(file.parent.name.removeprefix("schema-"))


def read(file: Path) -> engine.Game:
    """A stored state, upgraded to what is in force."""
    parts: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    public = codec.decode_public(json.dumps(parts["public"]))
    seats = tuple(codec.decode_own(json.dumps(own)) for own in parts["seats"])
    return engine.Game(public=public, seats=seats, table=codec.decode_table(json.dumps(parts["table"])))


def old(name: str) -> engine.Game:
    """A state of the first schema by its name."""
    return read(FOLDER / "schema-1" / f"{name}.json")


def after(state: engine.Game, *lines: str) -> engine.Game:
    """A state after some moves."""
    for line in lines:
        state = engine.apply(state, *parse_line(line)).state
    return state


@pytest.mark.parametrize("schema", range(1, SCHEMA + 1))
def test_there_are_states_of_every_schema_with_every_kind_of_decision(schema: int) -> None:
    states = [read(file) for file in STATES if schema_of(file) == schema]
    kinds = {ask.kind for state in states for ask in engine.awaited(state.public)}
    assert kinds == {"turn", "lay", "keep", "swap", "order", "goal", "player", "gold", "theft", "veto"}
    assert any(engine.is_over(state.public) for state in states)


@pytest.mark.examples(40)
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
        for checker in invariants.STATE_CHECKERS:
            checker(course.state)
    assert course.over


def test_r70_miners_of_an_old_state_stay_until_paid() -> None:
    state = old("five-miners-stand")
    assert [state.public.miners[at] for at in ("2,-1", "2,1", "3,-1", "3,1", "4,0")] == [0, 1, 2, 3, 4]
    assert state.public.miners_left == 0
    assert not [way for way in engine.legal(state.public, state.seats[0]) if isinstance(way, PutMiner)]
    with pytest.raises(Refused, match="no-miner-left"):
        after(state, "A miner map -1,0")
    paid = after(state, "A lay NS 2,1")
    assert [own.nuggets for own in paid.seats] == [0, 2, 1, 1, 1]
    assert sorted(paid.public.miners) == ["2,-1", "3,-1", "3,1", "4,0"]
    # Four miners stand: the three that are left over here do not come back.
    assert paid.public.miners_left == 0


@pytest.mark.parametrize(
    ("name", "standing", "left"),
    [
        ("no-miner-was-put-yet", 0, 2),
        ("one-miner-put-and-many-left", 1, 1),
        ("three-miners-of-one-table-of-two", 3, 0),
        ("four-miners-stand-and-two-were-paid", 4, 0),
        ("first-turn-of-three", 0, 0),
    ],
)
def test_r70_miners_left_by_two_a_player_equal_those_of_a_table(name: str, standing: int, left: int) -> None:
    public = old(name).public
    assert (len(public.miners), public.miners_left) == (standing, left)


def test_r70_r93_card_announced_at_a_surplus_miner_pays_as_announced() -> None:
    state = after(old("a-card-is-announced-where-one-of-four-miners-stands"), "B choose none", "C choose none")
    assert state.public.mine["2,-1"] == "NESW"
    assert [own.nuggets for own in state.seats] == [2, 0, 1, 0]
    assert sorted(state.public.miners) == ["2,1", "3,-1"]


def test_r73_pending_recycling_follows_the_open_decision() -> None:
    state = after(old("recycling-waits-while-a-goal-is-chosen"), "A choose 8,0")
    assert engine.awaited(state.public) == ((0, "keep"),)
    hand, pile = len(state.seats[0].hand), state.public.pile
    state = after(state, "A choose NS")
    assert engine.awaited(state.public) == ((1, "turn"),)
    assert (len(state.seats[0].hand), state.public.pile) == (hand + 1, pile)


@pytest.mark.parametrize(
    ("name", "lines", "kind"),
    [
        ("recycling-waits-while-a-player-is-chosen", ["A choose B"], "keep"),
        ("recycling-waits-while-one-of-three-is-kept", ["A choose NESW"], "keep"),
        ("recycling-waits-while-hands-are-robbed", ["A choose B"], "keep"),
        ("recycled-cards-are-chosen-and-three-more-wait", ["A choose NS"], "keep"),
        ("a-chest-of-recycling-behind-a-detour", ["A choose 8,0"], "keep"),
        ("hands-to-rob-and-a-goal-to-move", ["A choose 8,0"], "player"),
        ("a-guide-goes-on-after-recycle", ["A lay EW -1,0"], "keep"),
        ("a-guide-goes-on-after-grab", ["A lay EW -1,0"], "player"),
        ("a-guide-goes-on-after-choose-3", ["A lay EW -1,0"], "keep"),
    ],
)
def test_r73_effects_set_off_under_an_old_schema_still_happen(name: str, lines: list[str], kind: str) -> None:
    assert engine.awaited(after(old(name), *lines).public) == ((0, kind),)


@pytest.mark.parametrize(
    ("name", "lines", "drawn"),
    [
        ("a-guide-goes-on-after-a-veto", ["A lay EW -1,0"], 2),
        ("a-guide-goes-on-after-extra-draw", ["A lay EW -1,0"], 3),
        ("a-guide-goes-on-after-no-draw", ["A lay EW -1,0"], 0),
        ("no-draw-and-a-goal-to-move", ["A choose 8,0"], 0),
        ("one-more-card-and-a-goal-to-move", ["A choose 8,0"], 2),
    ],
)
def test_r63_r66_r73_pending_draw_of_an_old_state_follows_todays_rules(name: str, lines: list[str], drawn: int) -> None:
    before = old(name)
    state = after(before, *lines)
    laid = sum(" lay " in line for line in lines)
    assert len(state.seats[0].hand) == len(before.seats[0].hand) - laid + drawn


def test_r22_missing_gold_of_an_old_state_comes_from_the_bank() -> None:
    state = after(old("more-diggers-than-gold-cards-choose"), "A choose 1")
    assert [own.nuggets for own in state.seats] == [0, 1, 1, 0]
    assert engine.awaits_deal(state.public)


def test_r73_old_state_moving_a_goal_takes_a_waiting_one_if_needed() -> None:
    state = old("only-goals-that-wait-could-move")
    assert engine.legal(state.public, state.seats[0]) == (Choose("8,0"), Choose("8,2"))
    assert after(state, "= timeout A").public.seq > state.public.seq


def test_upgrading_changes_nothing_of_what_it_is_given() -> None:
    for file in STATES:
        if schema_of(file) == 1:
            plain = json.loads(file.read_text(encoding="utf-8"))["public"]
            original = deepcopy(plain)
            assert UPGRADERS[1](plain)["schema"] == 2
            assert plain == original


@pytest.mark.parametrize("schema", [SCHEMA + 1, 99])
def test_a_state_of_a_later_schema_is_refused_in_a_sentence_and_not_read(schema: int) -> None:
    plain = json.loads(codec.encode(Course.dealt(Ruleset(), 3, b"k" * 32).state.public))
    assert plain["schema"] == SCHEMA
    for text in (json.dumps({**plain, "schema": schema}), json.dumps({"schema": schema, "tunnels": "of glass"})):
        with pytest.raises(
            NewerState, match=f"a later version of this site wrote this game, in schema {schema};"
        ) as found:
            codec.decode_public(text)
        assert found.value.schema == schema


@pytest.mark.parametrize(
    "file", [file for file in STATES if schema_of(file) == SCHEMA], ids=lambda file: str(file.stem)
)
def test_a_state_of_the_schema_in_force_is_written_as_it_was(file: Path) -> None:
    parts = json.loads(file.read_text(encoding="utf-8"))
    assert json.loads(codec.encode(read(file))) == parts


def test_equal_states_give_equal_text() -> None:
    texts = []
    for _ in range(2):
        rng = Random(7)
        course = Course.dealt(Ruleset(), 4, b"k" * 32)
        for _ in range(40):
            course.take(*any_move(rng, course.state, 0.5))
        texts.append(codec.encode(course.state))
    assert texts[0] == texts[1]


def test_rules_values_survive_encoding_and_decoding(chance: Random) -> None:
    for _ in range(4):
        ruleset, players = any_table(chance)
        assert codec.decode_ruleset(codec.encode(ruleset)) == ruleset
        course = Course.dealt(ruleset, players, chance.randbytes(32))
        while not course.over:
            act = any_act(chance, course.state, 0.7)
            assert msgspec.json.decode(codec.encode(act[1]), type=Command) == act[1]
            step = course.take(*act)
            assert codec.decode_events(codec.encode(step.events)) == step.events
            assert [codec.decode_whisper(codec.encode(whisper)) for _, whisper in step.whispers] == [
                whisper for _, whisper in step.whispers
            ]
        assert [codec.decode_deal(codec.encode(dealt)) for dealt in course.deals] == course.deals


def test_every_upgrader_leads_to_the_next_schema() -> None:
    assert set(UPGRADERS) == set(range(1, SCHEMA))


def test_an_older_public_state_goes_through_all_upgraders(monkeypatch: pytest.MonkeyPatch) -> None:
    course = Course.dealt(Ruleset(modules=("tunnel-toll",)), 3, b"k" * 32)
    course.take(1, Offer(2))
    written = json.loads(codec.encode(course.state.public))
    cards = written.pop("pile")

    def first(plain: dict[str, Any]) -> dict[str, Any]:
        """The cards were a pile later."""
        return {
            **{key: part for key, part in plain.items() if key != "cards"},
            "pile": plain["cards"],
            "schema": SCHEMA,
        }

    monkeypatch.setattr(codec, "UPGRADERS", {SCHEMA - 1: first})
    assert codec.decode_public(json.dumps({**written, "cards": cards, "schema": SCHEMA - 1})) == course.state.public


@pytest.mark.parametrize(
    "text", ["", "{}", "null", '{"seats": "three"}', '{"schema": 0}', '{"schema": "2"}', '{"agenda": [{}]}', "[" * 3000]
)
def test_invalid_state_is_refused(text: str) -> None:
    for decode in (codec.decode_public, codec.decode_own, codec.decode_table):
        with pytest.raises((msgspec.DecodeError, RecursionError), match="|".join(NO_STATE)):
            decode(text)


NO_STATE = (
    *(
        "Input data was truncated",
        "missing required field",
        "no state of schema",
        "Expected `object`",
        "Expected `int`",
    ),
    *("Expected `array`", "maximum recursion depth"),
)
"""What is said of a text that is no state."""


OLD_SIGHTS = [
    ("8,0", "stone-a", GoalSight("8,0", "stone-a")),
    ("8,-2", "sack-1", GoalSight("8,-2", "sack-1")),
    ("2,-1", "NESW+nugget", ChestSight("2,-1", "NESW", "nugget")),
    ("B", "saboteur", RoleSight(1, "saboteur")),
    ("L", "boss", RoleSight(11, "boss")),
]
"""What was seen, as schema 3 wrote it, and what it is now."""


@pytest.mark.parametrize(("what", "found", "sight"), OLD_SIGHTS)
def test_old_sighting_is_read_by_its_kind(what: str, found: str, sight: Sight) -> None:
    older = {"what": what, "found": found, "move": 3}
    newer = {"sight": json.loads(codec.encode(sight)), "move": 5}
    text = json.dumps({"seat": 0, "role": "digger", "hand": ["NS"], "sightings": [older, newer]})
    assert codec.decode_own(text).sightings == (Sighting(sight, 3), Sighting(sight, 5))


@pytest.mark.parametrize(("what", "found", "sight"), OLD_SIGHTS)
def test_old_whisper_of_a_look_is_read_by_its_kind(what: str, found: str, sight: Sight) -> None:
    assert codec.decode_whisper(json.dumps({"type": "saw", "what": what, "found": found})) == Saw(sight)
    assert codec.decode_whisper(codec.encode(Saw(sight))) == Saw(sight)


@pytest.mark.parametrize(
    "old",
    [{"what": "", "found": "gold"}, {"what": "AB", "found": "gold"}, {"what": 3, "found": "gold"}, {"what": "8,0"}],
)
def test_old_look_at_nothing_known_is_refused(old: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError, match=r"no whisper|Expected|missing required field"):
        codec.decode_whisper(json.dumps({"type": "saw", **old}))
    with pytest.raises(msgspec.ValidationError, match=r"no part of a seat|Expected|missing required field"):
        codec.decode_own(json.dumps({"seat": 0, "role": "digger", "hand": [], "sightings": [{**old, "move": 1}]}))


@pytest.mark.parametrize("is_old", [True, False])
def test_stored_states_old_and_new_hold_sights_of_every_kind(is_old: bool) -> None:
    states = [read(file) for file in STATES if (schema_of(file) < SCHEMA) == is_old]
    kinds = {type(one.sight) for state in states for own in state.seats for one in own.sightings}
    assert kinds == set(get_args(Sight))
