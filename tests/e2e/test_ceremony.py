"""The end of a round and of a game as people see it: with and without motion, without script, on all screens."""

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from games.models import Game, Seat
from tests.e2e import MARKS
from tests.e2e.arrival import arrived
from tests.e2e.conftest import PHONE, Arrive
from tests.e2e.stages import before_the_last_card, crowd_before_the_last_card
from tests.e2e.test_for_everybody import SCREENS, THEMES, faults_at
from tests.games.tables import do

pytestmark = MARKS

LAST = "A lay NESW 7,0"
#: What is not to be seen yet: the verdict, what comes with a face, and cards whose back lies up.
HIDDEN = """() => [...document.querySelectorAll(
    ".verdict, .faces :is(small, .gold), .turns-up .picture:not(.under), .stage .goal .picture:not(.under)")]
  .filter((it) => getComputedStyle(it).opacity === "0" || getComputedStyle(it).scale.startsWith("0")).length"""
#: Backs that can be seen.
BACKS = """() => [...document.querySelectorAll(".round-end .under")]
  .filter((it) => it.checkVisibility() && !getComputedStyle(it).scale.startsWith("0")).length"""
#: Faces that do not lie wholly between the top of the screen and the bar with the button.
COVERED = """() => { const bar = document.querySelector(".foot-bar").getBoundingClientRect().top;
  return [...document.querySelectorAll(".faces li")].map((it) => it.getBoundingClientRect())
    .filter((it) => it.top < 0 || it.bottom > bar || it.left < 0 || it.right > innerWidth).length }"""


def over(rounds: int = 2) -> Game:
    """A table whose round 1 is over."""
    game = before_the_last_card("end", rounds=rounds)
    do(game, LAST)
    return game


def nothing_is_hidden(page: Page) -> None:
    """All is there, and lies face up."""
    page.wait_for_function(f"() => ({HIDDEN})() === 0 && ({BACKS})() === 0")
    expect(page.locator(".faces .gold").first).to_be_visible()


def test_motion_of_the_end_plays_once_and_is_skipped_on_request(arrive: Arrive) -> None:
    over()
    page = arrive("Cy", **PHONE)
    page.goto("/t/end/")
    arrived(page, "**/t/end/round/1/")
    assert page.evaluate(BACKS) > 0
    assert page.evaluate(HIDDEN) > 0
    page.get_by_role("link", name="Skip", exact=True).tap()
    nothing_is_hidden(page)
    expect(page.get_by_role("link", name="Skip", exact=True)).to_be_hidden()
    page.get_by_role("button", name="Go to round 2").tap()
    expect(page.locator("#round")).to_have_text("Round 2 of 2")
    page.goto("/t/end/round/1/")
    assert page.evaluate(HIDDEN) == page.evaluate(BACKS) == 0
    assert page.evaluate("document.getAnimations().length") == 0


def test_end_stands_still_six_seconds_after_it_opened(arrive: Arrive) -> None:
    over()
    page = arrive("Cy", **PHONE)
    page.goto("/t/end/round/1/")
    ends = page.evaluate("Math.max(...document.getAnimations().map((it) => it.effect.getComputedTiming().endTime))")
    assert ends <= 6000
    assert page.evaluate("document.getAnimations().every((it) => it.effect.getTiming().iterations === 1)")
    page.evaluate("document.getAnimations().forEach((it) => it.finish())")
    nothing_is_hidden(page)


@pytest.mark.soak
def test_pictures_do_not_move_with_reduced_motion(arrive: Arrive) -> None:
    over()
    page = arrive("Bo", reduced_motion="reduce")
    page.goto("/t/end/")
    assert page.evaluate(HIDDEN) == page.evaluate(BACKS) == 0
    assert page.evaluate("document.getAnimations().length") == 0
    expect(page.get_by_role("link", name="Skip", exact=True)).to_be_hidden()
    expect(page.get_by_role("button", name="Go to round 2")).to_be_visible()


def test_verdict_can_be_read_before_any_motion(arrive: Arrive) -> None:
    over()
    page = arrive("Ann", **PHONE)
    page.goto("/t/end/round/1/")
    status = page.get_by_role("status").filter(has_text="You won")
    assert page.evaluate(HIDDEN) > 0
    expect(status).to_contain_text("You won · 1 gold card")
    expect(status).to_contain_text("You reached the gold.")
    expect(status).to_contain_text("Only you can see what it’s worth: 3 nuggets.")


@pytest.mark.soak
def test_it_is_whole_and_leads_on_without_any_script(arrive: Arrive) -> None:
    over(rounds=1)
    page = arrive("Bo", **PHONE, java_script_enabled=False)
    page.goto("/t/end/")
    page.get_by_role("link", name="Skip", exact=True).tap()
    expect(page.get_by_role("heading", name="You lost")).to_be_visible()
    expect(page.locator(".faces > li")).to_have_count(3)
    page.get_by_text("Everything about this round").tap()
    expect(page.get_by_role("heading", name="How it was counted")).to_be_visible()
    page.get_by_role("button", name="Go to the scores").tap()
    expect(page.locator(".podium > li").first).to_contain_text("Ann")
    page.get_by_role("button", name="Play again with the same people").tap()
    expect(page.locator("#seats")).to_contain_text("Bo")
    assert Game.objects.exclude(code="end").get().host.username == "Bo"  # type: ignore[union-attr]


