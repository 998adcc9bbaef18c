"""The registry of addresses: every address of the site has one entry, in the file of its application.

An entry begins with the names of addresses that are alike, and goes on with indented lines:

- `answers`: for each method what most visitors are answered and, by kind or group, what others are. Before that stand
  the codes of the tables, where an address is about one. `login` is the way to the log-in page. Read by
  `tests/security/access.py`.
- `queries`: how many statements a GET and a POST cost at most, for any visitor and any answer.
- `compared`: how two worlds are compared there: the chapters, after `?` the queries, after `!` the forms, after `by`
  the visitors, if they are not those of the chapter. `-` is an empty query or form; words in braces are places. Read by
  `tests/secrecy/pages/addresses.py`.
- `seen`: a chapter of `docs/widths.md` in which browsers look at the page, and after a colon the visitors who are shown
  its plain address, `-` for an anonymous one; other sights of a page stand in `tests/e2e`. `seen nowhere` is a part of
  a page, an action, or what machines ask for. Read by `tests/e2e/sights.py` and `test_widths.py`.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

NOWHERE = "nowhere"


class Answers(NamedTuple):
    """How an address about these tables answers a GET and a POST; no codes: it is about no table."""

    codes: tuple[str, ...]
    got: str
    posted: str


class Compared(NamedTuple):
    """How two worlds are compared at an address; ``by`` is empty for the visitors of the chapter."""

    chapters: tuple[str, ...]
    queries: tuple[str, ...]
    forms: tuple[str, ...]
    by: tuple[str, ...]


class Entry(NamedTuple):
    """All that tests know of an address. ``queries`` are by method, ``seen`` are visitors by chapter."""

    name: str
    answers: tuple[Answers, ...]
    queries: Mapping[str, int]
    compared: tuple[Compared, ...]
    seen: Mapping[str, tuple[str, ...]]


@cache
def registry() -> dict[str, Entry]:
    """The entries by the name of their address. ValueError for a name that has two, and for a line of no kind."""
    found: dict[str, Entry] = {}
    for part in ("games", "circles", "results", "api", "handbook", "accounts", "admin"):
        for block in re.split(r"\n\n+", (Path(__file__).parent / f"{part}.txt").read_text().strip()):
            for entry in _entries(block.splitlines()):
                if entry.name in found:
                    raise ValueError(f"{entry.name} has two entries")
                found[entry.name] = entry
    return found


def _entries(lines: list[str]) -> Iterator[Entry]:
    names = " ".join(line for line in lines if not line.startswith(" ")).split()
    said = [line.split(maxsplit=1) for line in lines if line.startswith(" ")]
    if unknown := {kind for kind, _rest in said} - {"answers", "queries", "compared", "seen"}:
        raise ValueError(f"{names}: {unknown}")
    by_kind = {kind: [rest for each, rest in said if each == kind] for kind, _rest in said}
    queries = by_kind["queries"][0].split()
    for name in names:
        yield Entry(
            name,
            tuple(map(_answers, by_kind["answers"])),
            {method: int(most) for method, most in zip(queries[::2], queries[1::2], strict=True)},
            tuple(map(_compared, by_kind["compared"])),
            dict(_seen(rest) for rest in by_kind["seen"] if rest != NOWHERE),
        )


def _answers(text: str) -> Answers:
    codes, _, rest = f" {text}".partition(" GET ")
    got, _, posted = rest.partition(" POST ")
    return Answers(tuple(codes.strip().split(",")) if codes.strip() else (), got, posted)


def _compared(text: str) -> Compared:
    text, _, by = text.partition(" by ")
    text, _, forms = text.partition(" ! ")
    chapters, _, queries = text.partition(" ? ")
    return Compared(tuple(chapters.split(",")), _parts(queries), _parts(forms), tuple(by.split()))


def _parts(text: str) -> tuple[str, ...]:
    return tuple("" if part == "-" else part for part in text.split())


def _seen(text: str) -> tuple[str, tuple[str, ...]]:
    chapter, _, visitors = text.partition(": ")
    return chapter, tuple("" if one == "-" else one for one in visitors.split())
