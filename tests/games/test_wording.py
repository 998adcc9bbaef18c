"""Squares, cards and the mine in words: every one has a name, and the words say what is."""

import re

import pytest
from msgspec.structs import replace

from games.rules import cards, roles
from games.rules.board import Board
from games.rules.cards import CARDS, GOAL_TUNNELS
from games.rules.ruleset import MODULES
from games.rules.sights import GoalSight
from games.rules.state import Sighting
from games.rules.table import Ruleset
from games.rules.view import PlayerView, view
from games.wording import (
    before_words,
    card_laid,
    card_name,
    chest_name,
    goal_name,
    map_in_words,
    role_goal,
    role_name,
    screen_words,
    square_at,
    square_name,
    square_words,
    tunnel_words,
)
from games.wording.mine import steps_to_goals
from games.wording.settled import settled_of
from handbook.entries import CARD_HELP
from tests.rules.rounds import begin

TUNNELS = [name for name, card in CARDS.items() if card.is_tunnel]


# Squares


def test_the_start_is_m0_and_the_goals_are_k8_m8_o8() -> None:
    assert [square_name(at) for at in ("0,0", "8,-2", "8,0", "8,2", "3,-1")] == ["M0", "K8", "M8", "O8", "L3"]


def test_lanes_go_on_beyond_z_and_before_a_and_behind_the_start() -> None:
    far = ["0,13", "0,14", "0,39", "0,40", "0,-12", "0,-13", "0,-14", "-1,0", "-12,-40"]
    assert [square_name(at) for at in far] == ["Z0", "AA0", "AZ0", "BA0", "A0", "-A0", "-B0", "M-1", "-AB-12"]


def test_every_square_has_a_name_of_its_own_that_leads_back_to_it() -> None:
    squares = [f"{x},{y}" for x in range(-40, 60) for y in range(-60, 60)]
    assert [square_at(square_name(at)) for at in squares] == squares
    assert len({square_name(at) for at in squares}) == len(squares)


@pytest.mark.parametrize("name", ["M", "6", "M+6", "M06", "m6", "M6 ", "M-0", "−A1", "M٣", "M99999", "AAAA1"])
def test_invalid_square_name_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=re.escape(name)):
        square_at(name)


# Cards


def test_every_card_goal_chest_and_role_has_a_name() -> None:
    names = [card_name(card) for card in CARDS] + [before_words(card) for card in CARDS]
    names += [goal_name(goal) for goal in GOAL_TUNNELS] + [chest_name(chest) for chest in cards.CHESTS]
    names += [role_name(role) for role in roles.ALL_ROLES] + [role_goal(role, Ruleset()) for role in roles.ALL_ROLES]
    assert all(len(name) > 2 for name in names)


def test_action_cards_roles_and_chests_have_distinct_names() -> None:
    actions = [card for card in CARDS if not CARDS[card].is_tunnel]
    for names in (map(card_name, actions), map(role_name, roles.ALL_ROLES), map(chest_name, cards.CHESTS)):
        listed = list(names)
        assert len(set(listed)) == len(listed)


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("NESW", "Crossing"),
        ("ESW", "Three-way tunnel"),
        ("NS", "Straight tunnel"),
        ("NW", "Bend"),
        ("N", "Dead end"),
        ("E.W", "Two opposite dead ends"),
        ("N.E", "Two adjoining dead ends"),
        ("E.S.W", "Three dead ends"),
        ("NS.EW", "Bridge"),
        ("NW.ES", "Double bend"),
        ("S-ladder", "Ladder"),
        ("NS.E-green", "Straight tunnel with a green door and a dead end"),
        ("ESW.N-crystal", "Three-way tunnel with a dead end and a crystal"),
        ("NE~", "Bend"),
        ("start", "Start"),
        ("stone-b~", "Stone"),
    ],
)
def test_a_tunnel_card_is_called_what_it_looks_like(card: str, name: str) -> None:
    assert card_name(card) == name


