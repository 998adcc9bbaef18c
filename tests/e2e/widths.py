"""The table of all pages, widths and languages, docs/widths.md: `./run test tests/e2e/widths.py` measures it.

`-k uk` measures one language alone, `-k People-uk` a chapter in it; the other figures stay. It is no part of the
suite, which measures the same pages (`test_for_everybody.py`, `test_languages.py`) and checks that none is missing.
"""

import fcntl
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.urls import resolve

from tests.addresses import registry
from tests.e2e import MARKS
from tests.e2e.chapters import CHAPTERS
from tests.e2e.conftest import Arrive, Complaints
from tests.e2e.fair import fair
from tests.e2e.languages import OTHERS, all_read, faults_of
from tests.e2e.measure import AS_THEY_ARE, WAYS
from tests.e2e.sights import REFUSED, Sight
from tests.e2e.stages import village, with_the_longest_names

pytestmark = MARKS

Figures = dict[tuple[str, str, str], int]
"""How much cannot be read, by chapter, page and column; what has not been measured is missing."""

TABLE = Path(__file__).parents[2] / "docs" / "widths.md"
EVERY_WAY = [way for way, *_how in WAYS]
COLUMNS = [*EVERY_WAY, *OTHERS]
NONE = "–"
"""What stands where nothing was measured."""
HEAD = f"""# Pages and widths

What of a page cannot be read: text that is cut by a box or lies outside the window, text over a control or over other
text, a word that is broken though there is room for it, a page that scrolls sideways; in a box that scrolls sideways, a
line that is wider than it, and a row whose heading scrolls out of sight. It is counted for all states of a page
together. English is measured in each of {len(WAYS)} ways to look at it: three widths of the screen, text twice as
large, and words that are longer by a quarter to a half, as in German. Each other language has one column: what is found
with the words as they are, in those {len(AS_THEY_ARE)} ways, and what of the page is English. People and tables have
the longest names there may be. A dash: not measured yet.

`./run test tests/e2e/widths.py` measures this table again, with `-k uk` the column of one language, with
`-k People-uk` one chapter of it. The suite measures
the same pages, in one of the other languages some of them. It fails where an address of the site has no line here, and
where a number is not 0, but for the chapter People, and for a few pages in German, French and Polish.
"""


def name_of(sight: Sight) -> str:
    """What the line of a sight is called: the name of its address, or what it is an answer to."""
    is_refused = "/no/such/" in sight.address or (sight.markup and sight.said not in registry())
    return f"refused: {sight.said}" if is_refused else resolve(sight.path).view_name


def as_a_table(pages: Mapping[str, Collection[str]], found: Figures) -> str:
    """The document: a table for each chapter, a line for each page, with what was found in each column."""
    head = [f"| page | {' | '.join(COLUMNS)} |", "|---" * (len(COLUMNS) + 1) + "|"]
    parts = [HEAD]
    for chapter, names in pages.items():
        rows = [
            f"| `{name}` | {' | '.join(str(found.get((chapter, name, column), NONE)) for column in COLUMNS)} |"
            for name in sorted(names)
        ]
        parts.append("\n".join([f"## {chapter}\n", *head, *rows]) + "\n")
    return "\n".join(parts)


def figures_in(table: str) -> Figures:
    """The figures of such a document, whichever columns it has."""
    found, columns, chapter = Figures(), list[str](), ""
    for line in table.splitlines():
        first, *cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("## "):
            chapter = line.removeprefix("## ")
        elif first == "page":
            columns = cells
        elif first.startswith("`"):
            measured = [at for at in zip(columns, cells, strict=True) if at[1] != NONE]
            found.update({(chapter, first.strip("`"), column): int(cell) for column, cell in measured})
    return found


def write(pages: Mapping[str, Collection[str]], found: Figures) -> None:
    """Put figures into the document, which other processes may be doing too."""
    with TABLE.open("r+") as document:
        fcntl.flock(document, fcntl.LOCK_EX)  # measuring processes alone hold it, for milliseconds
        text = as_a_table(pages, figures_in(document.read()) | found)
        document.seek(0)
        document.write(text)
        document.truncate()


@pytest.mark.parametrize("language", [settings.LANGUAGE_CODE, *OTHERS])
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_width_table_can_be_measured_again(
    arrive: Arrive,
    complaints: Complaints,
    mail_folder: None,
    no_pulse: None,
    record_property: Any,
    chapter: str,
    language: str,
) -> None:
    for refused in REFUSED:
        complaints.forgive(refused)
    is_english = language == settings.LANGUAGE_CODE
    ways = set(EVERY_WAY) if is_english else AS_THEY_ARE
    village()
    fair()
    with all_read(language):
        sights = {name: one.sights() for name, one in CHAPTERS.items()}
        names = {name: set(map(name_of, part)) for name, part in sights.items()}
        pages = {who: arrive(who, locale=language) for who in {sight.who for sight in sights[chapter]}}
        with_the_longest_names()
        columns = ways if is_english else {language}
        found = dict.fromkeys(((chapter, name, column) for name in names[chapter] for column in columns), 0)
        for sight in sights[chapter]:
            for way, faults in faults_of(sight, pages[sight.who], language, ways).items():
                if way in ways or not is_english:
                    found[chapter, name_of(sight), way if is_english else language] += len(faults)
                for fault in faults:
                    record_property("figures", f"{sight.said} in {language} at {way}: {fault}")
    write(names, found)
