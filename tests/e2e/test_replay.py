"""A round looked at step by step in a browser: by keys, by itself, and without any script."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import MARKS
from tests.e2e.conftest import Arrive
from tests.games.tables import play_on, running_game

pytestmark = MARKS


def at_step(page: Page, seq: int) -> None:
    """The page shows a step, in its address and in its list of moves."""
    expect(page).to_have_url(re.compile(rf"/round/1/{seq}$"))
    expect(page.locator(".moves [aria-current=step]")).to_have_attribute("href", f"/t/back/round/1/{seq}")


def test_arrows_home_and_end_go_through_a_round_and_escape_leads_back(arrive: Arrive) -> None:
    game = running_game(3, code="back")
    play_on(game, 5)
    page = arrive("Ann")
    page.goto("/t/back/round/1/0")
    for key, seq in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", game.seq), ("Home", 0)):
        page.keyboard.press(key)
        at_step(page, seq)
    page.keyboard.press("ArrowLeft")
    at_step(page, 0)
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile("/t/back/$"))


@pytest.mark.soak
def test_a_round_plays_by_itself_to_its_last_step(arrive: Arrive) -> None:
    game = running_game(3, code="back")
    play_on(game, 4)
    page = arrive("Ann")
    page.goto(f"/t/back/round/1/{game.seq - 2}")
    page.get_by_label("Speed").select_option("600")
    page.get_by_role("button", name="Play automatically").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    at_step(page, game.seq)
    expect(page.get_by_role("button", name="Play automatically")).to_be_visible()
    expect(page.get_by_label("Speed")).to_have_value("600")


@pytest.mark.soak
def test_without_javascript_a_round_is_gone_through_by_links(arrive: Arrive) -> None:
    game = running_game(3, code="back")
    play_on(game, 5)
    page = arrive("Ann", java_script_enabled=False)
    page.goto("/t/back/")
    page.locator("#since li a").first.click()
    at_step(page, game.seq)
    expect(page.locator("#step-play")).to_be_hidden()
    page.get_by_role("link", name="Back", exact=True).click()
    at_step(page, game.seq - 1)
    page.get_by_role("link", name="Last").click()
    at_step(page, game.seq)
    page.locator(".moves a").first.click()
    at_step(page, 0)
    page.get_by_role("link", name="Back to the table").click()
    expect(page).to_have_url(re.compile("/t/back/$"))