def test_no_tunnel_card_of_the_catalogue_falls_back_on_the_plainest_name() -> None:
    assert "Tunnel" not in {card_name(card) for card in TUNNELS}
    assert "the tunnel" not in {card_laid(card) for card in TUNNELS}


@pytest.mark.parametrize(
    ("laid", "words"),
    [
        ("NE", "leads to L4 and M5"),
        ("NE~", "leads to M3 and N4"),
        ("NS.EW", "leads to L4 and N4; apart from it leads to M3 and M5"),
        ("N.E.S.W", "dead ends towards L4, M3, M5 and N4"),
        ("N", "dead end towards L4"),
        ("N~", "dead end towards N4"),
        ("NS.E-green~", "green door, leads to L4 and N4, dead end towards M3"),
        ("EW-blue", "blue door, leads to M3 and M5"),
        ("S-ladder", "ladder, leads to N4"),
        ("E-crystal", "crystal, dead end towards M5"),
        ("stone-a~", "leads to M3 and N4"),
    ],
)
def test_a_tunnel_in_words_names_the_squares_to_which_it_leads_as_it_lies(laid: str, words: str) -> None:
    assert tunnel_words(laid, "4,0") == words


@pytest.mark.parametrize(
    ("laid", "across", "down"),
    [
        ("NE", "up–right", "right–down"),
        ("NW", "up–left", "up–right"),
        ("EW", "left–right", "up–down"),
        ("NS.E", "up–down, dead end right", "left–right, dead end down"),
        ("NS.EW", "up–down; apart from it left–right", "left–right; apart from it up–down"),
        ("N.W", "dead ends up and left", "dead ends up and right"),
        ("S-ladder", "ladder, down", "ladder, left"),
        ("NESW", "up–right–down–left", "up–right–down–left"),
    ],
)
def test_preview_of_an_unplaced_card_is_worded_for_the_reading_order(laid: str, across: str, down: str) -> None:
    assert screen_words(laid) == (across, down)


def test_no_sentence_about_a_card_or_the_mine_names_a_point_of_the_compass() -> None:
    mine = {f"{x},1": card for x, card in enumerate(TUNNELS)}
    sentences = [*map_in_words(seen_mine(mine)).sentences, *(words for card in TUNNELS for words in screen_words(card))]
    sentences += [tunnel_words(card, at) for at, card in mine.items()]
    sentences += [str(words) for page in CARD_HELP.values() for words in (page.what, page.target)]
    sentences += [words for part in ("", *MODULES) for words in settled_of(part)]
    assert not re.search(r"\b(north|east|south|west)", " ".join(sentences).lower())


def test_two_cards_that_lie_differently_read_differently() -> None:
    ways = {way.code: (way.groups, way.extra) for name in TUNNELS for way in cards.turnings(name)}
    words: dict[str, set[object]] = {}
    for code, (groups, extra) in ways.items():
        words.setdefault(tunnel_words(code, "4,0"), set()).add((frozenset(groups), extra))
    assert all(len(same) == 1 for same in words.values())


# The map in words


def seen_mine(mine: dict[str, str], **own: object) -> PlayerView:
    """What Ann sees of a mine of hers, with three goals face down."""
    step = begin(Ruleset(), 3, key=bytes(32))
    seen = view(step.state.public, step.state.seats[0])
    assert seen.own is not None
    public = replace(seen.public, mine={"0,0": "start", **mine})
    return PlayerView(public=public, own=replace(seen.own, **own), asks=())


def test_empty_mine_has_its_own_sentence() -> None:
    words = map_in_words(seen_mine({}))
    assert words.sentences[0] == "Nothing is built yet. There’s only the start."
    assert words.sentences[1] == "Open ends: M0 to L0, M-1, M1 and N0."
    assert "M8 is 7 cards away from the nearest open end." in words.sentences


