"""Moves are shown in motion, and what happened since the last turn is shown on the mine, in a browser."""

import time
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from tests.e2e import MARKS
from tests.e2e.conftest import PHONE, Arrive
from tests.e2e.stages import story
from tests.games.tables import do, in_position

pytestmark = MARKS

HEARD = """() => {
  window.heard = [];
  const live = "[role=status], [role=alert], [aria-live]";
  const write = (node) => {
    const region = (node.nodeType === 1 ? node : node.parentElement)?.closest(live);
    const words = region?.textContent.replace(/\\s+/g, " ").trim();
    if (words) window.heard.push(words);
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      write(target);
      for (const node of addedNodes) node.querySelectorAll?.(live).forEach(write);
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}"""
"""Write down what live regions say."""

WATCHED = """
window.motions = [];
const animate = Element.prototype.animate, transition = Document.prototype.startViewTransition;
Element.prototype.animate = function (...given) {
  window.motions.push([this.className, given[1].duration, given[1].delay]);
  return animate.apply(this, given);
};
Document.prototype.startViewTransition = function (change) {
  const made = transition.call(this, change);
  made.ready.then(() => setTimeout(() => {
    for (const one of document.getAnimations()) {
      const name = one.effect.pseudoElement;
      if (!name?.startsWith("::view-transition-group")) continue;
      const { duration, delay } = one.effect.getTiming();
      window.motions.push([name, duration, delay]);
      if (window.pausing) one.pause();
    }
  }));
  return made;
};
"""
"""Write down all that a script moves; with `pausing` flights stop where they begin."""

FLYING = "document.getAnimations().filter((one) => /^::view/.test(one.effect.pseudoElement)).length"
SWITCHED_OFF = "addEventListener('DOMContentLoaded', () => document.documentElement.dataset.motion = 'off', true);"
WITHOUT = "delete Document.prototype.startViewTransition;"


@pytest.fixture
def game(no_pulse: None) -> Game:
    hands = {"A": ["EW", "map"], "B": ["EW", "break:cart", "map"], "C": ["EW", "break:cart", "map"]}
    table = in_position(3, code="moves", hands=hands)
    do(table, "A pass map")
    return table


def watching(arrive: Arrive, script: str = "", **options: Any) -> Page:
    """Ann has the table open, and all that moves there is written down."""
    ann = arrive("Ann", **{**PHONE, **options})
    ann.add_init_script(WATCHED + script)
    ann.goto("/t/moves/")
    return ann


def wait_for_motions(page: Page, count: int) -> None:
    deadline = time.monotonic() + 15
    while page.evaluate("window.motions.length") < count and time.monotonic() < deadline:
        page.wait_for_timeout(50)
    assert page.evaluate("window.motions.length") == count


def look(page: Page) -> None:
    """Let the page ask for news."""
    page.evaluate("htmx.trigger(document.getElementById('pulse'), 'said')")


def words(page: Page) -> str:
    return page.locator(".stepper p").inner_text()


def test_since_pill_steps_over_the_mine_announcing_each_step_once(arrive: Arrive) -> None:
    story(code="story")
    ann = arrive("Ann", **PHONE)
    ann.goto("/t/story/")
    listed = [line.strip() for line in ann.locator("#since > ol > li").all_text_contents()]
    ann.evaluate(HEARD)
    ann.locator("#pill").tap()
    seen = []
    for number, line in enumerate(listed, 1):
        expect(ann.locator(".stepper .number")).to_have_text(f"{number}/{len(listed)}")
        expect(ann.locator("#step-next")).to_be_focused()
        assert words(ann) == line
        item = ann.locator("#since > ol > li").nth(number - 1)
        for seat in (item.get_attribute("data-who"), item.get_attribute("data-to")):
            assert not seat or "told" in (ann.locator(f"#plate-{seat}").get_attribute("class") or "").split()
        assert ann.locator(".mine > .told").count() == bool(item.get_attribute("data-at"))
        assert ann.locator(".plate .deed").count() == item.locator(".deed").count()
        seen.append(ann.locator(".mine > .told").count())
        ann.keyboard.press("ArrowRight" if number % 2 else "s")
    assert any(seen)
    assert not all(seen)
    expect(ann.locator("#pill")).to_be_focused()
    expect(ann.locator(".stepper, .told, .plate .deed")).to_have_count(0)
    assert ann.evaluate("window.heard") == listed


@pytest.mark.soak
def test_ring_lies_on_the_square_of_its_step(arrive: Arrive) -> None:
    story(code="story")
    ann = arrive("Ann")
    ann.goto("/t/story/")
    ann.keyboard.press("s")
    while not ann.locator(".mine > .told").count():
        ann.locator("#step-next").click()
    square = ann.locator(".mine > .last").bounding_box()
    ring = ann.locator(".mine > .told").bounding_box()
    assert square
    assert ring
    assert "M6" in words(ann) or "O6" in words(ann)
    assert abs(square["x"] + square["width"] / 2 - ring["x"] - ring["width"] / 2) < 2
    assert abs(square["y"] + square["height"] / 2 - ring["y"] - ring["height"] / 2) < 2


@pytest.mark.soak
def test_stepping_ends_by_escape_and_by_a_touch_of_the_hand(arrive: Arrive) -> None:
    story(code="story")
    ann = arrive("Ann", **PHONE)
    ann.goto("/t/story/")
    ann.locator("#pill").tap()
    expect(ann.locator("#step-back")).to_be_disabled()
    ann.keyboard.press("Escape")
    expect(ann.locator("#pill")).to_be_focused()
    ann.locator("#pill").tap()
    expect(ann.locator(".stepper")).to_be_visible()
    ann.locator(".hand a").first.tap()
    expect(ann.locator(".hand [aria-current]")).to_have_count(1)
    expect(ann.locator(".stepper")).to_have_count(0)


