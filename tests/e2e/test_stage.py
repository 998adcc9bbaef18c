"""The table as a stage: rows of fixed height, nothing over the last card or a goal, no scrolling, in all sizes."""

from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page

from accounts.models import User
from tests.conftest import SOAK
from tests.e2e import MARKS
from tests.e2e.conftest import Arrive
from tests.e2e.crowd import crowd
from tests.e2e.players import SETTLED
from tests.e2e.sights import held
from tests.e2e.stages import story

pytestmark = MARKS

#: Where the rows of the table are, whether the page scrolls, and which goals or last cards something lies on.
STAGE = """() => {
  const box = (name) => document.querySelector(name)?.getBoundingClientRect();
  const place = (name) => { const at = box(name); return at && [at.x, at.y, at.width, at.height].map(Math.round); };
  const root = document.documentElement, frame = box("#mine"), shown = new Set();
  for (const pointer of document.querySelectorAll(".mine .pointer"))
    shown.add([...pointer.classList].filter((name) => /^(column|row)-/.test(name)).sort().join());
  const covered = [...document.querySelectorAll(".mine li:is(.goal, .last)")].filter((item) => {
    const at = item.getBoundingClientRect(), x = (at.left + at.right) / 2, y = (at.top + at.bottom) / 2;
    const name = [...item.classList].filter((css) => /^(column|row)-/.test(css)).sort().join();
    const seen = x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
    if (!seen) return !shown.has(name);
    return !item.closest("#mine").contains(document.elementFromPoint(x, y));
  }).map((item) => item.className);
  const square = box(".mine .last .picture, .mine .goal .picture");
  return {
    rows: Object.fromEntries(["#plates", "#board", "#line", "#actions", "#hand"].map((name) => [name, place(name)])),
    sideways: root.scrollWidth - innerWidth,
    down: root.scrollHeight - innerHeight,
    covered,
    share: frame.height / innerHeight,
    square: [square.width, square.height],
  };
}"""
#: Buttons, links and boxes to press that are too small, beside those of the mine.
SMALL = """() => [...document.querySelectorAll("body :is(button, a, summary, label, [role=button])")]
  .filter((it) => it.checkVisibility({ visibilityProperty: true }))
  .filter((it) => !it.closest(".mine, .skip, .words, #prompt, .foot"))
  .map((it) => [it, (it.closest(".what") ?? it).getBoundingClientRect()])
  .filter(([, { width, height }]) => width > 1 && (width < 43.5 || height < 43.5))
  .map(([it, { width, height }]) => `${it.id || it.className} ${width} ${height}`)"""

SIZES = ((390, 844), (320, 640), (360, 740), (412, 915), (844, 390), (1366, 650))
PEOPLE = (3, 6, 10, 12)
THEMES = ("light", "dark")
TEXT = (100, 200)
LANGUAGES = tuple(code for code, _name in settings.LANGUAGES)


def pairs(*choices: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Combinations that hold every pair of two choices, few of them."""
    left = {
        (one, a, two, b)
        for one, two in ((i, j) for i in range(len(choices)) for j in range(i + 1, len(choices)))
        for a, b in product(choices[one], choices[two])
    }
    dice = Random(7)
    while left:
        tries = [tuple(dice.choice(choice) for choice in choices) for _ in range(60)]
        best = max(tries, key=lambda found: len(left & held_by(found)))
        if left & held_by(best):
            left -= held_by(best)
            yield best


def held_by(found: tuple[Any, ...]) -> set[tuple[Any, ...]]:
    return {(i, found[i], j, found[j]) for i in range(len(found)) for j in range(i + 1, len(found))}


FEW = [(390, 844, 6, "en", 100, "light"), (320, 640, 12, "uk", 100, "dark"), (844, 390, 10, "es", 100, "light")]
ALL = [(*size, *others) for size, *others in pairs(SIZES, PEOPLE, LANGUAGES, TEXT, THEMES)]


def stage(page: Page) -> dict[str, Any]:
    page.wait_for_function(SETTLED)
    return dict(page.evaluate(STAGE))


def enlarge(page: Page, percent: int) -> None:
    if percent != 100:
        page.evaluate(f"document.documentElement.style.fontSize = '{percent}%'; dispatchEvent(new Event('resize'))")


@pytest.mark.parametrize(("width", "height", "people", "language", "text", "theme"), ALL if SOAK else FEW)
def test_table_of_any_size_covers_no_goal_and_scrolls_nowhere(
    arrive: Arrive, width: int, height: int, people: int, language: str, text: int, theme: str
) -> None:
    crowd()
    User.objects.filter(username="Ann").update(language=language)
    page = arrive("Ann", viewport={"width": width, "height": height}, color_scheme=theme, reduced_motion="reduce")
    page.goto(f"/t/at{people}/")
    enlarge(page, text)
    found = stage(page)
    assert (found["sideways"], found["covered"]) == (0, [])
    assert found["down"] <= 0 or text == 200
    if text == 100:
        assert page.evaluate(SMALL) == []


@pytest.mark.parametrize(("width", "height"), SIZES if SOAK else SIZES[:1] + SIZES[4:])
def test_rows_stay_where_they_are_in_all_states_of_a_turn(arrive: Arrive, width: int, height: int) -> None:
    game = story(code="story")
    page = arrive("Ann", viewport={"width": width, "height": height}, reduced_motion="reduce")
    page.goto(f"/t/{game.code}/")
    idle = stage(page)
    assert (idle["sideways"], idle["down"], idle["covered"]) == (0, 0, [])
    states: list[Callable[[], None]] = [
        lambda: page.locator(held("Crossing")).first.click(),
        lambda: page.locator(".mine .lit a").first.click(),
        lambda: page.locator("[data-key=Escape]").click(),
        lambda: page.locator(held("Repair the pickaxe")).first.click(),
    ]
    for change in states:
        change()
        now = stage(page)
        assert now["rows"] == idle["rows"]
        assert (now["sideways"], now["down"], now["covered"]) == (0, 0, [])
    button, hand = page.locator("#actions .primary").bounding_box(), page.locator("#hand li").first.bounding_box()
    assert button
    assert hand
    beside = max(hand["x"] - button["x"] - button["width"], hand["y"] - button["y"] - button["height"])
    assert beside >= 16
    if (width, height) == (390, 844):
        assert idle["share"] >= 0.45
        assert idle["square"][0] >= 37
        assert idle["square"][1] >= 29


def test_message_hangs_at_the_plate_and_is_counted_until_the_talk_opens(arrive: Arrive) -> None:
    game = story(code="story", spoken={33: ((1, "Ann, you are next."),)})
    page = arrive("Ann", viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="reduce")
    page.goto(f"/t/{game.code}/")
    bubble, count = page.locator("#bubble"), page.locator("#to-talk .count")
    assert bubble.is_visible()
    assert bubble.inner_text().split(maxsplit=1) == ["Bo", "Ann, you are next."]
    assert count.inner_text().startswith("1")
    assert page.title().startswith("✉ 1 ·") or "✉ 1 ·" in page.title()
    assert page.locator("#plate-1 .unread").count() == 1
    assert stage(page)["covered"] == []
    page.locator("#to-talk").tap()
    page.wait_for_function("() => document.querySelector('#to-talk .count').hidden")
    assert "✉" not in page.title()
    word = page.locator("#words .word").last
    assert "to you" in word.inner_text()
