"""The records under `tests/records`: they come out as they expect, they could fail, and broken ones are explained."""

import json
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.rules.record import check, legal
from tests.conftest import SOAK

pytestmark = pytest.mark.quick

FOLDER = Path(__file__).parent.parent / "records"
PATHS = {path.stem: path for path in sorted(FOLDER.rglob("*.json"))}
OWN = sorted(name for name, path in PATHS.items() if path.parent.name != "shared")
LISTED = sorted(path.stem for path in FOLDER.rglob("*.legal"))


def read(name: str) -> dict[str, Any]:
    """A record as data that a test may change."""
    record: dict[str, Any] = json.loads(PATHS[name].read_text())
    return record


def problem(record: dict[str, Any]) -> str:
    """What the checker says of a record in which something must be wrong."""
    found = check(json.dumps(record))
    assert found is not None
    return found


@pytest.mark.parametrize("name", PATHS)
def test_a_record_comes_out_as_it_expects(name: str) -> None:
    assert check(PATHS[name].read_text()) is None


def test_no_two_records_have_one_name() -> None:
    assert len(PATHS) == len(list(FOLDER.rglob("*.json")))


def test_every_own_record_shows_a_refusal_and_an_expectation() -> None:
    for name in OWN:
        rounds = read(name)["rounds"]
        assert any(line.startswith("! ") for one in rounds for line in one["moves"]), name
        assert all(one["expect"] for one in rounds), name


def test_the_list_of_records_names_each_and_the_rules_it_shows() -> None:
    rows = [line for line in (FOLDER / "README.md").read_text().splitlines() if line.startswith("| `")]
    named = [row.split("`")[1] for row in rows]
    assert sorted(named) == sorted(PATHS)
    assert all("| R" in row for row in rows)