@pytest.mark.soak
def test_news_while_stepping_keep_the_step_and_are_announced_once(game: Game, arrive: Arrive) -> None:
    ann = watching(arrive)
    do(game, "B lay EW 1,0")
    look(ann)
    ann.locator("#pill").tap()
    expect(ann.locator(".stepper .number")).to_have_text("1/1")
    step = words(ann)
    ann.evaluate(HEARD)
    do(game, "C break:cart B")
    look(ann)
    expect(ann.locator(".stepper .number")).to_have_text("1/2")
    assert words(ann) == step
    expect(ann.locator("#step-next")).to_be_focused()
    expect(ann.locator(".mine > .told")).to_have_count(1)
    expect(ann.locator(".plate.told")).to_have_count(1)
    announced = ann.evaluate("window.heard")
    assert step not in announced
    ann.keyboard.press("s")
    expect(ann.locator(".plate .deed")).to_have_count(1)
    expect(ann.locator(".plate.told")).to_have_count(2)


AUDIO = """
window.heard = [];
window.AudioContext = class { currentTime = 0; };
window.GainNode = class {
  gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
  connect() {}
};
window.OscillatorNode = class {
  constructor(audio, { frequency }) { window.heard.push(frequency); }
  connect(gain) { return gain; }
  start() {}
  stop() {}
};
navigator.vibrate = (length) => window.heard.push(`${length} ms`);
"""
"""Write down pitches and buzzes."""


def test_sound_and_vibration_are_off_until_they_are_switched_on(game: Game, arrive: Arrive) -> None:
    ann = watching(arrive, AUDIO)
    do(game, "B lay EW 1,0")
    look(ann)
    expect(ann.locator("#mine > .last")).to_be_visible()
    assert ann.evaluate("window.heard") == []
    ann.locator(".title").tap()
    ann.get_by_role("switch", name="Sound and vibration").check()
    ann.reload()
    expect(ann.locator("#sound")).to_be_checked()
    assert ann.evaluate("window.heard") == []
    do(game, "C break:cart B")
    look(ann)
    expect(ann.locator("#prompt")).to_contain_text("Your turn")
    assert set(ann.evaluate("window.heard")) == {233, 175, 131, "20 ms", 523, 784}
    ann.locator(".title").tap()
    ann.get_by_role("switch", name="Sound and vibration").uncheck()
    ann.evaluate("window.heard = []")
    ann.reload()
    expect(ann.locator("#sound")).not_to_be_checked()
    assert ann.evaluate("window.heard") == []


@pytest.mark.parametrize(
    "script", ["", pytest.param(WITHOUT, marks=pytest.mark.soak)], ids=["view transitions", "animations"]
)
def test_moves_of_others_are_shown_one_after_another(game: Game, arrive: Arrive, script: str) -> None:
    ann = watching(arrive, script)
    do(game, "B lay EW 1,0", "C lay EW 2,0")
    look(ann)
    expect(ann.locator("#prompt")).to_contain_text("Your turn")
    wait_for_motions(ann, 2)
    moved = ann.evaluate("window.motions")
    assert sorted(delay for _name, _duration, delay in moved) == [0, 120]
    assert max(duration for _name, duration, _delay in moved) <= 400
    ann.reload()
    expect(ann.locator("#prompt")).to_contain_text("Your turn")
    assert ann.evaluate("window.motions") == []


@pytest.mark.soak
def test_broken_tool_cracks_at_its_player(game: Game, arrive: Arrive) -> None:
    ann = watching(arrive)
    do(game, "B break:cart A")
    look(ann)
    wait_for_motions(ann, 1)
    assert ann.evaluate("window.motions") == [["tool harm", 380, 0]]


@pytest.mark.soak
def test_moves_of_an_absence_play_at_the_next_look(game: Game, arrive: Arrive) -> None:
    ann = watching(arrive)
    ann.goto("/")
    do(game, "B lay EW 1,0", "C lay EW 2,0")
    ann.goto("/t/moves/")
    wait_for_motions(ann, 2)


@pytest.mark.parametrize("options", [{"reduced_motion": "reduce"}, {}], ids=["reduced", "switched off"])
def test_nothing_moves_where_motion_is_not_wanted(game: Game, arrive: Arrive, options: Mapping[str, str]) -> None:
    ann = watching(arrive, "" if options else SWITCHED_OFF, **options)
    do(game, "B lay EW 1,0", "C lay EW 2,0")
    look(ann)
    expect(ann.locator("#prompt")).to_contain_text("Your turn")
    assert ann.evaluate("window.motions.length + document.getAnimations().length") == 0


def test_touch_ends_a_flight_and_chooses_the_card_below(game: Game, arrive: Arrive) -> None:
    ann = watching(arrive, "window.pausing = true;")
    do(game, "B lay EW 1,0", "C lay EW 2,0")
    look(ann)
    wait_for_motions(ann, 2)
    assert ann.evaluate(FLYING) > 0
    card = ann.locator(".hand a").first.bounding_box()
    assert card
    ann.touchscreen.tap(card["x"] + card["width"] / 2, card["y"] + card["height"] / 2)
    expect(ann.locator(".hand [aria-current]")).to_have_count(1)
    assert ann.evaluate(FLYING) == 0
