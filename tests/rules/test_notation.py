"""Commands as text and back (docs/notation.md)."""

from collections.abc import Callable

import hypothesis.strategies as st
import pytest
from hypothesis import given

from games.rules.board import square
from games.rules.cards import CARDS, TOOLS
from games.rules.commands import (
    LET_BE_THIS_ROUND,
    Bot,
    Choose,
    Command,
    End,
    Lay,
    Offer,
    Order,
    Pass,
    PlayCard,
    PutMiner,
    Sleep,
    TakeOver,
    Timeout,
    Trade,
    Veto,
    Wake,
)
from games.rules.errors import Malformed
from games.rules.notation import parse, parse_line, write, write_line

pytestmark = pytest.mark.quick

cards = st.sampled_from(sorted(CARDS))
tunnels = st.sampled_from(sorted(name for name, card in CARDS.items() if card.is_tunnel))
actions = st.sampled_from(sorted(name for name, card in CARDS.items() if not card.is_tunnel and name != "veto"))
"""`veto` is an answer to a window and never played by itself (R63)."""
seats = st.integers(min_value=0, max_value=11)
numbers = st.integers(min_value=-(10**6), max_value=10**6)
squares = st.builds(lambda x, y: f"{x},{y}", numbers, numbers)
payers = st.none() | seats


def card_play(card: str, seat: int | None, tool: str, at: list[str], turned: bool, payer: int | None) -> PlayCard:
    """An action card with what it may name, squares from north to south; only a square can be turned."""
    from_north = sorted(at, key=lambda one: square(one)[::-1])
    return PlayCard(card, seat, tool, tuple(from_north), turned and bool(at), payer)


plays = st.builds(
    card_play,
    actions,
    st.none() | seats,
    st.sampled_from(["", *TOOLS]),
    st.lists(squares, max_size=2),
    st.booleans(),
    payers,
)
in_a_turn = (
    st.builds(Lay, tunnels, squares, st.booleans(), payers)
    | plays
    | st.builds(lambda some: Pass(tuple(sorted(some))), st.lists(cards, min_size=1, max_size=3))
    | st.builds(lambda some, lifts: Trade(tuple(sorted(some)), lifts), st.lists(cards, min_size=2, max_size=2), cards)
    | st.builds(PutMiner, cards, squares)
)
answers = st.text(st.characters(blacklist_characters=" "), min_size=1, max_size=12)
orders = (
    st.builds(Order, st.sampled_from(["pass", "none"]))
    | st.just(LET_BE_THIS_ROUND)
    | st.builds(lambda what, who: Order("veto", what, who), st.sampled_from(["any", "lay", "goal"]) | cards, payers)
    | st.builds(lambda who: Order("theft", seat=who), payers)
    | st.builds(lambda then: Order("turn", then=tuple(then)), st.lists(in_a_turn, min_size=1, max_size=4))
)
of_a_seat = in_a_turn | st.builds(Choose, answers) | st.just(Veto()) | orders | st.builds(Offer, payers)
of_the_table = st.just(End()) | st.one_of(*[st.builds(kind, seats) for kind in (Timeout, Sleep, Wake, Bot, TakeOver)])


@given(of_a_seat)
def test_every_command_comes_back_from_its_text(command: Command) -> None:
    text = write(command)
    assert parse(text) == command
    assert write(parse(text)) == text


@given(st.tuples(seats, of_a_seat) | st.tuples(st.none(), of_the_table))
def test_every_move_line_comes_back_from_its_text(line: tuple[int | None, Command]) -> None:
    assert parse_line(write_line(*line)) == line


WORDS = (
    *CARDS,
    *TOOLS,
    *("lay", "pass", "order", "turn", "veto", "choose", "offer", "trade", "miner", "none", "=", "timeout", "end"),
    *("|", "A", "M", "$B", "$", "1,0", "1,0~", "~", ",", ""),
)


