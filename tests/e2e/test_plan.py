"""A turn planned in the browser: by keys alone, on a phone without any script, and with nothing for others to see."""

import pytest
from playwright.sync_api import Page, expect

from games.clocks import planned
from games.models import Game
from tests.e2e import MARKS
from tests.e2e.arrival import arrived
from tests.e2e.conftest import PHONE, Arrive
from tests.e2e.keys import Typist, type_key
from tests.e2e.test_keyboard import go_to
from tests.games.tables import in_position, loaded, seat_of

pytestmark = MARKS

HANDS = {"A": ["map", "NS"], "B": ["NESW", "map"], "C": ["map"]}


def planned_by(game: Game, name: str) -> str:
    seat = seat_of(game, name)
    return planned.text_of(planned.of(seat, loaded(game).state.seats[seat.number].turn_order))


def test_a_turn_is_planned_by_keys_alone(arrive: Arrive) -> None:
    game = in_position(3, first="A", hands=HANDS)
    bo = Typist("Bo", arrive("Bo"))
    page = bo.page
    page.goto(f"/t/{game.code}/")
    bo.go_to_table()
    go_to(page, "Plan your next turn")
    type_key(page, "Enter")
    expect(page.locator("#prompt")).to_contain_text("Plan your next turn.")
    type_key(page, "1")
    type_key(page, "m")
    type_key(page, "Enter")
    expect(page.get_by_role("button", name="Keep it for my turn")).to_be_focused()
    type_key(page, "Enter")
    expect(page.locator("#prompt")).to_contain_text("Your plan: 1. Lay the crossing at")
    assert planned_by(game, "Bo").startswith("lay NESW ")
    type_key(page, "Escape")
    arrived(page, f"**/t/{game.code}/")
    expect(page.locator("#plan .count")).to_have_text("1")


@pytest.mark.soak
def test_a_turn_is_planned_on_a_phone_without_any_script(arrive: Arrive) -> None:
    game = in_position(3, first="A", hands=HANDS)
    page = arrive("Bo", **PHONE, java_script_enabled=False)
    page.goto(f"/t/{game.code}/")
    page.get_by_role("link", name="Plan your next turn").first.tap()
    lay_somewhere(page)
    page.get_by_role("link", name="Discard").tap()
    page.locator(".hand").get_by_role("link", name="Map").tap()
    page.get_by_role("button", name="Keep it for my turn").tap()
    expect(page.locator("#prompt")).to_contain_text("2. Discard: Map")
    page.locator("#plan-wait select").select_option("240")
    page.get_by_role("button", name="Keep this time").tap()
    expect(page.locator("option[selected]")).to_have_text("After about 4 hours")
    assert seat_of(game, "Bo").plan.endswith(" | pass map")
    page.locator("#plan-out-1 button").tap()
    expect(page.get_by_role("button", name="Remove")).to_have_count(1)
    assert "pass" not in seat_of(game, "Bo").plan
    page.get_by_role("button", name="Delete the plan").tap()
    arrived(page, f"**/t/{game.code}/")
    assert planned_by(game, "Bo") == ""


def lay_somewhere(page: Page) -> None:
    """Choose the crossing and the first square that is lit."""
    page.locator(".hand").get_by_role("link", name="Crossing").tap()
    page.locator(".mine .lit a").first.tap()
    page.get_by_role("button", name="Keep it for my turn").tap()
