"""No address of the site is left out where words are measured, and what is cut is found."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from tests.addresses import registry
from tests.e2e import MARKS
from tests.e2e.chapters import CHAPTERS
from tests.e2e.conftest import Arrive
from tests.e2e.fair import fair
from tests.e2e.measure import UNREADABLE, WAYS, unreadable
from tests.e2e.stages import before_the_last_card, village
from tests.e2e.widths import TABLE, as_a_table, figures_in, name_of
from tests.factories import UserFactory
from tests.games.tables import do, running_game, seen_by_all

pytestmark = MARKS


def test_every_address_is_measured_and_listed(mail_folder: None) -> None:
    village()
    fair()
    pages = {name: set(map(name_of, chapter.sights())) for name, chapter in CHAPTERS.items()}
    listed = {name: {entry.name for entry in registry().values() if name in entry.seen} for name in CHAPTERS}
    assert {
        name: {page for page in found if not page.startswith("refused: ")} for name, found in pages.items()
    } == listed
    text = TABLE.read_text()
    figures = figures_in(text)
    assert text == as_a_table(pages, figures), "./run test tests/e2e/widths.py writes it"
    assert {at: count for at, count in figures.items() if count and at[0] != CUT_CHAPTER and at[2] not in CUT} == {}


def test_the_table_keeps_the_columns_that_are_not_measured() -> None:
    pages = {"Some": {"games:home", "games:new"}, "Others": {"games:home"}}
    found = {("Some", "games:home", "uk"): 2, ("Others", "games:home", "uk"): 0, ("Some", "games:new", "320"): 1}
    assert figures_in(as_a_table(pages, found)) == found


#: A chapter and languages in which words are cut still: their figures stand in the table.
CUT_CHAPTER = "People"
CUT = {"de", "fr", "pl"}
#: Ways to spoil the front page, each with what is then said of it.
SPOILT = {
    "cut by its box: p": "(p) => { p.style.overflow = 'hidden'; p.style.height = '8px'; }",
    "beyond the window: p": "(p) => { p.style.translate = '200px'; p.closest('.scene').style.overflow = 'visible'; }",
    "broken: “tunnels”": "(p) => { p.style.width = '3em'; }",
    "scrolls sideways to 700": "(p) => { document.querySelector('main').style.minWidth = '700px'; }",
    "over a.button": "(p) => { p.style.position = 'relative'; p.style.top = '13em'; }",
    "b “Everyone": """(p) => {
      const [heading, text] = ["main h2", ".how b"].map((it) => document.querySelector(it));
      const [from, to] = [heading, text].map((it) => it.getBoundingClientRect());
      heading.style = `position: relative; left: ${to.left - from.left}px; top: ${to.top - from.top}px`;
    }""",
}


@pytest.mark.examples(2)
@pytest.mark.parametrize("said", SPOILT)
def test_measure_finds_unreadable_text(arrive: Arrive, said: str) -> None:
    page = arrive()
    page.goto("/")
    assert everything(page) == []
    page.goto("/")
    page.locator(".scene-lead").evaluate(SPOILT[said])
    assert any(said in fault for fault in everything(page))


#: Ways to spoil a table that scrolls sideways, each with what is then said of it.
SPOILT_TABLE = {
    "scrolls out of sight: th": "(it) => it.querySelectorAll('th').forEach((th) => { th.style.position = 'static'; })",
    "never whole in what scrolls: caption": "(it) => { it.querySelector('caption').style.whiteSpace = 'nowrap'; }",
}


@pytest.mark.examples(1)
@pytest.mark.parametrize("said", SPOILT_TABLE)
def test_measure_looks_into_tables_that_scroll_sideways(arrive: Arrive, said: str) -> None:
    before_the_last_card("gold")
    page = arrive("Ann")
    page.goto("/t/gold/words/")
    assert everything(page) == []
    page.goto("/t/gold/words/")
    page.locator(".scroll").evaluate(SPOILT_TABLE[said])
    assert any(fault.startswith(said) for fault in everything(page))


@pytest.mark.soak
@pytest.mark.parametrize("broken", [False, True])
def test_no_sign_of_a_rule_stands_alone_on_its_line(arrive: Arrive, broken: bool) -> None:
    game = before_the_last_card("gold", gold_draft="hand")
    seen_by_all(game)
    do(game, "A lay NESW 7,0")
    page = arrive("Ann")
    page.goto("/t/gold/")
    if broken:
        page.locator("#prompt .end").evaluate("(it) => { it.className = ''; }")
    alone = set()
    for width in range(320, 500, 6):
        page.set_viewport_size({"width": width, "height": 700})
        alone |= {fault for fault in page.evaluate(UNREADABLE) if fault.startswith("alone on its line")}
    assert bool(alone) is broken


@pytest.mark.soak
@pytest.mark.examples(1)
@pytest.mark.parametrize("model", ["games_game", "games_notice", "accounts_user"])
def test_a_list_of_the_administration_is_whole_on_a_desk(arrive: Arrive, model: str) -> None:
    running_game(3)
    UserFactory.create(username="Una", is_staff=True, is_superuser=True)
    page = arrive("Una")
    page.goto(reverse(f"admin:{model}_changelist"))
    assert page.locator(".results").evaluate("(it) => it.scrollWidth - it.clientWidth") == 0


def everything(page: Page) -> list[str]:
    """What cannot be read in any way to look at a page."""
    return [fault for found in unreadable(page, {way for way, *_how in WAYS}).values() for fault in found]
