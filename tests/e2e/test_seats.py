"""Plates of players on phones: all in sight, chosen by a tap, nothing cut; no news cover a goal; mines that pan."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import MARKS
from tests.e2e.conftest import PHONE, Arrive
from tests.e2e.crowd import crowd, gathering
from tests.e2e.fair import evening
from tests.e2e.scenes import two
from tests.e2e.sights import held
from tests.e2e.test_coming_back import cut, sized
from tests.games.tables import do, in_position, loaded

pytestmark = MARKS

PHONES = [(320, 640), (390, 844)]
SIZES = [*PHONES, (1280, 800)]
#: Plates that are not whole in the window, or smaller than a finger.
OUTSIDE = """() => [...document.querySelectorAll("#plates > li")].map((it) => [it, it.getBoundingClientRect()])
  .filter(([, { x, y, right, bottom, width, height }]) =>
    x < -0.5 || y < 0 || right > innerWidth + 0.5 || bottom > innerHeight || width < 44 || height < 44)
  .map(([it, { x, y, width, height }]) => `${it.textContent.trim().slice(0, 20)} ${[x, y, width, height]}`)"""
#: How far a page is scrolled, how long it is, and where the focus is.
SCROLLED = "() => [scrollY, document.documentElement.scrollHeight, document.activeElement.outerHTML.slice(0, 200)]"
#: What stands on a plate and reaches beyond it, or over something else there.
CROWDED = """() => [...document.querySelectorAll("#plates > li")].flatMap((plate) => {
  const box = plate.getBoundingClientRect();
  const parts = [...plate.querySelectorAll(".avatar, .plate > b, .held, .tool, .claims, .gold-held")]
    .map((it) => [it, it.getBoundingClientRect()]).filter(([, { width, height }]) => width > 1 && height > 1);
  const beyond = parts.filter(([it, part]) => part.left < box.left || part.right > box.right + 1 ||
    part.bottom > box.bottom + 1 || it.scrollWidth > it.clientWidth + 1 && it.matches(".avatar, .held"));
  const over = parts.filter(([, a], n) => parts.slice(n + 1).some(([, b]) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1));
  return [...beyond, ...over].map(([it]) => `${plate.id} ${it.className} ${it.textContent.trim()}`);
})"""
#: Goals in the box of the mine that a part of the move bar with news lies on.
COVERED = """() => {
  const mine = document.querySelector("#mine").getBoundingClientRect();
  const boxes = [...document.querySelectorAll("#line, #actions, #hand")].map((it) => it.getBoundingClientRect());
  return [...document.querySelectorAll('.mine li:has(> .picture > [href$="#goal"])')]
    .map((it) => it.getBoundingClientRect())
    .filter(({ y, bottom }) => (y + bottom) / 2 < mine.bottom)
    .filter((goal) => boxes.some((box) => box.height && box.top < Math.min(goal.bottom, mine.bottom) - 1 &&
      box.bottom > goal.top && box.left < goal.right && box.right > goal.left)).length;
}"""


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_all_players_are_in_sight_whole_and_nothing_on_their_plates_is_cut(
    arrive: Arrive, width: int, height: int
) -> None:
    crowd()
    page = arrive("Ann", **sized(width, height))
    for code in ("at3", "at5", "at6", "at10", "at12", "acts12"):
        page.goto(f"/t/{code}/")
        assert page.evaluate(OUTSIDE) == [], (code, page.evaluate(SCROLLED))
        assert page.evaluate(CROWDED) == [], code
        for twice in (False, True):
            assert cut(page, twice=twice) == [], code
        assert width > 820 or page.evaluate(CROWDED) == [], f"{code}, text twice as large"
    page.goto("/t/at12/")
    page.locator(held("Broken lantern")).click()
    expect(page.locator("#plates .lit")).not_to_have_count(0)
    page.evaluate("scrollTo(0, 400)")
    if width < 820:
        assert page.evaluate(OUTSIDE) == []


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_a_player_is_chosen_by_a_tap_on_the_plate(arrive: Arrive, width: int, height: int) -> None:
    game = gathering(12, code="at12", ruleset=two())
    page = arrive("Ann", **{**PHONE, "viewport": {"width": width, "height": height}})
    page.goto("/t/at12/")
    page.locator(held("Broken lantern")).tap()
    page.get_by_role("link", name="Maximiliane Gräf").tap()
    expect(page.locator("#prompt")).to_contain_text("Maximiliane Gräf")
    page.get_by_role("link", name="Fay").tap()
    expect(page.locator("#prompt")).to_contain_text("Fay")
    page.locator("#bar .primary").tap()
    expect(page.locator("#plates > li").nth(5).locator(".tools .tool")).to_have_count(1)
    assert [(one.seat, one.card) for one in loaded(game).state.public.before][-1] == (5, "break:lantern")


@pytest.mark.soak
@pytest.mark.parametrize(("width", "height"), PHONES)
def test_one_tool_of_several_is_chosen_below_the_mine(arrive: Arrive, width: int, height: int) -> None:
    before = {"B": ["break:cart", "break:pickaxe", "trapped"]}
    gathering(12, code="two", ruleset=two(), before=before)
    page = arrive("Ann", **{**PHONE, "viewport": {"width": width, "height": height}})
    page.goto("/t/two/")
    page.locator(held("Repair pickaxe or cart")).tap()
    page.locator("#plate-1 a.door").tap()
    tools = page.locator("#actions a[href*='tool=']")
    expect(tools).to_have_count(2)
    for tool in tools.all():
        box = tool.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44
    tools.nth(1).tap()
    expect(page.locator("#bar .primary")).to_be_visible()
    expect(page.locator("#prompt")).to_contain_text("Bo")


@pytest.mark.soak
def test_a_tap_on_a_plate_tells_all_of_it_in_words_without_javascript(arrive: Arrive) -> None:
    gathering(12, code="at12", ruleset=two())
    page = arrive("Ann", **PHONE, java_script_enabled=False)
    page.goto("/t/at12/")
    plate = page.locator("#plates > li").last
    expect(plate.locator(".sheet")).to_be_hidden()
    plate.locator(".door").tap()
    expect(plate.locator(".sheet")).to_contain_text("cards")
    plate.locator(".shut").tap()
    expect(plate.locator(".sheet")).to_be_hidden()


@pytest.mark.soak
@pytest.mark.parametrize("width", [880, 1280])
def test_no_word_about_a_player_lies_under_a_picture_on_a_wide_screen(arrive: Arrive, width: int) -> None:
    evening(code="evening")
    page = arrive("Ann", viewport={"width": width, "height": 800})
    page.goto("/t/evening/")
    covered = page.locator("#plates > li").evaluate_all(
        """(rows) => rows.flatMap((row) => {
             const pictures = [...row.querySelectorAll(".tool")].map((it) => it.getBoundingClientRect());
             return [...row.querySelectorAll(".plate > b, .tools > small")].filter((words) => {
               const box = words.getBoundingClientRect();
               return pictures.some((it) => it.left < box.right - 1 && box.left < it.right
                 && it.top < box.bottom - 1 && box.top < it.bottom);
             }).map((words) => words.textContent);
           })"""
    )
    assert covered == []


@pytest.mark.soak
def test_last_act_is_on_the_sheet_of_its_player(arrive: Arrive) -> None:
    game = in_position(3, code="acts", hands={"A": ["map", "EW"], "B": ["NS", "map"], "C": ["map"]}, mine={"1,0": "EW"})
    do(game, "A lay EW 2,0", "B pass NS")
    page = arrive("Cy", **PHONE)
    page.goto("/t/acts/")
    ann, bo, cy = (page.locator(f"#who-{seat}") for seat in range(3))
    expect(ann.locator(".mini use").last).to_have_attribute("href", "/static/cards.svg#t-EW")
    expect(ann).to_contain_text("Ann laid the straight tunnel at M2.")
    expect(bo.locator(".mini use")).to_have_attribute("href", "/static/cards.svg#back")
    expect(bo).to_contain_text("Bo discarded 1 card.")
    expect(cy.locator(".mini")).to_have_count(0)
    expect(page.locator("#plate-2")).to_have_attribute("aria-current", "true")


@pytest.mark.soak
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_no_news_cover_a_goal(arrive: Arrive, width: int, height: int) -> None:
    crowd()
    page = arrive("Ann", **sized(width, height))
    for code in ("at3", "at6", "at10", "at12", "acts12", "goals5", "votes", "story", "new", "wide12"):
        page.goto(f"/t/{code}/")
        assert page.evaluate(COVERED) == 0, code


# -- mines that pan


#: The parts of the mine whose middle is in its box.
IN_SIGHT = """(what) => {
  const frame = document.querySelector("#mine").getBoundingClientRect();
  return [...document.querySelectorAll(`.mine li${what}`)].map((it) => it.getBoundingClientRect())
    .filter(({ x, y, width, height }) => x + width / 2 > frame.left && x + width / 2 < frame.right &&
      y + height / 2 > frame.top && y + height / 2 < frame.bottom).length;
}"""
#: What points at goals and does not stand whole in the box itself.
LOST = """() => {
  const frame = document.querySelector("#mine").getBoundingClientRect();
  return [...document.querySelectorAll(".pointer:not(.to-last)")].map((it) => it.getBoundingClientRect())
    .filter(({ left, right, top, bottom }) => left < frame.left - 1 || right > frame.right + 1 || top < frame.top - 1 ||
      bottom > frame.bottom + 1).map((box) => JSON.stringify(box));
}"""
GOAL = ':has(> .picture > [href$="#goal"])'


def goals_told(page: Page) -> int:
    """How many goals are in sight or pointed at."""
    assert page.evaluate(LOST) == []
    return int(page.evaluate(IN_SIGHT, GOAL)) + page.locator(".pointer:not(.to-last)").count()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_mine_opens_on_its_focus_with_goals_visible_or_pointed_at(arrive: Arrive, width: int, height: int) -> None:
    crowd()
    page = arrive("Ann", **sized(width, height))
    for code, goals in (("wide12", 3), ("goals5", 5), ("at12", 3), ("acts12", 3), ("votes", 3)):
        page.goto(f"/t/{code}/")
        page.wait_for_function("document.querySelector('#board').dataset.more !== undefined")
        assert page.evaluate(IN_SIGHT, ".last") == page.locator(".mine .last").count(), code
        assert goals_told(page) == goals, code
        if code in ("wide12", "goals5"):
            page.locator(held("Crossing")).click()
            expect(page.locator(".mine .lit")).not_to_have_count(0)
            assert page.evaluate(IN_SIGHT, ".lit") > 0, code
            assert goals_told(page) == goals, code


@pytest.mark.soak
@pytest.mark.parametrize(("width", "height"), PHONES)
def test_a_mine_that_pans_says_so_and_is_shown_as_a_whole_on_demand(arrive: Arrive, width: int, height: int) -> None:
    crowd()
    page = arrive("Ann", **sized(width, height))
    page.goto("/t/wide12/")
    board = page.locator("#board")
    expect(board).to_have_attribute("data-more", "up down")
    page.get_by_label("Whole mine").check()
    expect(board).to_have_attribute("data-more", "")
    assert page.evaluate(IN_SIGHT, GOAL) == 3
    expect(page.locator(".pointer:not(.to-last)")).to_have_count(0)
    page.locator(held("Crossing")).click()
    expect(page.locator(".mine .lit")).not_to_have_count(0)
    expect(page.get_by_label("Whole mine")).to_be_checked()
    expect(board).to_have_attribute("data-more", "")


@pytest.mark.soak
def test_where_the_mine_was_panned_to_outlives_a_choice(arrive: Arrive) -> None:
    crowd()
    page = arrive("Ann", **sized(320, 640))
    page.goto("/t/wide12/")
    page.locator("#mine").evaluate("(it) => it.scrollBy(0, 30)")
    before = page.locator("#mine").evaluate("(it) => it.scrollTop")
    page.locator(held("Crossing")).click()
    expect(page.locator(".mine .lit")).not_to_have_count(0)
    assert page.locator("#mine").evaluate("(it) => it.scrollTop") == before


@pytest.mark.soak
def test_without_javascript_the_mine_opens_on_the_last_card_too(arrive: Arrive) -> None:
    crowd()
    page = arrive("Ann", **{**PHONE, "viewport": {"width": 320, "height": 640}}, java_script_enabled=False)
    page.goto("/t/wide12/")
    box, frame = page.locator(".mine .last").bounding_box(), page.locator("#mine").bounding_box()
    assert box
    assert frame
    assert frame["y"] < box["y"] + box["height"] / 2 < frame["y"] + frame["height"]
    page.locator(".whole").tap()
    expect(page.get_by_label("Whole mine")).to_be_checked()
    frame = page.locator("#mine").bounding_box()
    assert frame
    for goal in page.locator(f".mine li{GOAL}").all():
        at = goal.bounding_box()
        assert at
        assert frame["y"] <= at["y"] < frame["y"] + frame["height"]