def test_mine_in_words_names_reached_open_and_cut_off_ways() -> None:
    words = map_in_words(seen_mine({"1,0": "EW", "2,0": "NW", "6,0": "EW"}))
    assert words.sentences[0] == "From the start M0 you can reach 2 cards."
    assert words.sentences[1] == "Open ends: M0 to L0, M-1 and N0; M2 to L2."
    assert words.sentences[-1] == "Cut off from the start: M6."


def test_goal_sighting_is_shown_to_its_player_alone() -> None:
    seen = seen_mine({}, sightings=(Sighting(GoalSight("8,0", "stone-a"), 3), Sighting(GoalSight("8,0", "gold"), 5)))
    assert square_words(seen, "8,0") == "M8: goal, you looked: Gold."
    assert "M8: goal, you looked: Gold." in map_in_words(seen).sentences
    others = PlayerView(public=seen.public, own=None, asks=())
    assert square_words(others, "8,0") == "M8: goal, face down."


def test_squares_are_described_by_name_and_sides() -> None:
    seen = seen_mine({"1,0": "NS.EW", "8,-2": "stone-a~"})
    assert square_words(seen, "0,0") == "M0: the start."
    assert square_words(seen, "1,0") == "M1: leads to L1 and N1; apart from it leads to M0 and M2."
    assert square_words(seen, "8,-2") == "K8: goal, turned up: Stone, leads to K7 and L8."
    assert square_words(seen, "5,5") == ""


def test_fixed_cards_and_miners_are_described() -> None:
    seen = seen_mine({"4,1": "NESW"})
    seen = PlayerView(public=replace(seen.public, fixed={"4,1": "tunnel-party"}, miners={"0,1": 2}), own=None, asks=())
    assert square_words(seen, "4,1") == "N4: Tunnel party, leads to M4, N3, N5 and O4."
    words = map_in_words(seen)
    assert words.rows[3].cells[4] == "Tunnel party, leads to M4, N3, N5 and O4"
    assert "Miners stand at these open ends: N0." in words.sentences


def test_the_table_has_a_row_for_each_lane_and_a_column_for_each_depth() -> None:
    words = map_in_words(seen_mine({"-1,0": "EW", "0,1": "N"}))
    assert words.depths == [str(x) for x in range(-1, 9)]
    assert [row.name for row in words.rows] == ["K", "L", "M", "N", "O"]
    assert all(len(row.cells) == len(words.depths) for row in words.rows)
    assert words.rows[2].cells[:2] == ["leads to M-2 and M0", "Start"]
    assert words.rows[0].cells[-1] == "goal, face down"


GOALS = {"8,-2": "goal", "8,0": "goal", "8,2": "goal"}


def test_the_way_to_a_goal_runs_through_cards_that_lie_there_already() -> None:
    straight = {f"{x},0": "EW" for x in range(1, 6)}
    assert steps_to_goals(Board({"0,0": "start", **straight}, GOALS)) == {"8,0": 2, "8,-2": 4, "8,2": 4}
    with_a_gap = {f"{x},0": "EW" for x in range(1, 8) if x != 4}
    assert steps_to_goals(Board({"0,0": "start", **with_a_gap}, GOALS))["8,0"] == 1


def test_the_way_to_a_goal_does_not_run_through_rock() -> None:
    behind_a_wall = {"1,0": "EW", "3,0": "NS", **{f"{x},0": "EW" for x in range(4, 8)}}
    assert steps_to_goals(Board({"0,0": "start", **behind_a_wall}, GOALS))["8,0"] == 8


def test_unreachable_goal_has_its_own_sentence() -> None:
    walls = {"0,-1": "E.W", "1,0": "N.S", "0,1": "E.W", "-1,0": "N.S"}
    assert steps_to_goals(Board({"0,0": "start", **walls}, GOALS)) == {}
    assert "No open end leads towards M8." in map_in_words(seen_mine(walls)).sentences
