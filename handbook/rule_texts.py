"""The numbered rules in the reader's language: parsed once from a page into the values that the site shows.

The English page is `docs/rules.md`, the others are `locale/*/rules.md`. The English one names squares and directions as
records do. Here they get the names used at the table and on other pages: `K8`, and no points of the compass, since a
phone shows the mine turned.

The parser supports the Markdown of that page: headings, entries, paragraphs, lists, tables, and in a line **strong**,
*emphasis* and `code`. Numbers such as R14 become links.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import get_language

from games.wording.squares import square_name

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "rules.md"

_ENTRY = re.compile(r"- \*\*R([0-9]+)\*\* ?")
_TITLE = re.compile(r"(\[[^]]*\] )?\*([^\W\d_a-z][^*]*)\.\*")
_SPAN = re.compile(r"\*\*(?P<strong>[^*]+)\*\*|\*(?P<em>[^*]+)\*|`(?P<code>[^`]+)`|\b(?P<rule>R[1-9][0-9]?)\b")
_SQUARE = re.compile(r"-?[0-9]+,-?[0-9]+")

AT_THE_TABLE = {
    "A square is written `x,y`.": "A square is called by the letters of its lane and its depth: `M6`.",
    "x grows eastwards, towards the goals; y grows southwards.": (
        "Depth grows towards the goals, and lanes follow one another as in the alphabet."
    ),
    "which exchanges north with south and east with west": "which exchanges each side with the opposite one",
    "each with its sides in the order N E S W,": (
        "each with its sides in the order N (towards lane A), E (towards the goals), S (towards lane Z), W (towards the"
        " start),"
    ),
    "turned up from north to south": "turned up lane by lane, as in the alphabet",
    "one square further from the start (east [D])": "one square further from the start, in its lane [D]",
}
"""Terms of records on the English page, and their replacements here."""


class Span(NamedTuple):
    """A piece of a line: `kind` is "text", "strong", "em", "code" or "rule", whose link leads to the rule `number`."""

    kind: str
    text: str
    number: int = 0


class Block(NamedTuple):
    """A paragraph (one row of one cell), a list (a row for each item) or a table (rows of cells); `kind` says which."""

    kind: str
    rows: tuple[tuple[tuple[Span, ...], ...], ...]


class NumberedRule(NamedTuple):
    """A rule: its number, its name if it has one, the headings above it, and its text."""

    number: int
    title: str
    chapter: str
    section: str
    blocks: tuple[Block, ...]


class Chapter(NamedTuple):
    """The rules under one heading of the page."""

    title: str
    rules: tuple[NumberedRule, ...]


def numbered_rules() -> dict[int, NumberedRule]:
    """Return all rules by their numbers, in the order of the page and in the active language."""
    return rules_in(get_language() or settings.LANGUAGE_CODE)


@cache
def rules_in(language: str) -> dict[int, NumberedRule]:
    """Return the same in a language. A rule that is missing there, or has another structure, is shown in English."""
    english, own = page_in(settings.LANGUAGE_CODE), page_in(language)
    headings = {
        ours: theirs
        for number in english.keys() & own.keys()
        for ours, theirs in zip(_headings(english[number]), _headings(own[number]), strict=True)
    }
    return {
        number: own[number]
        if number in own and _parts(own[number]) == _parts(rule)
        else rule._replace(
            chapter=headings.get(rule.chapter, rule.chapter), section=headings.get(rule.section, rule.section)
        )
        for number, rule in english.items()
    }


@cache
def page_in(language: str) -> dict[int, NumberedRule]:
    """Return the rules on the page of a language; those of the English one if there is no page."""
    page = ROOT / "locale" / language / "rules.md"
    text = (page if page.exists() else PAGE).read_text(encoding="utf-8")
    for recorded, said in AT_THE_TABLE.items():
        text = text.replace(recorded, said)
    return {rule.number: rule for rule in _entries(text.splitlines())}


def _headings(rule: NumberedRule) -> tuple[str, str]:
    return rule.chapter, rule.section


def _parts(rule: NumberedRule) -> list[tuple[str, int]]:
    """Return the structure of a rule: paragraphs, lists and tables, each with the number of its rows."""
    return [(block.kind, len(block.rows)) for block in rule.blocks]


def chapters() -> tuple[Chapter, ...]:
    """Return all rules under the headings of the page."""
    rules = numbered_rules().values()
    titles = dict.fromkeys(rule.chapter for rule in rules)
    return tuple(Chapter(title, tuple(rule for rule in rules if rule.chapter == title)) for title in titles)


def neighbours(number: int) -> tuple[int | None, int | None]:
    """Return the numbers before and after one; None at the ends. KeyError when there is no such rule."""
    numbers = [None, *numbered_rules(), None]
    if number not in numbered_rules():
        raise KeyError(number)
    place = numbers.index(number)
    return numbers[place - 1], numbers[place + 1]


def _entries(lines: Sequence[str]) -> Iterator[NumberedRule]:
    chapter = section = ""
    place = 0
    while place < len(lines):
        line = lines[place]
        place += 1
        if line.startswith("## "):
            chapter, section = _heading(line), ""
        elif line.startswith("### "):
            section = _heading(line)
        elif match := _ENTRY.match(line):
            inside = [line[match.end() :]]
            while place < len(lines) and (not lines[place] or lines[place].startswith("  ")):
                inside.append(lines[place].removeprefix("  "))
                place += 1
            title = _TITLE.match(inside[0])
            yield NumberedRule(int(match[1]), title[2] if title else "", chapter, section, tuple(_blocks(inside)))


def _heading(line: str) -> str:
    """Return a heading without its marks, its number and the note that its rules are not yet in force."""
    return re.sub(r"^#+ ([0-9]+\. )?| \(\*not yet\*\)$", "", line)


def _blocks(lines: Sequence[str]) -> Iterator[Block]:
    """Return paragraphs, lists and tables: adjacent lines of one kind."""
    kind, held = "", list[str]()
    for line in [*lines, ""]:
        now = _kind(line, kind)
        if now != kind and held:
            yield _block(kind, held)
            held = []
        kind = now
        if now == "list" and not line.startswith("- "):
            held[-1] += " " + line.strip()
        elif now:
            held.append(line.strip())


def _kind(line: str, before: str) -> str:
    if not line.strip():
        return ""
    if line.startswith("|"):
        return "table"
    if line.startswith("- ") or (before == "list" and line.startswith("  ")):
        return "list"
    return "text"


def _block(kind: str, lines: Sequence[str]) -> Block:
    if kind == "table":
        cells = [line.strip("|").split("|") for line in lines if not re.fullmatch(r"[-|]+", line)]
        return Block(kind, tuple(tuple(tuple(_spans(cell.strip())) for cell in row) for row in cells))
    if kind == "list":
        return Block(kind, tuple((tuple(_spans(line.removeprefix("- "))),) for line in lines))
    return Block(kind, ((tuple(_spans(" ".join(lines))),),))


def _spans(text: str) -> Iterator[Span]:
    end = 0
    for match in _SPAN.finditer(text):
        if match.start() > end:
            yield Span("text", text[end : match.start()])
        kind = match.lastgroup or "text"
        said = square_name(match[kind]) if kind == "code" and _SQUARE.fullmatch(match[kind]) else match[kind]
        yield Span(kind, said, int(said[1:]) if kind == "rule" else 0)
        end = match.end()
    if end < len(text):
        yield Span("text", text[end:])
