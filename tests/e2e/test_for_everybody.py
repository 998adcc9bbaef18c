"""Every page for everybody: axe finds nothing, wide and narrow, light and dark; nothing is too small, and no word cut.

Words are measured, with names as long as names may be, text twice as large, and words as long as they are in German.
The fixed set has one in twelve of the pages of five chapters, the soak all.
"""

import re
from collections.abc import Sequence
from random import Random

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.e2e import MARKS
from tests.e2e.chapters import CHAPTERS, Chapter
from tests.e2e.conftest import Arrive, Complaints
from tests.e2e.measure import names_of_ways, unreadable
from tests.e2e.sights import REFUSED, Sight
from tests.e2e.stages import with_the_longest_names
from tests.fixed_set import SOAK, chosen

pytestmark = MARKS

THEMES = ("light", "dark")
SCREENS = ((1280, 800), (390, 844), (320, 640))
#: What axe finds. Bars that stick to an edge lie where they belong meanwhile: what they cover is scrolled into sight. A
#: sheet says so, for a page may take news in meanwhile, and no part of it may bear a style of its own.
AXE = """async () => {
  const bars = [...document.querySelectorAll("body *")].filter((it) => getComputedStyle(it).position === "sticky");
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("[data-still] { position: relative !important; }");
  document.adoptedStyleSheets.push(sheet);
  for (const bar of bars) bar.dataset.still = "";
  const found = await axe.run(document, {
    resultTypes: ["violations"], elementRef: false,
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  });
  for (const bar of bars) delete bar.dataset.still;
  document.adoptedStyleSheets.pop();
  return found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
}"""
#: Links and controls that are too small for a finger: buttons and the like under 44 pixels high, the rest under 24.
SMALL = """() => [...document.querySelectorAll("a[href], button, summary, input, select, textarea, [role=switch]")]
  .filter((it) => it.checkVisibility() &&
    !it.closest(".visually-hidden, .skip, p:not(.buttons), .prose, .cards small, .log li"))
  .map((it) => [it, (it.closest("label, .plates .lit") ?? it).getBoundingClientRect()])
  .filter(([it, box]) => box.width > 1 && box.height > 1)
  .filter(([it, { width, height }]) => {
    const tall = it.matches(
      ".button, .tabs *, .hand *, .plates .lit a, .row button, .list > li > a, select, .field input"
    );
    return height < (tall ? 44 : 24) - 0.5 || width < 24;
  })
  .map(([it, box]) => `${Math.round(box.width)} by ${Math.round(box.height)}: ${it.outerHTML.slice(0, 120)}`)"""


def faults_of(sight: Sight, page: Page, chapter: Chapter, chance: Random) -> list[str]:
    """The faults of a page on screens of all sizes. axe checks one random size, light or dark; in a soak it checks
    all sizes in both."""
    sight.show(page)
    faults = []
    if chapter.for_everybody:
        page.evaluate(AXE_SCRIPT)
        looks = dict.fromkeys(SCREENS, THEMES) if SOAK else {chance.choice(SCREENS): (chance.choice(THEMES),)}
        faults = [fault for size in SCREENS for fault in faults_at(page, *size, looks.get(size, ()))]
    measured = unreadable(page, names_of_ways(chance))
    faults += [f"{way}: {fault}" for way, found in measured.items() for fault in found]
    return [f"{sight.said} at {fault}" for fault in faults]


def faults_at(page: Page, width: int, height: int, themes: Sequence[str] = THEMES) -> list[str]:
    """What is wrong with a page on a screen of one size, once axe is in it."""
    page.set_viewport_size({"width": width, "height": height})
    faults = []
    for theme in themes:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
        faults += [f"{theme}: {found}" for found in page.evaluate(AXE)]
    wide = page.evaluate("document.documentElement.scrollWidth")
    faults += [f"scrolls sideways: {wide}"] if wide > width else []
    return [f"{width}: {fault}" for fault in [*faults, *page.evaluate(SMALL)]]


@pytest.mark.examples(5)
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_page_is_for_everybody(
    arrive: Arrive, complaints: Complaints, mail_folder: None, no_pulse: None, chapter: str, chance: Random
) -> None:
    for refused in REFUSED:
        complaints.forgive(refused)
    CHAPTERS[chapter].stage()
    every = CHAPTERS[chapter].sights()
    sights = chosen(every, -(-len(every) // 12))
    pages = {who: arrive(who) for who in {sight.who for sight in sights}}
    with_the_longest_names()
    faults = [fault for sight in sights for fault in faults_of(sight, pages[sight.who], CHAPTERS[chapter], chance)]
    assert faults == []


def test_measure_finds_page_faults(arrive: Arrive, complaints: Complaints) -> None:
    complaints.forgive("Content Security Policy")
    page = arrive()
    page.goto("/")
    page.evaluate(AXE_SCRIPT)
    assert faults_at(page, 320, 640) == []
    page.locator(".begin button").first.evaluate("(it) => it.className = ''")
    page.locator(".foot p").first.evaluate("(it) => { it.style.color = '#aaa'; }")
    page.locator(".foot p").nth(1).evaluate("(it) => { it.style.width = '400px'; }")
    page.locator("html").evaluate("(it) => it.removeAttribute('lang')")
    faults = " ".join(faults_at(page, 320, 640))
    for wrong in ("color-contrast", "html-has-lang", "scrolls sideways", r'\d+ by \d+: <button class="">'):
        assert re.search(wrong, faults)


def test_page_that_breaks_the_content_policy_is_found(arrive: Arrive, complaints: Complaints) -> None:
    page = arrive()
    page.goto("/")
    page.evaluate("document.body.append(Object.assign(document.createElement('script'), { text: 'window.ran = 1' }))")
    page.wait_for_timeout(0)
    assert page.evaluate("window.ran") is None
    assert any("Content Security Policy" in said for said in complaints.left)
    complaints.forgive("Content Security Policy")
