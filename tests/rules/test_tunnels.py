"""What the sides of a card join (R2, R3, R4)."""

import pytest

from games.rules import cards
from games.rules.tunnels import SIDES, half_turn, parse

ALL_TUNNELS = [name for name, card in cards.CARDS.items() if card.is_tunnel]


def sides(bits: int) -> str:
    """A set of sides as letters."""
    return "".join(letter for bit, letter in SIDES if bits & bit)


def groups(code: str) -> list[str]:
    """The groups of a card as letters."""
    return [sides(group) for group in parse(code).groups]


@pytest.mark.parametrize(
    ("code", "joined"),
    [
        ("NESW", ["NESW"]),
        ("NS.EW", ["NS", "EW"]),
        ("NW.ES", ["NW", "ES"]),
        ("N.E.S.W", ["N", "E", "S", "W"]),
        ("NSW.E-crystal", ["NSW", "E"]),
        ("S-ladder", ["S"]),
    ],
)
def test_r3_a_card_is_a_set_of_groups_of_joined_sides(code: str, joined: list[str]) -> None:
    assert groups(code) == joined


@pytest.mark.parametrize(
    ("code", "joined"),
    [
        ("NE~", ["SW"]),
        ("NW~", ["ES"]),
        ("ESW~", ["NEW"]),
        ("NES~", ["NSW"]),
        ("N.E~", ["S", "W"]),
        ("E~", ["W"]),
        ("NS.E-green~", ["NS", "W"]),
    ],
)
def test_r2_turning_swaps_north_with_south_and_east_with_west(code: str, joined: list[str]) -> None:
    assert groups(code) == joined


def test_r2_two_turns_change_nothing_and_no_side_is_lost() -> None:
    for bits in range(16):
        assert half_turn(half_turn(bits)) == bits
        assert half_turn(bits).bit_count() == bits.bit_count()
    assert [sides(half_turn(bit)) for bit, _ in SIDES] == ["S", "W", "N", "E"]


@pytest.mark.parametrize("name", ALL_TUNNELS)
def test_r4_every_card_of_the_catalogue_is_written_in_its_one_way(name: str) -> None:
    card = parse(name)
    shape, _, extra = name.partition("-")
    words = shape.split(".")
    assert groups(name) == words
    assert words == sorted(words, key=lambda word: (-len(word), ["NESW".index(side) for side in word]))
    assert (card.ladder, card.door, card.crystal) == (
        extra == "ladder",
        extra if extra in ("blue", "green") else "",
        extra == "crystal",
    )


def test_r4_the_cards_that_look_the_same_turned_are_these() -> None:
    same = {name for name in ALL_TUNNELS if parse(name).looks_the_same_turned}
    assert same == {
        *("NESW", "NS", "EW", "N.E.S.W", "N.S", "E.W", "NS.EW", "NW.ES"),
        *("NS-blue", "EW-blue", "EW-green", "NESW-crystal"),
    }


@pytest.mark.parametrize(
    "code", ["", "~", "X", "WN", "NN", "N.", ".N", "N..S", "NE.E", "NE-", "NE-gold", "ne", "N S", "NE~~"]
)
def test_r4_anything_else_names_no_tunnel(code: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        parse(code)


def test_r2_card_sides_form_groups_and_rock_is_in_none() -> None:
    tunnel = parse("NS.E")
    north, east, south, west = (1 << place for place in range(4))
    assert [tunnel.group(side) for side in (north, east, south, west)] == [north | south, east, north | south, 0]


def test_r4_the_catalogue_adds_up() -> None:
    assert sum(cards.BASE_TUNNELS.values()) == 40
    assert sum(cards.BASE_ACTIONS.values()) == 27
    assert sum(cards.SABOTEUR2_TUNNELS.values()) == 30
    assert sum(cards.SABOTEUR2_ACTIONS.values()) == 20
    assert sum(cards.GOLD_CARDS.values()) == 28
    assert sum(value * count for value, count in cards.GOLD_CARDS.items()) == 44
    assert {goal: cards.GOAL_TUNNELS[goal] for goal in ("gold", "stone-a", "stone-b")} == {
        "gold": "NESW",
        "stone-a": "NE",
        "stone-b": "NW",
    }
