"""A player who uses keys alone, with a check of the focus after each key."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.e2e.players import SETTLED, Player

#: What is wrong with the focus; "" when it is on something that can be seen, and shown there.
FAULT = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return "the focus is nowhere";
  const name = `${at.tagName} #${at.id} ${at.textContent.trim().slice(0, 40)}`;
  const box = at.getBoundingClientRect(), look = getComputedStyle(at);
  if (!at.matches(":focus-visible") || (look.outlineStyle === "none" && look.boxShadow === "none")) {
    const row = at.closest("li");
    if (!row || getComputedStyle(row).outlineStyle === "none") return `the focus is not visible on ${name}`;
  }
  if (!box.width || !box.height) return `there is no room for ${name}`;
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return hit && (at.contains(hit) || hit.contains(at)) ? "" : `${name} is hidden by ${hit?.outerHTML.slice(0, 80)}`;
}"""
#: Which way the focus has to go to an element, as the eye sees it; "" when it is there.
WAY = """(to) => {
  const at = document.activeElement;
  if (at === to) return "";
  const [a, b] = [at, to].map((one) => one.getBoundingClientRect());
  const dx = b.x + b.width / 2 - a.x - a.width / 2, dy = b.y + b.height / 2 - a.y - a.height / 2;
  return Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "ArrowRight" : "ArrowLeft") : dy > 0 ? "ArrowDown" : "ArrowUp";
}"""
#: Which key of the two leads on towards an element in the order of the page; "" when the focus is there.
TURN = """(to) => {
  const at = document.activeElement;
  if (at === to) return "";
  return at.compareDocumentPosition(to) & Node.DOCUMENT_POSITION_PRECEDING ? "Shift+Tab" : "Tab";
}"""
FAR = 40


def fault(page: Page) -> str:
    """What is wrong with the focus of a page; "" when nothing is."""
    return str(page.evaluate(FAULT))


def type_key(page: Page, key: str) -> None:
    """Press a key; once the page has settled, the focus is on something that can be seen. On another page, where a key
    may lead, nothing has it yet."""
    page.wait_for_function(SETTLED)
    before = urlsplit(page.url).path
    page.keyboard.press(key)
    page.wait_for_function(SETTLED)
    assert not (wrong := fault(page)) or urlsplit(page.url).path != before, f"after {key}: {wrong}"


@dataclass
class Typist(Player):
    """A player without mouse and touch."""

    def go_to_table(self) -> None:
        """From the top of the page over the skip link into the table. While a page still loads its styles the browser
        follows the link only later, and then takes the focus away from wherever further keys have moved it."""
        self.page.wait_for_load_state()
        type_key(self.page, "Tab")
        expect(self.page.get_by_role("link", name="Skip to content")).to_be_focused()
        self.page.keyboard.press("Enter")
        for _step in range(FAR):
            type_key(self.page, "Tab")
            if self.page.evaluate("Boolean(document.activeElement.closest('#table'))"):
                return
        raise AssertionError("the table cannot be reached by Tab")

    def knows(self, seq: int) -> None:
        """Wait for the table, and go into it the first time."""
        super().knows(seq)
        if self.page.evaluate("document.activeElement === document.body"):
            self.go_to_table()

    def choose(self, card: str, hand: tuple[str, ...]) -> None:
        """Choose a card by its number."""
        number = hand.index(card) + 1
        type_key(self.page, str(number))
        expect(self.card(number)).to_have_attribute("aria-current", "true")

    def press(self, target: Locator) -> None:
        """Press what a key of its own presses; else go there and press Enter."""
        expect(target).to_have_count(1)
        if key := target.get_attribute("data-key"):
            type_key(self.page, key)
            return
        if target.evaluate("(it) => Boolean(it.closest('.mine, .plates'))"):
            self.walk_to(target)
        else:
            self.tab_to(target)
        type_key(self.page, "Enter")

    def leave_by(self, button: Locator) -> None:
        """Press what leads to another page, on which nothing has the focus yet."""
        self.tab_to(button)
        self.page.keyboard.press("Enter")

    def tab_to(self, target: Locator) -> None:
        """Go by Tab, or back by Shift and Tab, until something has the focus."""
        for _step in range(FAR):
            self.page.wait_for_function(SETTLED)
            if not (key := target.evaluate(TURN)):
                return
            type_key(self.page, key)
        raise AssertionError("Tab does not lead there")

    def mark(self, number: int) -> None:
        """Tick a card of the hand by its number."""
        type_key(self.page, str(number))

    def pick(self, choices: Locator, value: str) -> None:
        """Choose an entry of a list by arrows."""
        self.tab_to(choices)
        for _step in range(choices.locator("option").count()):
            if choices.input_value() == value:
                return
            type_key(self.page, "ArrowDown")
        raise AssertionError(f"{value} is not in the list")

    def walk_to(self, target: Locator) -> None:
        """Go to a square or a player by arrows; where they turn round on the way, by Tab."""
        type_key(self.page, "m")
        been: set[str] = set()
        for _step in range(FAR):
            if not (way := target.evaluate(WAY)):
                return
            here = self.page.evaluate("document.activeElement.outerHTML")
            type_key(self.page, "Tab" if here in been else way)
            been.add(here)
        raise AssertionError("no keys lead there")
