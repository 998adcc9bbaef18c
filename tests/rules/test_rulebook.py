"""Every rule of `docs/rules.md` that is in force is cited by a test: by its name, its docstring, or a record's name."""

import ast
import re
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "docs" / "rules.md"

NOT_YET: set[str] = set()
"""Rules that no test shows yet. A number leaves this list when the first test cites it, and never comes back."""


def rules_in(text: str) -> dict[str, str]:
    """The numbered rules of a page, each with its text up to the next."""
    found = list(re.finditer(r"^- \*\*(R[1-9][0-9]?)\*\* ", text, re.MULTILINE))
    ends = [match.start() for match in found[1:]] + [len(text)]
    return {match[1]: text[match.end() : end] for match, end in zip(found, ends, strict=True)}


def numbers_in(words: str) -> set[str]:
    """The rules that a name or a sentence cites: `r14_`, `R14`, and all from `R10–R12`.

    >>> sorted(numbers_in("test_r22_r24_hidden_roles (R10–R12)"))
    ['R10', 'R11', 'R12', 'R22', 'R24']
    """
    single = {
        int(number)
        for number in re.findall(r"(?<![A-Za-z0-9])[rR]([1-9][0-9]?)(?![0-9A-Za-z])", words.replace("_", " "))
    }
    spans = re.findall(r"R([1-9][0-9]?)\s*(?:–|-|to)\s*R([1-9][0-9]?)", words)
    return {f"R{number}" for number in single.union(*(range(int(a), int(b) + 1) for a, b in spans))}


def cited_by_tests(source: str) -> set[str]:
    """The rules that the test functions of a file cite in their names and docstrings."""
    cited: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            cited |= numbers_in(node.name) | numbers_in(ast.get_docstring(node) or "")
    return cited


def cited_by_record(name: str) -> set[str]:
    """The rules that the name of a record cites: those with which it begins.

    >>> sorted(cited_by_record("r04-r19-turned-up.json")), cited_by_record("round-base-5.json")
    (['R19', 'R4'], set())
    """
    words = takewhile(re.compile(r"r[0-9]{2}").fullmatch, name.split("-"))
    return {f"R{int(word[1:])}" for word in words}


def citations() -> Iterator[set[str]]:
    """What every test file and every record cites, but this file."""
    for file in (ROOT / "tests").rglob("test_*.py"):
        if file != Path(__file__):
            yield cited_by_tests(file.read_text(encoding="utf-8"))
    for file in (ROOT / "tests" / "records").rglob("*.json"):
        yield cited_by_record(file.name)


@pytest.fixture(scope="module")
def cited() -> set[str]:
    """All rules that some test cites."""
    return set().union(*citations())


@pytest.fixture(scope="module")
def written() -> dict[str, str]:
    """The rules as `docs/rules.md` has them."""
    return rules_in(RULES.read_text(encoding="utf-8"))


def test_every_rule_is_cited_by_a_test_or_listed_as_open(cited: set[str], written: dict[str, str]) -> None:
    assert written.keys() - cited - NOT_YET == set()


def test_a_rule_that_is_cited_is_no_longer_named_as_not_shown(cited: set[str]) -> None:
    assert cited & NOT_YET == set()


def test_every_number_that_is_cited_is_a_rule(cited: set[str], written: dict[str, str]) -> None:
    assert cited - written.keys() == set()
    assert NOT_YET - written.keys() == set()


def test_the_page_has_all_rules_from_the_ground_to_chance(written: dict[str, str]) -> None:
    """The table at its head says which; that none of them goes is what the tests that cite them see to."""
    spans = re.findall(r"^\| R([0-9]+)–R([0-9]+) \|", RULES.read_text(encoding="utf-8"), re.MULTILINE)
    assert list(written) == [f"R{number}" for first, last in spans for number in range(int(first), int(last) + 1)]
    assert (spans[0], spans[-1]) == (("1", "4"), ("90", "98"))


def test_rules_named_on_the_page_are_shown(written: dict[str, str]) -> None:
    """The page's own table decides; a rule that bears *not yet* itself is not in force either."""
    rows = re.findall(r"^\| R([0-9]+)–R([0-9]+) \|[^|]*\| in force", RULES.read_text(encoding="utf-8"), re.MULTILINE)
    in_force = {f"R{number}" for first, last in rows for number in range(int(first), int(last) + 1)}
    assert {number for number in in_force & NOT_YET if "*not yet*" not in written[number]} == set()
    assert {"R1", "R26", "R90"} <= in_force


def test_a_test_cites_by_its_name_and_its_docstring_alone() -> None:
    source = '''
"""Of R1."""
def test_r14_r15_a_card_fits() -> None:
    """As R16 and R18–R20 say."""
    assert "R21"  # R22
def helper() -> None:
    """Of R23."""
def test_thr33_r2d2_and_err4() -> None: ...
'''
    assert cited_by_tests(source) == {"R14", "R15", "R16", "R18", "R19", "R20"}


def test_a_number_without_a_test_is_found() -> None:
    page = "- **R1** [S] One.\n  More.\n- **R2** *Two.* Text\n"
    assert rules_in(page).keys() - cited_by_tests("def test_r1_one() -> None: ...") == {"R2"}
