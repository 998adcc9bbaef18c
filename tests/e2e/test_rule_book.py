"""The rule book answers: a square that is not lit, asked on the way to a move; a word that a friend said."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e import MARKS
from tests.e2e.conftest import DESK, PHONE, Arrive
from tests.e2e.players import Player, hand_of
from tests.games.tables import in_position

pytestmark = MARKS

NARROW: dict[str, Any] = {**PHONE, "viewport": {"width": 320, "height": 640}}


@pytest.mark.soak
@pytest.mark.parametrize(
    ("screen", "script"), [(DESK, True), (PHONE, True), (NARROW, False)], ids=["1280", "390", "320 without a script"]
)
def test_a_square_that_is_not_lit_says_why_and_leads_to_a_picture_and_back(
    arrive: Arrive, screen: dict[str, Any], script: bool
) -> None:
    game = in_position(3, hands={"A": ["EW", "map"]}, first="A", mine={"1,0": "EW"})
    page = arrive("Ann", **screen, java_script_enabled=script)
    page.goto(f"/t/{game.code}/")
    ann = Player("Ann", page)
    page.locator(f"#card-{hand_of(game, 'Ann').index('EW') + 1}").click()
    expect(ann.prompt).to_contain_text("lit")
    dark = page.get_by_role("link", name="L0 isn’t lit. Why?")
    dark.focus()
    page.keyboard.press("Enter")
    expect(ann.prompt).to_contain_text("At L0, this card has rock where M0 has a tunnel.")
    page.get_by_role("link", name="Rule R14").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("R14")
    case = page.locator(".case").first
    expect(case).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0 if script else True
    page.go_back()
    expect(ann.prompt).to_contain_text("At L0, this card has rock where M0 has a tunnel.")
    expect(page.locator(".hand [aria-current]")).to_have_count(1)


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_friends_word_is_looked_for_by_keys_alone(arrive: Arrive, script: bool) -> None:
    page = arrive("", **NARROW, java_script_enabled=script)
    page.goto("/rules/")
    page.get_by_role("searchbox", name="Search the rule book").focus()
    page.keyboard.type("derrumbe")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Search the rule book")
    expect(page.get_by_role("searchbox")).to_have_value("derrumbe")
    first = page.locator(".results a").first
    expect(first).to_contain_text("Rockfall")
    expect(first).to_contain_text("Spanish: Derrumbe")
    first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Rockfall")
