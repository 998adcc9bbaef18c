"""Every page for everybody: axe finds nothing, wide and narrow, light and dark; nothing is too small or too wide."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.urls import URLResolver, get_resolver, resolve
from playwright.sync_api import Page

from tests.conftest import SOAK
from tests.e2e import MARKS
from tests.e2e.conftest import Arrive, Complaints
from tests.e2e.fair import fair, of_modules
from tests.e2e.sights import Sight, of_people, of_strangers, of_tables
from tests.e2e.stages import village

pytestmark = MARKS

THEMES = ("light", "dark")
SCREENS = ((1280, 800), (390, 844), (320, 640))
#: Addresses where nothing is shown that stands by itself: parts of pages, deeds, what machines ask for.
NO_PAGES = {
    *(
        "games:alive",
        "games:ready",
        "games:metrics",
        "games:summary",
        "games:seats",
        "games:beat",
        "games:pulse",
        "games:export",
    ),
    *(
        f"games:{deed}"
        for deed in [
            "join",
            "word",
            "leave",
            "remove",
            "start",
            "call-off",
            "invite",
            "decline",
            "link",
            "unlink",
            "move",
            "ask",
            "vote",
            "give",
        ]
    ),
    *(f"accounts:{deed}" for deed in ["ask", "accept", "remove", "block", "unblock", "take-back"]),
}
#: Pages of the rule book have their own test with axe; the mailbox is there only where no mail server is.
LOOKED_AT_ELSEWHERE = {
    *(f"games:{name}" for name in ("rules", "cards", "card", "modules", "module", "rules-by-number", "rule")),
    *("mailbox:mails", "mailbox:mail", "mailbox:html", "account_confirm_login_code"),
}
AXE = """async () => (await axe.run(document, {
  resultTypes: ["violations"], elementRef: false,
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
})).violations.map((found) => `${found.id}: ${found.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`)"""
#: Links and controls that are too small for a finger: buttons and the like under 44 pixels high, the rest under 24.
SMALL = """() => [...document.querySelectorAll("a[href], button, summary, input, select, textarea, [role=switch]")]
  .filter((it) => it.checkVisibility() &&
    !it.closest(".visually-hidden, .skip, p:not(.buttons), .prose, .cards small, .log li"))
  .map((it) => [it, (it.closest("label, .players .lit") ?? it).getBoundingClientRect()])
  .filter(([it, box]) => box.width > 1 && box.height > 1)
  .filter(([it, { width, height }]) => {
    const tall = it.matches(
      ".button, .nav *, .hand *, .players .lit a, .row button, .list > li > a, select, .field input"
    );
    return height < (tall ? 44 : 24) - 0.5 || width < 24;
  })
  .map(([it, box]) => `${Math.round(box.width)} by ${Math.round(box.height)}: ${it.outerHTML.slice(0, 120)}`)"""


def faults_of(sight: Sight, page: Page, chance: Random) -> list[str]:
    """What is wrong with a sight, on screens of all sizes; axe looks at one of them, in light or in dark, by lot, and a
    soak at all in both."""
    page.set_viewport_size({"width": 1280, "height": 800})
    sight.show(page)
    page.evaluate(AXE_SCRIPT)
    looks = dict.fromkeys(SCREENS, THEMES) if SOAK else {chance.choice(SCREENS): (chance.choice(THEMES),)}
    return [f"{sight.said} at {fault}" for size in SCREENS for fault in faults_at(page, *size, looks.get(size, ()))]


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


@pytest.mark.parametrize("sights", [of_strangers, of_people, of_tables])
def test_every_page_is_for_everybody(
    arrive: Arrive, complaints: Complaints, sights: Callable[[], list[Sight]], chance: Random
) -> None:
    complaints.forgive("^404 .*/no/such/page")
    village()
    assert faults_of_all(sights(), arrive, chance) == []


def test_tables_of_all_modules_are_for_everybody(arrive: Arrive, chance: Random) -> None:
    fair()
    assert faults_of_all(of_modules(), arrive, chance) == []


def faults_of_all(sights: list[Sight], arrive: Arrive, chance: Random) -> list[str]:
    """What is wrong with several sights, each seen by who it is for."""
    pages = {who: arrive(who) for who in {sight.who for sight in sights}}
    return [fault for sight in sights for fault in faults_of(sight, pages[sight.who], chance)]


def test_every_page_of_the_address_book_is_looked_at() -> None:
    village()
    sights = [*of_strangers(), *of_people(), *of_tables()]
    seen = {resolve(sight.address.split("?")[0]).view_name for sight in sights if "/no/such/" not in sight.address}
    named = {name for name in names_of(get_resolver()) if not name.startswith("admin:")}
    assert named - seen - NO_PAGES - LOOKED_AT_ELSEWHERE == set()


def names_of(resolver: URLResolver, space: str = "") -> Iterator[str]:
    """The names of all addresses of the site."""
    for entry in resolver.url_patterns:
        if isinstance(entry, URLResolver):
            yield from names_of(entry, f"{space}{entry.namespace}:" if entry.namespace else space)
        else:
            yield f"{space}{entry.name}"


def test_what_is_wrong_with_a_page_is_found(arrive: Arrive, complaints: Complaints) -> None:
    complaints.forgive("Content Security Policy")
    page = arrive()
    page.goto("/")
    page.evaluate(AXE_SCRIPT)
    assert faults_at(page, 320, 640) == []
    page.locator(".hero .button").first.evaluate("(it) => it.className = ''")
    page.locator(".foot p").first.evaluate("(it) => { it.style.color = '#aaa'; }")
    page.locator(".foot p").nth(1).evaluate("(it) => { it.style.width = '400px'; }")
    page.locator("html").evaluate("(it) => it.removeAttribute('lang')")
    faults = " ".join(faults_at(page, 320, 640))
    for wrong in ("color-contrast", "html-has-lang", "scrolls sideways", "by 22"):
        assert wrong in faults


def test_a_page_that_breaks_the_content_policy_is_heard(arrive: Arrive, complaints: Complaints) -> None:
    page = arrive()
    page.goto("/")
    page.evaluate("document.body.append(Object.assign(document.createElement('script'), { text: 'window.ran = 1' }))")
    page.wait_for_timeout(0)
    assert page.evaluate("window.ran") is None
    assert any("Content Security Policy" in said for said in complaints.left)
    complaints.forgive("Content Security Policy")
