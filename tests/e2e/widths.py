"""The table of all pages, widths and languages, docs/widths.md: `./run test tests/e2e/widths.py` measures it.

`-k uk` measures one language alone; the other columns stay. It is no part of the suite, which measures the same pages
(`test_for_everybody.py`, `test_languages.py`) and checks that none is missing.
"""

from collections import Counter
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
from tests.e2e.sights import Sight
from tests.e2e.stages import village, with_the_longest_names

pytestmark = MARKS

Figures = Counter[tuple[str, str]]
"""How much cannot be read, by page and column."""

TABLE = Path(__file__).parents[2] / "docs" / "widths.md"
EVERY_WAY = [way for way, *_how in WAYS]
COLUMNS = [*EVERY_WAY, *OTHERS]
HEAD = f"""# Pages and widths

What of a page cannot be read: text that is cut by a box or lies outside the window, text over a control or over other
text, a word that is broken though there is room for it, a page that scrolls sideways. It is counted for all states of a
page together. English is measured in each of {len(WAYS)} ways to look at it: three widths of the screen, text twice as
large, and words that are longer by a quarter to a half, as in German. Each other language has one column: what is found
with the words as they are, in those {len(AS_THEY_ARE)} ways, and what of the page is English. People and tables have
the longest names there may be. A language without a column has not been measured.

`./run test tests/e2e/widths.py` measures this table again, with `-k uk` the column of one language. The suite measures
the same pages, in one of the other languages some of them. It fails where a number would not be 0, and where an address
of the site has no line here.
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
            f"| `{name}` | {' | '.join(str(found[name, column]) for column in COLUMNS)} |" for name in sorted(names)
        ]
        parts.append("\n".join([f"## {chapter}\n", *head, *rows]) + "\n")
    return "\n".join(parts)


def figures_in(table: str) -> Figures:
    """The figures of such a document, whichever columns it has."""
    found, columns = dict[tuple[str, str], int](), list[str]()
    for line in table.splitlines():
        first, *cells = [cell.strip() for cell in line.strip("|").split("|")]
        if first == "page":
            columns = cells
        elif first.startswith("`"):
            found.update({(first.strip("`"), column): int(cell) for column, cell in zip(columns, cells, strict=True)})
    return Figures(found)


@pytest.mark.parametrize("language", [settings.LANGUAGE_CODE, *OTHERS])
def test_width_table_can_be_measured_again(
    arrive: Arrive, complaints: Complaints, mail_folder: None, no_pulse: None, record_property: Any, language: str
) -> None:
    complaints.forgive("^404 .*/no/such/page")
    complaints.forgive("^410 .*/me/sign-in/dead-token/")
    complaints.forgive("^403 .*/me/friends/")
    complaints.forgive("^422 .*/learn/turn/")
    ways = set(EVERY_WAY) if language == settings.LANGUAGE_CODE else AS_THEY_ARE
    village()
    fair()
    with all_read(language):
        sights = {name: chapter.sights() for name, chapter in CHAPTERS.items()}
        every = [sight for part in sights.values() for sight in part]
        pages = {who: arrive(who, locale=language) for who in {sight.who for sight in every}}
        with_the_longest_names()
        found = Figures()
        for sight in every:
            for way, faults in faults_of(sight, pages[sight.who], language, ways).items():
                found[name_of(sight), way if language == settings.LANGUAGE_CODE else language] += len(faults)
                for fault in faults:
                    record_property("figures", f"{sight.said} in {language} at {way}: {fault}")
    columns = ways if language == settings.LANGUAGE_CODE else {language}
    kept = {at: count for at, count in figures_in(TABLE.read_text()).items() if at[1] not in columns}
    names = {chapter: set(map(name_of, part)) for chapter, part in sights.items()}
    TABLE.write_text(as_a_table(names, Figures(kept) + found))