@pytest.mark.soak
@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 844), (844, 390), (1280, 800)])
def test_all_faces_lie_above_the_button_for_3_to_12_players(arrive: Arrive, width: int, height: int) -> None:
    page = arrive("Ann", viewport={"width": width, "height": height}, reduced_motion="reduce")
    for players in range(3, 13):
        code = f"of{players}"
        game = crowd_before_the_last_card(players, code, teams=players > 10 or players % 2 == 0)
        do(game, LAST)
        page.goto(f"/t/{code}/round/1/")
        expect(page.locator(".faces > li")).to_have_count(players)
        assert page.evaluate(COVERED) == 0, players
        assert page.evaluate("document.documentElement.scrollWidth") <= width, players


@pytest.mark.soak
@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 844), (844, 390), (1280, 800)])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_way_on_is_in_sight_from_the_first_moment(arrive: Arrive, width: int, height: int, theme: str) -> None:
    over()
    page = arrive("Ann", viewport={"width": width, "height": height}, color_scheme=theme)
    page.goto("/t/end/")
    for way in (page.get_by_role("button", name="Go to round 2"), page.get_by_role("link", name="Skip", exact=True)):
        box = way.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= height
        assert box["height"] >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.soak
@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 844), (844, 390), (1280, 800)])
def test_gold_and_last_card_show_in_the_end(arrive: Arrive, width: int, height: int) -> None:
    over()
    page = arrive("Ann", viewport={"width": width, "height": height}, reduced_motion="reduce")
    page.goto("/t/end/")
    stage = page.locator(".stage").bounding_box()
    for card in (page.locator(".stage .last"), page.locator(".stage .turn-0")):
        box = card.bounding_box()
        assert stage is not None
        assert box is not None
        assert stage["y"] <= box["y"] + box["height"] / 2
        assert box["y"] + box["height"] <= stage["y"] + stage["height"]
        assert stage["x"] <= box["x"]
        assert box["x"] + box["width"] <= stage["x"] + stage["width"]


def test_one_tap_leads_everybody_to_the_same_new_table(arrive: Arrive) -> None:
    over(rounds=1)
    pages = [arrive(name, **PHONE) for name in ("Ann", "Cy")]
    for page in pages:
        page.goto("/t/end/")
        page.get_by_role("button", name="Go to the scores").tap()
    for page in pages:
        page.get_by_role("button", name="Play again with the same people").tap()
        expect(page.locator("#seats .mine-now")).to_be_visible()
    assert len({page.url for page in pages}) == 1
    expect(pages[0].locator("#seats")).to_contain_text("Cy")


def not_yet_dealt(code: str = "deal") -> Game:
    """A table whose deal no player has seen."""
    game = before_the_last_card(code)
    Seat.objects.filter(game=game).update(seen_deal=0)
    return game


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without"])
def test_role_card_is_turned_over_and_one_tap_leads_to_the_mine(arrive: Arrive, script: bool) -> None:
    not_yet_dealt()
    page = arrive("Bo", **PHONE, java_script_enabled=script)
    page.goto("/t/deal/")
    arrived(page, "**/t/deal/deal/")
    expect(page.get_by_text("Tap the card to see your role")).to_be_visible()
    expect(page.locator(".your-role")).to_be_hidden()
    page.locator(".turner").tap()
    expect(page.get_by_role("status").filter(has_text="Saboteur")).to_be_visible()
    expect(page.get_by_text("Tap the card to see your role")).to_be_hidden()
    expect(page.locator(".dealt > li")).to_have_count(1)
    page.get_by_role("button", name="Go to the mine").tap()
    expect(page.locator("#table")).to_be_visible()
    page.reload()
    expect(page.locator("#table")).to_be_visible()


def test_role_card_is_turned_over_by_keyboard(arrive: Arrive) -> None:
    not_yet_dealt()
    page = arrive("Ann")
    page.goto("/t/deal/deal/")
    card = page.get_by_role("checkbox", name="Turn over your role card")
    for _step in range(10):
        page.keyboard.press("Tab")
        if card.evaluate("(it) => it === document.activeElement"):
            break
    page.keyboard.press("Space")
    expect(page.get_by_role("status").filter(has_text="Digger")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#table")).to_be_visible()


@pytest.mark.soak
@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 844), (844, 390), (1280, 800)])
def test_deal_fits_on_the_screen_with_its_button(arrive: Arrive, width: int, height: int) -> None:
    not_yet_dealt()
    page = arrive("Ann", viewport={"width": width, "height": height}, reduced_motion="reduce")
    page.goto("/t/deal/")
    for _side in range(2):
        for part in (
            page.locator(".turner"),
            page.locator(".dealt"),
            page.get_by_role("button", name="Go to the mine"),
        ):
            box = part.bounding_box()
            assert box is not None
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= height
        page.locator(".turner").click()


@pytest.mark.soak
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_beginning_and_end_of_a_round_and_of_a_game_are_for_all(
    arrive: Arrive, width: int, height: int, theme: str
) -> None:
    not_yet_dealt()
    over(rounds=1)
    page, faults = arrive("Ann"), []
    page.goto("/t/deal/")
    page.evaluate(AXE_SCRIPT)
    faults += faults_at(page, width, height, (theme,))
    page.locator(".turner").click()
    faults += faults_at(page, width, height, (theme,))
    for go_on in (False, True):
        page.goto("/t/end/")
        if go_on:
            page.get_by_role("button", name="Go to the scores").click()
            expect(page.locator(".podium")).to_be_visible()
        page.evaluate(AXE_SCRIPT)
        faults += faults_at(page, width, height, (theme,))
    assert faults == []
