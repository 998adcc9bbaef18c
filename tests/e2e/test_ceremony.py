"""The end of a round and of a game as people see it: with and without motion, without script, on all screens."""

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from games.models import Game
from tests.e2e import MARKS
from tests.e2e.arrival import arrived
from tests.e2e.conftest import PHONE, Arrive
from tests.e2e.stages import before_the_last_card
from tests.e2e.test_for_everybody import SCREENS, THEMES, faults_at
from tests.games.tables import do

pytestmark = MARKS

LAST = "A lay NESW 7,0"
#: What is not to be seen yet: words that come with a card, and cards whose back lies up.
HIDDEN = """() => [...document.querySelectorAll(".ceremony :is(.comes-with, .pay, .picture:not(.under))")]
  .filter((it) => getComputedStyle(it).opacity === "0" || getComputedStyle(it).scale.startsWith("0")).length"""
#: Backs that can be seen.
BACKS = """() => [...document.querySelectorAll(".ceremony .under")]
  .filter((it) => it.checkVisibility() && !getComputedStyle(it).scale.startsWith("0")).length"""


def over(rounds: int = 2) -> Game:
    """A table whose round 1 is over."""
    game = before_the_last_card("end", rounds=rounds)
    do(game, LAST)
    return game


def nothing_is_hidden(page: Page) -> None:
    """All is there, and lies face up."""
    page.wait_for_function(f"() => ({HIDDEN})() === 0 && ({BACKS})() === 0")
    expect(page.locator(".people .pay").first).to_be_visible()


def test_cards_turn_one_by_one_or_all_at_once_on_request(arrive: Arrive) -> None:
    over()
    page = arrive("Cy", **PHONE)
    page.goto("/t/end/")
    arrived(page, "**/t/end/round/1/")
    assert page.evaluate(BACKS) > 0
    assert page.evaluate(HIDDEN) > 0
    page.get_by_role("link", name="Show all now").tap()
    nothing_is_hidden(page)
    expect(page.get_by_role("link", name="Show all now")).to_have_count(0)
    page.get_by_role("button", name="On to round 2").tap()
    expect(page.locator("#round")).to_have_text("Round 2 of 2")
    page.goto("/t/end/round/1/")
    nothing_is_hidden(page)
    page.get_by_role("link", name="Play it again").tap()
    arrived(page, "**/?again")
    assert page.evaluate(HIDDEN) > 0
    page.wait_for_function(f"() => ({HIDDEN})() === 0 && ({BACKS})() === 0")


@pytest.mark.soak
def test_pictures_do_not_move_with_reduced_motion(arrive: Arrive) -> None:
    over()
    page = arrive("Bo", reduced_motion="reduce")
    page.goto("/t/end/")
    assert page.evaluate(HIDDEN) == page.evaluate(BACKS) == 0
    assert page.evaluate("document.getAnimations().length") == 0
    expect(page.get_by_role("link", name="Show all now")).to_have_count(0)
    expect(page.get_by_role("button", name="On to round 2")).to_be_visible()


@pytest.mark.soak
def test_it_is_whole_and_leads_on_without_any_script(arrive: Arrive) -> None:
    over(rounds=1)
    page = arrive("Bo", **PHONE, java_script_enabled=False)
    page.goto("/t/end/")
    for heading in ("The goals", "Who was who", "The mine"):
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
    expect(page.locator(".people > li")).to_have_count(3)
    page.get_by_role("button", name="On to the scores").tap()
    expect(page.locator(".podium > li").first).to_contain_text("Ann")
    page.get_by_role("button", name="Play again with the same people").tap()
    expect(page.locator("#seats")).to_contain_text("Bo")
    assert Game.objects.exclude(code="end").get().host.username == "Bo"  # type: ignore[union-attr]


@pytest.mark.soak
def test_three_goals_lie_side_by_side_and_words_are_no_boxes_over_them(arrive: Arrive) -> None:
    over()
    page = arrive("Bo", **PHONE, reduced_motion="reduce")
    page.goto("/t/end/")
    assert len({goal.bounding_box()["y"] for goal in page.locator(".goals > li").all()}) == 1  # type: ignore[index]
    for words in page.locator(".ceremony .comes-with").all():
        assert words.evaluate("(it) => getComputedStyle(it).borderTopWidth") == "0px"
    for goal in page.locator(".goals > li").all():
        picture, below = (goal.locator(part).bounding_box() for part in (".revealed", ".comes-with"))
        assert picture is not None
        assert below is not None
        assert picture["y"] + picture["height"] <= below["y"]


@pytest.mark.soak
@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 844), (1280, 800)])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_way_on_is_in_sight_from_the_first_moment(arrive: Arrive, width: int, height: int, theme: str) -> None:
    over()
    page = arrive("Ann", viewport={"width": width, "height": height}, color_scheme=theme)
    page.goto("/t/end/")
    for way in (page.get_by_role("button", name="On to round 2"), page.get_by_role("link", name="Show all now")):
        box = way.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= height
        assert box["height"] >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_one_tap_leads_everybody_to_the_same_new_table(arrive: Arrive) -> None:
    over(rounds=1)
    pages = [arrive(name, **PHONE) for name in ("Ann", "Cy")]
    for page in pages:
        page.goto("/t/end/")
        page.get_by_role("button", name="On to the scores").tap()
    for page in pages:
        page.get_by_role("button", name="Play again with the same people").tap()
        expect(page.locator("#seats .mine-now")).to_be_visible()
    assert len({page.url for page in pages}) == 1
    expect(pages[0].locator("#seats")).to_contain_text("Cy")


@pytest.mark.soak
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_the_end_of_a_round_and_of_a_game_is_for_everybody(arrive: Arrive, width: int, height: int, theme: str) -> None:
    over(rounds=1)
    page, faults = arrive("Ann"), []
    for go_on in (False, True):
        page.goto("/t/end/")
        if go_on:
            page.get_by_role("button", name="On to the scores").click()
            expect(page.get_by_role("heading", name="Scores")).to_be_visible()
        page.evaluate(AXE_SCRIPT)
        faults += faults_at(page, width, height, (theme,))
    assert faults == []
