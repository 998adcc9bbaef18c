"""`docs/notation.md` says what is so: its examples are read and run, and it names every word there is."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings

from games.rules import record
from games.rules.cards import CARDS
from games.rules.errors import Malformed
from games.rules.expectation import FOUND
from games.rules.layout import OPTION_KEYS, RECORD_KEYS, ROUND_KEYS, TABLE_KEYS
from games.rules.notation import parse, parse_line, write, write_line
from games.rules.ruleset import GAMES, MODULES, VARIANTS

PAGE = (Path(settings.BASE_DIR) / "docs" / "notation.md").read_text()


def part(heading: str) -> str:
    """What stands below a heading, up to the next one."""
    found = re.search(rf"^#+ {heading}\n(.*?)(?=^#+ |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, heading
    return found[1]


def examples(heading: str, column: int) -> list[str]:
    """What stands in code in a column of the tables below a heading."""
    rows = re.findall(r"^\|(?!---)(.*)\|$", part(heading).replace("\\|", "\0"), re.MULTILINE)
    cells = [row.split("|")[column] for row in rows if row.count("|") >= column]
    return [code.replace("\0", "|") for cell in cells for code in re.findall(r"`([^`]+)`", cell)]


COMMANDS = [*examples("In a turn", 1), *examples("Answers to decisions", 2), *examples("Standing orders and offers", 1)]


def test_the_examples_are_found() -> None:
    assert len(COMMANDS) >= 45
    assert "order turn lay EW 3,0 | pass NS" in COMMANDS


@pytest.mark.parametrize("text", COMMANDS)
def test_an_example_is_read_and_written_the_same(text: str) -> None:
    assert write(parse(text)) == text


@pytest.mark.parametrize("line", examples("Of no player", 1))
def test_command_without_a_seat_reads_back_as_written(line: str) -> None:
    assert write_line(*parse_line(line)) == line


def test_every_action_card_has_an_example() -> None:
    effects = {card.effect for card in CARDS.values() if not card.is_tunnel}

    assert {parse_effect(text) for text in COMMANDS} >= effects - {"veto"}


def parse_effect(text: str) -> str:
    """The effect of the card that a command plays, "" for other commands."""
    name = text.split(" ")[0]
    return CARDS[name].effect if name in CARDS else ""


def test_cards_of_pass_and_trade_are_read_in_any_order_and_written_in_one() -> None:
    assert write(parse("pass map NESW")) == "pass NESW map"
    assert write(parse("trade NS EW break:cart")) == "trade EW NS break:cart"


def test_the_example_of_a_record_holds_and_its_expectations_are_looked_at() -> None:
    text = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)[0]
    wrong = json.loads(text)
    wrong["rounds"][0]["expect"]["open"]["1,0"] = "NS"

    assert record.check(text) is None
    assert "open" in (record.check(json.dumps(wrong)) or "")


@pytest.mark.parametrize(
    ("heading", "words"),
    [
        ("The whole", RECORD_KEYS | TABLE_KEYS | OPTION_KEYS | {*GAMES, *MODULES, *VARIANTS}),
        ("Expectations", set(FOUND)),
    ],
)
def test_every_word_of_a_record_is_named(heading: str, words: set[str]) -> None:
    assert {word for word in words if f"`{word}`" not in part(heading)} == set()


def test_every_key_of_a_round_is_explained() -> None:
    explained = {*examples("A deal", 0), *examples("A position", 0), "moves", "expect"}

    assert set(ROUND_KEYS) <= explained


@pytest.mark.parametrize("line", examples("Chance", 0))
def test_a_chance_line_is_read(line: str) -> None:
    assert record.moves_of(["A pass NS", line], 3, "")[0].chance[0][0] == line.split(" ")[1]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("lay NE 02,0", "not a square: '02,0'"),
        ("lay NE  2,0", "not a square: ''"),
        ("pass", "unknown command: 'pass'"),
        ("choose", "unknown command: 'choose'"),
        ("lay XX 1,0", "unknown card: 'XX'"),
        ("map 8;0", "unknown seat: '8;0'"),
    ],
)
def test_other_spellings_are_refused(text: str, why: str) -> None:
    with pytest.raises(Malformed, match=why):
        parse(text)


def test_a_card_that_looks_the_same_turned_is_not_written_turned() -> None:
    scene = json.loads(re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)[0])
    scene["rounds"][0] |= {"moves": ["! A lay EW 1,0~"], "expect": {"open": {"1,0": None}}}

    assert record.check(json.dumps(scene)) is None
