"""Where cards fit, what is reached and how goals lie, on drawn mines (R1, R14, R17, R19)."""

from random import Random

import pytest

from games.rules.board import START_SQUARE, Board, square, written
from games.rules.cards import BASE_TUNNELS, tunnel
from games.rules.tunnels import TURNED, E, W
from tests.rules.drawing import draw

pytestmark = pytest.mark.quick

GOALS = {"8,-2": "goal", "8,0": "goal", "8,2": "goal"}


@pytest.mark.parametrize("text", ["0,0", "-3,12", "8,-2"])
def test_r1_a_square_is_written_x_comma_y(text: str) -> None:
    assert written(square(text)) == text


@pytest.mark.parametrize("text", ["", "1", "1,", ",1", "1,2,3", "01,2", "+1,2", "1, 2", "-0,1", "a,b", "1.0,2", "٣,1"])
def test_r1_nothing_else_is_a_square(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        square(text)


PICTURES = [
    (
        "NS",
        "r14_a_straight_tunnel_continues_what_is_open_and_touches_no_open_side_with_rock",
        """
        .  .      u    .
        .  .    start  .
        .  .      u    .
        """,
    ),
    (
        "EW",
        "r14_it_may_be_laid_at_either_end",
        """
        .    .    .    .   .
        u  start  EW   u   .
        .    .    .    .   .
        """,
    ),
    (
        "NESW",
        "r14_an_open_side_may_not_meet_rock",
        """
        .     .    u   .   .
        .     .   NS   .   .
        u   start NESW  u  .
        .     u    u   .   .
        """,
    ),
    (
        "NE",
        "r2_a_bend_fits_as_printed_or_turned",
        """
        .    t    .
        u  start  t
        .    u    .
        """,
    ),
    (
        "E",
        "r14_a_new_card_may_be_joined_by_its_stub",
        """
        .     .     .
        u   start   t
        .     .     .
        """,
    ),
    (
        "EW",
        "r14_nothing_joins_the_far_side_of_a_dead_end",
        """
        .    .     .    .   .
        u  start  E.W   .   .
        .    .     .    .   .
        """,
    ),
    (
        "NESW",
        "r14_sides_must_match_at_the_far_side_of_a_dead_end_too",
        """
        .   u     .    .
        u start  E.W   .
        .   u     .    .
        """,
    ),
    (
        "NES",
        "r14_what_is_not_joined_to_the_start_cannot_be_continued",
        """
        .    .    .   .    .   .
        .    b    .   .    .   .
        u  start  .  NESW  .   .
        .    b    .   .    .   .
        """,
    ),
    (
        "NESW",
        "r14_face_down_cards_neither_object_nor_join",
        """
        .    u    .   .
        u  start  u   ?
        .    u    .   .
        """,
    ),
    (
        "EW",
        "r14_a_gap_between_two_cards_is_closed_by_what_matches_both",
        """
        .    .    .   .   .
        u  start  u   EW  .
        .    .    .   .   .
        """,
    ),
    (
        "NESW",
        "r35_one_group_of_a_bridge_joined_is_enough_and_the_other_is_not_reached",
        """
        .    u     .     .   .
        u  start  NS.EW  u   .
        .    u     .     .   .
        """,
    ),
]


@pytest.mark.parametrize(
    ("card", "picture"), [(card, picture) for card, _, picture in PICTURES], ids=[name for _, name, _ in PICTURES]
)
def test_r14_a_card_fits_exactly_where_the_picture_says(card: str, picture: str) -> None:
    drawn = draw(picture)
    assert set(drawn.board.spots(card)) == drawn.marked


def test_r14_the_menu_has_no_memory_of_how_the_mine_was_made() -> None:
    rng = Random(14)
    for _ in range(20):
        mine, board = {START_SQUARE: "start"}, Board({START_SQUARE: "start"}, GOALS)
        for _ in range(30):
            name = rng.choice(list(BASE_TUNNELS))
            spots = board.spots(name)
            if spots:
                at, turned = rng.choice(spots)
                mine[at] = name + TURNED * turned
                board = board.laid(square(at), tunnel(mine[at]))
        rebuilt = Board(dict(rng.sample(list(mine.items()), len(mine))), dict(reversed(GOALS.items())))
        assert (rebuilt.live, rebuilt.edges, rebuilt.pointed) == (board.live, board.edges, board.pointed)
        assert [rebuilt.spots(name) for name in BASE_TUNNELS] == [board.spots(name) for name in BASE_TUNNELS]


def test_r17_tunnels_cut_off_by_a_rockfall_stay_unconnected() -> None:
    whole = draw("""
        .   .     .     .    .   .
        u  start  EW  NESW  EW   u
        .   .     .     .    .   .
        """)
    assert {square("3,0"), square("4,0")} & whole.board.edges.keys() == {square("4,0")}
    cut = draw("""
        .   .     .     .    .   .
        u  start  EW    u   EW   .
        .   .     .     .    .   .
        """)
    assert set(cut.board.spots("EW")) == cut.marked
    assert "3,0" in cut.mine
    assert square("3,0") not in cut.board.live


def test_r45_no_way_leads_into_a_goal_through_its_rock() -> None:
    board = Board({"0,0": "start", "1,0": "NESW", "1,1": "EW", "2,0": "EW"}, {})
    assert [board.is_joined(square(at), closed="door-blue") for at in ("2,0", "1,1")] == [True, False]


REACHED = [
    ("a tunnel that ends before the goal", "start EW EW EW EW EW EW EW ?", {"8,0"}),
    ("a tunnel that ends one square before", "start EW EW EW EW EW EW . ?", set()),
    ("a dead end that points at the goal", "start EW EW EW EW EW EW E.W ?", set()),
    ("a stub of a joined card", "start EW EW EW EW EW EW NSW.E-crystal ?", set()),
    ("a gap farther back", "start EW . EW EW EW EW EW ?", set()),
]


@pytest.mark.parametrize(("picture", "reached"), [case[1:] for case in REACHED], ids=[case[0] for case in REACHED])
def test_r19_a_goal_is_reached_by_an_open_side_of_a_joined_group(picture: str, reached: set[str]) -> None:
    assert {written(at) for at in draw(picture).board.pointed} == reached


def test_r19_a_gap_that_is_closed_reaches_a_goal_far_away() -> None:
    gap = draw("start EW . EW EW EW EW EW ?")
    assert not gap.board.pointed
    assert gap.board.laid(square("2,0"), tunnel("EW")).pointed == {square("8,0")}
    assert not gap.board.laid(square("2,0"), tunnel("E.W")).pointed


TURNINGS = [
    ("from the west a bend to the west lies as printed", "stone-b", "start EW ?", "2,0", "stone-b"),
    ("from the west a bend to the east is turned", "stone-a", "start EW ?", "2,0", "stone-a~"),
    ("from the north a bend to the north lies as printed", "stone-a", "start\nNS\n?", "0,2", "stone-a"),
    ("gold looks the same turned", "gold", "start EW ?", "2,0", "gold"),
]


@pytest.mark.parametrize(
    ("goal", "picture", "at", "lies"), [one[1:] for one in TURNINGS], ids=[one[0] for one in TURNINGS]
)
def test_r19_a_goal_is_turned_so_that_it_joins(goal: str, picture: str, at: str, lies: str) -> None:
    assert draw(picture).board.turning(goal, square(at)) == lies


@pytest.mark.parametrize(("south", "lies"), [("NS", "stone-b~"), ("EW", "stone-b")], ids=["three to one", "a tie"])
def test_r19_when_both_turnings_join_the_most_matching_sides_decide(south: str, lies: str) -> None:
    board = draw(f"""
        NW~    EW   EW    NE~
        start  EW    ?     NW
        .      .  {south}  .
        """).board
    assert board.around(square("2,0"))[2] == E | W
    assert board.turning("stone-b", square("2,0")) == lies


WAYS = [
    ("a straight tunnel", "start EW EW gold", "3,0", "", "0,0 1,0 2,0 3,0"),
    (
        "the shorter of two",
        """
        .     NE~   EW    NW~
        .     NS    .     NS
        start NESW  EW    gold
        """,
        "3,0",
        "",
        "0,0 1,0 2,0 3,0",
    ),
    (
        "around a dead end",
        """
        .     ESW~  NE~   .
        start NESW  E.W   gold
        .     NE    EW    NW
        """,
        "3,0",
        "",
        "0,0 1,0 1,1 2,1 3,1 3,0",
    ),
    ("straight over a bridge", "start NS.EW gold", "2,0", "", "0,0 1,0 2,0"),
    (
        "around a closed door",
        """
        start EW-blue  NESW gold
        NE    EW       NW   .
        """,
        "3,0",
        "blue",
        "0,0 0,1 1,1 2,1 2,0 3,0",
    ),
    ("through a door of another colour", "start EW-blue gold", "2,0", "green", "0,0 1,0 2,0"),
    ("none through a closed door", "start EW-blue gold", "2,0", "blue", ""),
    ("from a ladder that no tunnel leads to", "start . E-ladder EW gold", "4,0", "", "2,0 3,0 4,0"),
    ("from the start before a nearer ladder", "start EW EW-ladder gold", "3,0", "", "0,0 1,0 2,0 3,0"),
    ("none where nothing leads on", "start EW . gold", "3,0", "", ""),
    ("the start itself", "start", "0,0", "", "0,0"),
]


@pytest.mark.parametrize(
    ("picture", "goal", "closed", "squares"), [one[1:] for one in WAYS], ids=[one[0] for one in WAYS]
)
def test_way_to_a_goal_is_a_shortest_chain_of_joined_squares(
    picture: str, goal: str, closed: str, squares: str
) -> None:
    way = draw(picture).board.way(square(goal), closed=closed)
    assert [written(at) for at in way] == squares.split()
