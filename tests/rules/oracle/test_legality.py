"""The slow rules checked against positions whose legal commands were counted by hand on paper."""

import pytest

from tests.rules.oracle.legality import (
    Position,
    goals_reached,
    legal_commands,
    no_seat_can_move,
    square,
    tunnels,
    turned_up,
    turnings,
)

GOALS = ["8,-2", "8,0", "8,2"]
CORRIDOR = {"1,0": "EW", "2,0": "EW", "3,0": "EW", "4,0": "NESW", "5,0": "NESW", "6,0": "NESW"}


def position(hand: list[str], mine: dict[str, str] | None = None, **before: list[str]) -> Position:
    """Seat A of three with a hand, the goals face down and cards left to draw."""
    mine = mine or {}
    face_down = [where for where in GOALS if where not in mine]
    return {
        "mine": mine,
        "face_down": face_down,
        "before": before,
        "hand": hand,
        "seats": 3,
        "seat": "A",
        "pile": 20,
    }


LEGAL: dict[str, tuple[Position, list[str]]] = {
    "a bend about the start, R2 R14": (
        position(["NE"]),
        ["lay NE -1,0", "lay NE 0,-1~", "lay NE 0,1", "lay NE 1,0~"],
    ),
    "copies are one card, R4": (position(["EW", "EW"]), ["lay EW -1,0", "lay EW 1,0"]),
    "a dead end may be joined by any stub, R14": (
        position(["N"], {"1,0": "NESW"}),
        ["lay N 0,-1~", "lay N 0,1", "lay N 1,-1~", "lay N 1,1"],
    ),
    "nothing beyond a dead end, R14": (position(["EW"], {"1,0": "E.W"}), ["lay EW -1,0"]),
    "a stub is open towards its neighbours, R14": (
        position(["NES", "NS"], {"0,-1": "NES", "1,-1": "ESW", "2,0": "E.W"}),
        # on 1,0 start, 1,-1 and the stub ask for W, N and E; on 2,-1 the dead end below shows rock
        ["lay NES -1,0", "lay NES 0,-2", "lay NES 0,-2~", "lay NES 0,1", "lay NES 0,1~", "lay NS 0,-2", "lay NS 0,1"],
    ),
    "goals neither object nor join, R14": (
        position(["NS", "NW"], {**CORRIDOR, "7,0": "NW"}),
        [
            *[f"lay NS {where}" for where in ("0,-1", "0,1", "4,-1", "4,1", "5,-1", "5,1", "6,-1", "6,1", "7,-1")],
            *["lay NW -1,0~", "lay NW 0,-1~", "lay NW 0,1", "lay NW 4,-1~", "lay NW 4,1", "lay NW 5,-1~", "lay NW 5,1"],
            *["lay NW 6,-1~", "lay NW 6,1", "lay NW 7,-1~"],
        ],
    ),
    "a part cut off is not built on, R14 R17": (
        position(["EW"], {"2,0": "EW", "3,0": "EW"}),
        ["lay EW -1,0", "lay EW 1,0"],
    ),
    "a stone face up joins and objects, R14 R19": (
        position(["NS"], {**CORRIDOR, "7,0": "EW", "8,0": "stone-a~"}),
        # on 9,0 the stone shows rock to the west and nothing joins; on 8,1 its south side does
        [f"lay NS {where}" for where in ("0,-1", "0,1", "4,-1", "4,1", "5,-1", "5,1", "6,-1", "6,1", "8,1")],
    ),
    "a broken tool forbids tunnels alone, R15": (
        position(["EW", "NS", "map", "rockfall"], {"1,0": "EW"}, A=["break:cart"]),
        ["map 8,-2", "map 8,0", "map 8,2", "rockfall 1,0"],
    ),
    "one broken tool of a kind, R15": (
        position(["break:cart", "break:lantern"], A=["break:cart"], C=["break:cart", "break:lantern"]),
        ["break:cart B", "break:lantern A", "break:lantern B"],
    ),
    "repairs name the tool where the card shows two, R16": (
        position(["repair:cart", "repair:pickaxe+cart"], B=["break:cart"], C=["break:pickaxe", "break:lantern"]),
        ["repair:cart B", "repair:pickaxe+cart B cart", "repair:pickaxe+cart C pickaxe"],
    ),
    "rockfall spares start and goals, R17": (
        position(["rockfall"], {"1,0": "EW", "5,5": "N~", "8,0": "stone-b"}),
        ["rockfall 1,0", "rockfall 5,5"],
    ),
    "maps look at face-down goals alone, R18": (position(["map"], {"8,0": "stone-b"}), ["map 8,-2", "map 8,2"]),
    "an empty hand has no moves, R13": (position([]), []),
}


@pytest.mark.parametrize("case", LEGAL)
def test_the_slow_rules_list_what_was_counted_by_hand(case: str) -> None:
    where, expected = LEGAL[case]
    assert legal_commands(where) == sorted(expected)


@pytest.mark.parametrize(
    ("stone", "mine", "lies"),
    [
        ("stone-a", {"7,0": "EW"}, "stone-a~"),
        ("stone-b", {"7,0": "EW"}, "stone-b"),
        ("stone-a", {"7,0": "NESW", "7,-1": "NW~", "8,-1": "NE~"}, "stone-a"),
        ("stone-a", {"7,0": "NESW", "7,-1": "NW~", "8,-1": "NE~", "8,1": "N.W"}, "stone-a~"),
        ("stone-b", {"7,0": "NESW", "7,-1": "NW~", "8,-1": "NE~"}, "stone-b"),
        ("stone-a", {"7,0": "EW", "8,-1": "N.S", "8,1": "EW"}, "stone-a~"),
    ],
)
def test_a_stone_joins_what_reached_it_and_matches_most_sides_r19(stone: str, mine: dict[str, str], lies: str) -> None:
    assert turned_up(stone, "8,0", {**CORRIDOR, **mine}) == lies


def test_goals_are_reached_from_north_to_south_r20() -> None:
    mine = {**CORRIDOR, "6,1": "NES", "7,1": "EW", "8,1": "NES~"}
    assert goals_reached(mine, ["8,2", "8,0", "8,-2"]) == ["8,0", "8,2"]
    assert goals_reached({**mine, "6,1": "N.E.S"}, GOALS) == []


def test_turning_a_card_exchanges_opposite_sides_r2() -> None:
    assert tunnels("NE~") == [{"S", "W"}]
    assert tunnels("N.E.S~") == [{"S"}, {"W"}, {"N"}]
    assert turnings("N.E.S.W") == ["N.E.S.W"]
    assert turnings("NS") == ["NS"]
    assert turnings("N") == ["N", "N~"]
    assert square("-3,12") == (-3, 12)


def test_round_lasts_while_a_card_can_be_drawn_or_a_move_made_r21() -> None:
    where = position([], None, C=["break:cart"])
    stuck = {"A": ["repair:lantern"], "B": [], "C": ["NS"]}
    assert not no_seat_can_move(where, stuck)
    assert no_seat_can_move({**where, "pile": 0}, stuck)
    assert not no_seat_can_move({**where, "pile": 0}, {**stuck, "B": ["repair:cart"]})
    assert not no_seat_can_move({**where, "pile": 0}, {**stuck, "B": ["map"]})
