"""The table of all pages and widths, docs/widths.md: `./run test tests/e2e/widths.py` measures it anew.

It is no part of the suite, which measures the same pages (`test_for_everybody.py`) and checks that none is missing.
"""

from collections import Counter
from pathlib import Path
from typing import Any

from django.urls import resolve

from tests.e2e import MARKS
from tests.e2e.chapters import CHAPTERS
from tests.e2e.conftest import Arrive, Complaints
from tests.e2e.fair import fair
from tests.e2e.measure import WAYS, unreadable
from tests.e2e.sights import Sight
from tests.e2e.stages import village, with_the_longest_names

pytestmark = MARKS

TABLE = Path(__file__).parents[2] / "docs" / "widths.md"
HEAD = f"""# Pages and widths

What of a page cannot be read: text that is cut by a box or lies outside the window, text over a control or over other
text, a word that is broken though there is room for it, a page that scrolls sideways. It is counted for all states of a
page together, in each of {len(WAYS)} ways to look at it: three widths of the screen, text twice as large, and words
that are longer by a quarter to a half, as in German. People and tables have the longest names there may be.

`./run test tests/e2e/widths.py` measures this table anew. The suite measures the same pages and fails where a number
would not be 0, and where an address of the site has no line here.
"""


def name_of(sight: Sight) -> str:
    """What the line of a sight is called: the name of its address, or what it is an answer to."""
    return f"refused: {sight.said}" if sight.markup or "/no/such/" in sight.address else resolve(sight.path).view_name


def as_a_table(pages: dict[str, set[str]], found: Counter[tuple[str, str]]) -> str:
    """The document: a table for each chapter, a line for each page, with what was found in each way to look at it."""
    ways = [way for way, *_how in WAYS]
    head = [f"| page | {' | '.join(ways)} |", "|---" * (len(ways) + 1) + "|"]
    parts = [HEAD]
    for chapter, names in pages.items():
        rows = [f"| `{name}` | {' | '.join(str(found[name, way]) for way in ways)} |" for name in sorted(names)]
        parts.append("\n".join([f"## {chapter}\n", *head, *rows]) + "\n")
    return "\n".join(parts)


def test_the_table_is_measured_anew(
    arrive: Arrive, complaints: Complaints, mail_folder: None, no_pulse: None, record_property: Any
) -> None:
    complaints.forgive("^404 .*/no/such/page")
    complaints.forgive("^403 .*/me/friends/")
    village()
    fair()
    sights = {name: chapter.sights() for name, chapter in CHAPTERS.items()}
    pages = {who: arrive(who) for who in {sight.who for part in sights.values() for sight in part}}
    with_the_longest_names()
    found: Counter[tuple[str, str]] = Counter()
    for sight in [sight for part in sights.values() for sight in part]:
        sight.show(pages[sight.who])
        for way, faults in unreadable(pages[sight.who], {way for way, *_how in WAYS}).items():
            found[name_of(sight), way] += len(faults)
            for fault in faults:
                record_property("figures", f"{sight.said} at {way}: {fault}")
    TABLE.write_text(as_a_table({name: set(map(name_of, part)) for name, part in sights.items()}, found))