@given(st.text(max_size=60) | st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join))
def test_any_text_is_a_command_or_is_refused_by_the_word_that_is_wrong(text: str) -> None:
    for read in (parse, parse_line):
        assert complaint(read, text) != ""


def complaint(read: Callable[[str], object], text: str) -> str | None:
    """What is said against a text, None when it is a command."""
    try:
        read(text)
    except Malformed as malformed:
        return str(malformed)
    return None


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("lay ESW 3,-1", Lay("ESW", "3,-1")),
        ("lay NE 2,0~", Lay("NE", "2,0", True)),
        ("lay NS 4,0 $C", Lay("NS", "4,0", payer=2)),
        ("break:lantern B", PlayCard("break:lantern", 1)),
        ("repair:pickaxe+cart B cart", PlayCard("repair:pickaxe+cart", 1, "cart")),
        ("rockfall 3,1", PlayCard("rockfall", at=("3,1",))),
        ("swap-goals 8,-2 8,0", PlayCard("swap-goals", at=("8,-2", "8,0"))),
        ("theft", PlayCard("theft")),
        ("detour 3,1~", PlayCard("detour", at=("3,1",), turned=True)),
        ("pass NESW map", Pass(("NESW", "map"))),
        ("trade EW NS break:cart", Trade(("EW", "NS"), "break:cart")),
        ("miner NS 4,0", PutMiner("NS", "4,0")),
        ("choose 8,0", Choose("8,0")),
        ("order turn lay EW 3,0 | pass NS", Order("turn", then=(Lay("EW", "3,0"), Pass(("NS",))))),
        ("order veto goal any", Order("veto", "goal")),
        ("offer none", Offer()),
    ],
)
def test_commands_are_written_as_the_page_on_notation_says(text: str, command: Command) -> None:
    assert parse(text) == command
    assert write(command) == text


NO_COMMANDS = {
    **{
        text: f"unknown command: {text!r}"
        for text in ("", " ", "lay", "lay NS", "pass", "trade EW", "miner NS", "offer")
    },
    **{
        text: f"unknown command: {text!r}"
        for text in ("choose", "choose ", "choose a b", "order", "NESW 1,0", "timeout A")
    },
    **{f"order {what}": f"unknown order: {what!r}" for what in ("turn", "turn choose B", "veto any", "fly")},
    "lay NS 1": "not a square: '1'",
    "lay NS 1,0 C": "unknown word: 'C'",
    "lay NS 1,0 $M": "unknown seat: 'M'",
    "lay XX 1,0": "unknown card: 'XX'",
    "lay  NS 1,0": "not a square: 'NS'",
    "pass XX": "unknown card: 'XX'",
    "pass ": "unknown card: ''",
    "break:lantern Z": "unknown seat: 'Z'",
    "rockfall 1,0 2": "unknown seat: '2'",
    "rockfall 01,0": "not a square: '01,0'",
    "rockfall 1,0 ": "unknown seat: ''",
    "repair:cart B cart lantern": "unknown word: 'lantern'",
    "pass " + "map " * 400 + "map": "a command of more than 1000 letters",
}


@pytest.mark.parametrize("text", NO_COMMANDS)
def test_invalid_command_is_refused_by_its_wrong_word(text: str) -> None:
    with pytest.raises(Malformed) as refused:
        parse(text)
    assert str(refused.value) == NO_COMMANDS[text]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "unknown seat: ''"),
        ("A", "unknown command: ''"),
        ("M pass map", "unknown seat: 'M'"),
        ("AB pass map", "unknown seat: 'AB'"),
        ("a pass map", "unknown seat: 'a'"),
        ("= fly A", "unknown command of no player: 'fly A'"),
        ("= timeout", "unknown command of no player: 'timeout'"),
        ("= timeout M", "unknown seat: 'M'"),
        ("= end A", "unknown command of no player: 'end A'"),
    ],
)
def test_invalid_move_line_is_refused_by_its_wrong_word(line: str, words: str) -> None:
    with pytest.raises(Malformed) as refused:
        parse_line(line)
    assert str(refused.value) == words
