"""A page left open without a reader: what it fetches by itself counts as seen after user input, and no earlier."""

import time

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from games.rows import pulse
from tests.e2e import MARKS
from tests.e2e.conftest import Arrive
from tests.games.tables import do, in_position, seat_of
from tests.services import PATIENCE

pytestmark = MARKS


@pytest.fixture
def game() -> Game:
    """A table where Ann is on turn and lays a tunnel soon."""
    return in_position(3, hands={"A": ["EW", "NS"], "B": ["NESW", "EW"], "C": ["NS"]}, first="A")


def seen(game: Game, name: str = "Bo") -> int:
    """The last command that a player has seen."""
    return seat_of(game, name).seen_seq


def await_seen(game: Game) -> None:
    """Wait until the site knows that Bo has seen all."""
    end = time.monotonic() + PATIENCE
    while seen(game) < game.seq and time.monotonic() < end:
        time.sleep(0.1)
    assert seen(game) == game.seq


def left_alone(page: Page, game: Game) -> None:
    """Open the table, and let Ann move once the page has polled without any input since."""
    page.goto(f"/t/{game.code}/")
    expect(page.locator("#pulse")).to_be_attached()
    do(game, "A lay EW 1,0")
    expect(page.locator("#clock")).to_contain_text("Your turn", timeout=PATIENCE * 1000)
    expect(page.locator("[data-unseen]")).to_be_attached()


def test_news_on_an_unattended_page_are_seen_with_the_first_input(arrive: Arrive, game: Game) -> None:
    page = arrive("Bo")
    left_alone(page, game)
    assert seen(game) < game.seq

    page.mouse.move(40, 60)
    page.mouse.move(80, 90)
    await_seen(game)
    expect(page.locator("[data-unseen]")).to_have_count(0)
    assert pulse.has_viewed(game.pk, seat_of(game, "Bo").user_id)


@pytest.mark.soak
@pytest.mark.parametrize("act", ["keyboard", "wheel", "touch"])
def test_a_key_a_scroll_and_a_tap_are_input(arrive: Arrive, game: Game, act: str) -> None:
    page = arrive("Bo", has_touch=True)
    left_alone(page, game)
    if act == "keyboard":
        page.keyboard.press("Shift")
    elif act == "wheel":
        page.mouse.wheel(0, 40)
    else:
        page.touchscreen.tap(5, 200)
    await_seen(game)


@pytest.mark.soak
def test_an_event_made_by_a_script_is_no_input(arrive: Arrive, game: Game) -> None:
    page = arrive("Bo")
    left_alone(page, game)
    page.evaluate("for (const type of ['pointerdown', 'keydown', 'focus']) window.dispatchEvent(new Event(type))")
    with page.expect_response("**/pulse/**"):
        pass
    assert seen(game) < game.seq
