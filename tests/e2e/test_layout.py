"""What moves on a screen and what must not: choosing moves no board, and no table scrolls sideways."""

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.e2e import MARKS
from tests.e2e.conftest import Arrive
from tests.e2e.players import Player
from tests.e2e.sights import held
from tests.e2e.stages import story
from tests.factories import UserFactory

pytestmark = MARKS

#: The board, every card on it and the scroll of the page, in pixels.
BOXES = """() => [`page ${scrollX} ${scrollY}`, ...[...document.querySelectorAll("#board, .mine .picture, .axis")]
  .filter((it) => !it.closest(".ghost")).map((it) => {
    const { x, y, width, height } = it.getBoundingClientRect();
    return `${it.id || it.querySelector("use:last-child")?.getAttribute("href") || it.className} ${
      [x, y, width, height].join(" ")}`;
  })].sort()"""
#: How far the board has shifted without user input, as browsers measure it.
WATCH = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => window.shifts.push(...list.getEntries().flatMap((shift) => shift.sources
    .map(({ node }) => node?.closest?.("#board") ? node.outerHTML.slice(0, 80) : "")).filter(Boolean)))
    .observe({ type: "layout-shift" });
}"""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (320, 640), (844, 390)])
def test_choosing_moves_no_board(arrive: Arrive, width: int, height: int) -> None:
    game = story()
    page = arrive("Ann", viewport={"width": width, "height": height}, reduced_motion="reduce")
    ann = Player("Ann", page)
    page.goto(f"/t/{game.code}/")
    page.evaluate(WATCH)
    idle = page.evaluate(BOXES)
    assert len(idle) > 30
    page.locator(held("Repair the pickaxe")).first.evaluate("(it) => it.click()")
    expect(ann.button).to_have_text("Play it")
    mending = page.evaluate(BOXES)
    page.locator(held("Crossing")).first.evaluate("(it) => it.click()")
    expect(ann.prompt).to_contain_text("squares are lit.")
    choosing = page.evaluate(BOXES)
    page.locator(".mine .lit a").first.evaluate("(it) => it.click()")
    expect(ann.button).to_have_text("Play it")
    confirming = page.evaluate(BOXES)
    page.locator("[data-key=Escape]").evaluate("(it) => it.click()")
    expect(ann.button).to_have_count(0)
    assert mending == idle
    assert choosing == idle
    assert confirming == idle
    assert page.evaluate(BOXES) == idle
    assert page.evaluate("window.shifts") == []
    assert overflow(page) == 0


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than the window."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


@pytest.mark.soak
@pytest.mark.examples(3)
@pytest.mark.parametrize("layout", ["across", "down"])
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (320, 640)])
def test_the_mine_that_runs_the_other_way_fits_too(arrive: Arrive, layout: str, width: int, height: int) -> None:
    game = story()
    page = arrive("Ann", viewport={"width": width, "height": height})
    User.objects.filter(username="Ann").update(layout=layout)
    page.goto(f"/t/{game.code}/")
    expect(page.locator("html")).to_have_attribute("data-layout", layout)
    assert overflow(page) <= 0
    across = page.evaluate(
        """() => {
          const [from, to] = ["column-1", "column-8"]
            .map((css) => document.querySelector(`.axis.${css}`).getBoundingClientRect());
          return Math.abs(to.x - from.x) > Math.abs(to.y - from.y);
        }"""
    )
    assert across is (layout == "across")


#: How far each box with a notice is from whatever comes before and after it, in pixels.
GAPS = """() => {
  const boxes = [...document.querySelectorAll(".page .notice, .page .list, .page .buttons")]
    .map((it) => [it.className, it.getBoundingClientRect()]);
  return boxes.slice(1).flatMap(([css, box], before) =>
    [css, boxes[before][0]].some((name) => name.startsWith("notice")) ? [box.top - boxes[before][1].bottom] : []);
}"""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_a_notice_touches_nothing_else(arrive: Arrive, width: int, height: int) -> None:
    UserFactory.create(username="Ann")
    page = arrive("Ann", viewport={"width": width, "height": height})
    page.goto("/me/notices/")
    gaps = page.evaluate(GAPS)
    assert len(gaps) == 5
    assert min(gaps) >= 8


#: The rules of `pages.css` that would change an element of the page.
OF_OTHER_PAGES = """async (address) => {
  const text = await (await fetch(address)).text(), sheet = new CSSStyleSheet();
  await sheet.replace(text);
  const rules = (list) => [...list].flatMap((rule) => rule.selectorText ?? rules(rule.cssRules ?? []));
  const plain = (selector) => selector.replace(/::?(before|after|focus-visible|hover)/g, "");
  return rules(sheet.cssRules).filter((selector) => document.querySelector(plain(selector)));
}"""


def test_table_and_its_sheets_need_no_styles_of_other_pages(arrive: Arrive) -> None:
    game = story(spoken={3: [(1, "hello")]})
    page = arrive("Ann", viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    page.goto(f"/t/{game.code}/")
    sheets = ["rules/", "book/", "claim/", "claim/?about=B", "said/1/"]
    helps = [str(item.get_attribute("data-about")) for item in page.locator(".hand li").all()]
    for address in [*(f"/t/{game.code}/{sheet}" for sheet in sheets), *helps]:
        page.evaluate("(address) => htmx.ajax('GET', address, '#sheet')", address)
        expect(page.locator("#sheet[open] h2").first).to_be_visible()
        # A table sets the padding of its header itself.
        assert page.evaluate(OF_OTHER_PAGES, "/static/css/pages.css") == [".top"], address