def spoilt(value: Any) -> Any:
    """Another value of the same sort, for an expectation that must not hold."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case list():
            return [*value, "map"]
        case {} if value:
            first = next(iter(value))
            return {**value, first: spoilt(value[first])}
        case {}:
            return {"A": "turn"}
        case None:
            return "A"
    return None


@pytest.mark.examples(64)
@pytest.mark.parametrize("name", PATHS)
def test_every_expectation_of_a_record_can_fail(name: str) -> None:
    for number, one in enumerate(read(name)["rounds"]):
        for key, value in one["expect"].items():
            record = read(name)
            record["rounds"][number]["expect"][key] = spoilt(value)
            found = problem(record)
            assert f"round {number + 1}" in found
            assert key in found


@pytest.mark.examples(64)
@pytest.mark.parametrize("name", PATHS)
def test_every_move_line_of_a_record_can_fail(name: str, chance: Random) -> None:
    """A refused line without its mark is refused, a legal one with the mark is found out; both with their number.

    Three lines of each round are drawn at random.
    """
    for number, one in enumerate(read(name)["rounds"]):
        lines = [line for line in one["moves"] if not line.startswith("* ")]
        single = [(place, line) for place, line in enumerate(lines) if one["moves"].count(line) == 1]
        drawn = single if SOAK else chance.sample(single, min(3, len(single)))
        assert bool(drawn) == bool(single)
        for place, line in drawn:
            record = read(name)
            at = one["moves"].index(line)
            record["rounds"][number]["moves"][at] = line.removeprefix("! ") if line.startswith("! ") else f"! {line}"
            assert f"round {number + 1}, move {place + 1} ({line.removeprefix('! ')})" in problem(record)


PLAIN: dict[str, Any] = {
    "format": "saboteur-record/1",
    "table": {"rules": "base", "modules": [], "variants": [], "options": {}},
    "seats": ["Ann", "Bo", "Cy"],
    "rounds": [
        {
            "roles": {"A": "digger", "B": "saboteur", "C": "digger"},
            "goals": {"8,-2": "stone-a", "8,0": "gold", "8,2": "stone-b"},
            "mine": {"1,0": "EW"},
            "before": {"C": ["break:cart"]},
            "hands": {"A": ["EW", "map"], "B": ["NS"], "C": ["repair:cart"]},
            "pile": ["NESW"],
            "moves": ["A lay EW 2,0", "! B lay NS 3,0", "B pass NS", "C repair:cart C"],
            "expect": {"hand": {"A": ["NESW", "map"]}, "discards": 3, "to_act": {"A": "turn"}},
        }
    ],
}

BROKEN: dict[str, tuple[tuple[str, ...], Any, tuple[str, ...]]] = {
    "an unknown key": (("colour",), "red", ("colour", "record")),
    "an unknown format": (("format",), "saboteur-record/9", ("format", "saboteur-record/9")),
    "an unknown key of the table": (("table", "speed"), 3, ("speed", "table")),
    "an unknown option": (("table", "options", "clock"), 3, ("clock", "options")),
    "unknown rules": (("table", "rules"), "saboteur9", ("saboteur9", "table")),
    "an unknown module": (("table", "modules"), ["dynamite"], ("dynamite", "table")),
    "an unknown variant": (("table", "variants"), ["upside-down"], ("upside-down", "table")),
    "too few seats": (("seats",), ["Ann", "Bo"], ("R10",)),
    "too many seats": (("seats",), list("ABCDEFGHIJK"), ("R10",)),
    "too many rounds": (("table", "options", "rounds"), 7, ("R25",)),
    "no round at all": (("rounds",), [], ("rounds",)),
    "an unknown key of a round": (("rounds", "0", "weather"), 1, ("weather", "round 1")),
    "an unknown expectation": (("rounds", "0", "expect", "mood"), 1, ("mood", "round 1", "expect")),
    "an unknown card in a hand": (("rounds", "0", "hands", "B"), ["NWE"], ("NWE", "hands", "B")),
    "an unknown card in the pile": (("rounds", "0", "pile"), ["dynamite"], ("dynamite", "pile")),
    "a pile that is neither whole nor not": (("rounds", "0", "pile_is_whole"), "yes", ("pile_is_whole", "round 1")),
    "an unknown card in the mine": (("rounds", "0", "mine"), {"1,0": "EWE"}, ("EWE", "mine", "1,0")),
    "a symmetric card written as turned": (("rounds", "0", "mine"), {"1,0": "EW~"}, ("EW~", "mine", "1,0")),
    "a card on the start": (("rounds", "0", "mine"), {"0,0": "EW"}, ("mine", "0,0")),
    "no square": (("rounds", "0", "mine"), {"1;0": "EW"}, ("mine", "1;0")),
    "an unknown card before a player": (("rounds", "0", "before"), {"C": ["break:axe"]}, ("break:axe", "before")),
    "a card that never lies before a player": (("rounds", "0", "before"), {"B": ["map"]}, ("map", "before", "B")),
    "two of a kind before a player": (
        ("rounds", "0", "before"),
        {"B": ["break:cart", "break:cart"]},
        ("break:cart", "before"),
    ),
    "a card on a face-down goal": (("rounds", "0", "mine"), {"8,0": "ESW"}, ("8,0", "round 1")),
    "an expectation of no square": (("rounds", "0", "expect", "open"), {"8;0": None}, ("8;0", "open")),
    "an unknown seat among the hands": (("rounds", "0", "hands", "D"), ["NS"], ("D", "hands")),
    "an unknown seat among the roles": (("rounds", "0", "roles", "E"), "digger", ("E", "roles")),
    "an unknown seat that begins": (("rounds", "0", "first"), "F", ("F", "first")),
    "an unknown seat of an expectation": (("rounds", "0", "expect", "hand"), {"G": []}, ("G", "hand")),
    "an unknown role": (("rounds", "0", "roles", "A"), "wizard", ("round 1: unknown role: 'wizard'",)),
    "an unknown goal": (("rounds", "0", "goals", "8,0"), "silver", ("round 1: goals: unknown goal: 'silver'",)),
    "a card too many": (("rounds", "0", "hands", "B"), ["EW", "EW", "EW"], ("cards", "EW", "round 1")),
    "an action card too many": (("rounds", "0", "pile"), ["map"] * 6, ("cards", "map", "round 1")),
    "a role too many": (("rounds", "0", "roles", "A"), "saboteur", ("roles", "saboteur", "round 1")),
    "a goal too many": (("rounds", "0", "goals", "8,2"), "gold", ("goals", "gold", "round 1")),
    "a gold card too many": (("rounds", "0", "gold_cards"), [3, 3, 3, 3, 3], ("gold_cards", "3", "round 1")),
    "an unknown seat in a move": (("rounds", "0", "moves"), ["A pass map", "D pass NS"], ("D", "round 1, move 2")),
    "an unknown card in a move": (("rounds", "0", "moves"), ["A lay NWE 2,0"], ("NWE", "round 1, move 1")),
    "an unknown command": (("rounds", "0", "moves"), ["A pass map", "! B dance"], ("dance", "round 1, move 2")),
    "an unknown chance": (("rounds", "0", "moves"), ["A pass map", "* wind N"], ("wind", "round 1")),
    "chance before any move": (("rounds", "0", "moves"), ["* lot map"], ("lot", "round 1")),
    "chance where nothing is drawn": (("rounds", "0", "moves"), ["A pass map", "* lot EW"], ("lot", "round 1, move 1")),
    "a lot of a card not held": (("rounds", "0", "moves"), ["= timeout A", "* lot NW"], ("lot", "round 1, move 1")),
    "a legal move marked refused": (("rounds", "0", "moves"), ["! A pass map"], ("pass map", "round 1, move 1")),
    "a refused move": (("rounds", "0", "moves"), ["A pass map", "B lay NS 3,0"], ("lay NS 3,0", "round 1, move 2")),
    "a wrong hand": (("rounds", "0", "expect", "hand"), {"A": ["map"]}, ("hand", "NESW", "round 1", "move 3")),
    "a wrong number": (("rounds", "0", "expect", "discards"), 9, ("discards", "9", "3", "round 1", "move 3")),
    "another player awaited": (("rounds", "0", "expect", "to_act"), {"B": "turn"}, ("to_act", "A", "round 1")),
}


def changed(path: tuple[str, ...], value: Any) -> dict[str, Any]:
    """PLAIN with one place of it set to a value."""
    record = deepcopy(PLAIN)
    place: Any = record
    for step in path[:-1]:
        place = place[int(step)] if isinstance(place, list) else place[step]
    place[int(path[-1]) if isinstance(place, list) else path[-1]] = value
    return record


def test_the_record_that_is_broken_below_is_whole() -> None:
    assert check(json.dumps(PLAIN)) is None


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_record_is_refused_by_name_and_place(case: str) -> None:
    path, value, named = BROKEN[case]
    found = problem(changed(path, value))
    assert not [word for word in named if word not in found], found


def test_of_what_is_left_out_there_has_to_be_enough_for_everybody() -> None:
    record = deepcopy(PLAIN)
    record["rounds"][0] |= {"roles": {}, "spare_roles": ["digger", "digger"]}
    assert problem(record) == "round 1: roles: none is left for C"
    record["rounds"][0] |= {"spare_roles": [], "goals": {}, "goals_left": ["stone-a"]}
    assert problem(record) == "round 1: goals: none is left for 8,2"


def test_a_tournament_has_a_card_from_the_start_in_the_middle_alone() -> None:
    record = read("r81-table-of-5")
    record["rounds"][0]["fixed"] = {"5,0": "NESW"}
    assert problem(record) == "round 1: fixed: only 4,0 has a card from the start"


WRONG_SORTS: tuple[Any, ...] = (3.5, "nothing of the sort", {"8,8": []}, [[]])
JUNK: tuple[Any, ...] = (
    *(None, True, -1, 10**30, 1.5, "", "x", "A", "8,0", "EW~", "\x00", "\ud800", "A" * 2000),
    *([], {}, [[]], [None], [3], [{}], ["\ud800"], {"A": None}, {"A": [3]}, {"A": "EW"}, {"8,0": ["a"]}, {"": ""}),
)
"""Values that have no business where they are put."""

KEYS_OF_A_ROUND = (
    *("first", "roles", "spare_roles", "goals", "goals_left", "hands", "pile", "aside", "gold_cards"),
    *("chests", "fixed", "mine", "before", "nuggets", "discards", "moves", "expect"),
)
EXPECTATIONS = (
    *("to_act", "open", "face_down", "before", "hand", "role", "gold", "pile", "discards", "discard_top", "crystals"),
    *("winners", "connector", "round_over", "game_over", "first", "legal", "sees"),
)
PLACES = [
    *[(key,) for key in PLAIN],
    *[("table", key) for key in PLAIN["table"]],
    *[("table", "options", key) for key in ("rounds", "gold_draft", "veto_window")],
    *[("rounds", "0"), ("rounds", "0", "hands", "A"), ("rounds", "0", "goals", "8,0"), ("rounds", "0", "mine", "1,0")],
    *[("rounds", "0", key) for key in KEYS_OF_A_ROUND],
    *[("rounds", "0", "expect", key) for key in EXPECTATIONS],
]


WELCOME: dict[str, list[Any]] = {
    "rounds": [[{}]],
    "rounds/0/first": ["A"],
    "rounds/0/gold_cards": [[], [3]],
    "rounds/0/expect/winners": [None],
    "rounds/0/expect/connector": [None],
    **{key: [{}] for key in ("table", "table/options", "rounds/0")},
    **{f"rounds/0/{key}": [{}] for key in ("roles", "goals", "chests", "fixed", "nuggets", "expect")},
    **{f"rounds/0/expect/{key}": [{}] for key in ("open", "before", "hand", "role", "gold", "legal", "sees")},
    **{key: [[]] for key in ("table/modules", "table/variants")},
    **{f"rounds/0/{key}": [[]] for key in ("spare_roles", "goals_left", "pile", "aside", "discards")},
}
"""What of the junk may stand in a place after all: an empty part is filled up or asks for nothing."""

NAMED = {"table": "table", "rounds": "round 1", "format": "format", "seats": "players"}
"""By the first step of a place: what the sentence about junk there speaks of."""


@pytest.mark.parametrize("path", PLACES, ids="/".join)
def test_junk_in_any_place_is_refused_by_the_place(path: tuple[str, ...]) -> None:
    welcome = [json.dumps(value) for value in WELCOME.get("/".join(path), [])]
    for value in JUNK:
        found = check(json.dumps(changed(path, value)))
        if json.dumps(value) in welcome:
            assert found is None
        else:
            assert found is not None, f"taken as it is: {value!r}"
            assert path[-1] in found or NAMED[path[0]] in found, found


@pytest.mark.parametrize("key", [key for key in EXPECTATIONS if key not in ("to_act", "open")])
def test_an_expectation_of_the_wrong_sort_does_not_hold(key: str) -> None:
    for value in WRONG_SORTS:
        assert key in problem(changed(("rounds", "0", "expect", key), value))


@pytest.mark.parametrize("text", ["", "{", "[]", "3", '"record"', "[" * 5000])
def test_invalid_record_is_reported_as_such(text: str) -> None:
    assert check(text)


def test_a_second_round_needs_the_first_to_be_over() -> None:
    record = deepcopy(PLAIN)
    record["rounds"].append({"first": "B", "moves": [], "expect": {"pile": 49}})
    assert "round 2" in problem(record)


def test_no_round_follows_the_last() -> None:
    record = read("r25-rounds-1")
    record["rounds"].append({"first": "B", "moves": [], "expect": {"pile": 49}})
    assert "round 2" in problem(record)


@pytest.mark.parametrize("name", ["r25-three-rounds", "r26-gold-of-all-rounds-counts", "r23-highest-cards-first"])
def test_gold_cards_that_were_taken_are_not_in_the_next_round(name: str) -> None:
    """R25: only the gold cards that are left are shuffled again; these rounds took ones, twos or threes."""
    record = read(name)
    for value, copies in ((1, 16), (2, 8), (3, 4)):
        record["rounds"][1]["gold_cards"] = [value] * copies
        found = check(json.dumps(record))
        taken = value in {"r25-three-rounds": (1, 3), "r26-gold-of-all-rounds-counts": (1, 2)}.get(name, (3,))
        assert (f"one {value} more" in (found or "")) == taken


@pytest.mark.parametrize("name", LISTED)
def test_legal_commands_are_those_that_came_with_a_record(name: str) -> None:
    assert json.dumps(legal(PATHS[name].read_text())) == PATHS[name].with_suffix(".legal").read_text().strip()


LEGAL = {
    "r15-legal-commands-while-trapped": {
        "A": [
            *["break:cart C", "map 8,-2", "map 8,0", "map 8,2", "repair:cart A", "repair:cart B"],
            *["repair:lantern+cart A cart", "repair:lantern+cart B cart", "repair:lantern+cart B lantern"],
            "rockfall 1,0",
        ]
    },
    "r14-mine-closed-on-all-sides": {"C": []},
    "r18-refused-lines-do-not-count-as-moves": {"C": ["lay NS 0,-1", "lay NS 0,2"]},
    "r22-waiting-for-the-first-to-choose": {"C": ["choose 1", "choose 2"]},
    "r26-nothing-moves-after-the-game": {},
}


@pytest.mark.parametrize("name", LEGAL)
def test_legal_commands_are_listed_for_awaited_seats_without_passes(name: str) -> None:
    assert legal(PATHS[name].read_text()) == LEGAL[name]
