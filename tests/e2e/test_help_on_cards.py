"""Help on a card lies over the table and gives the focus back; cards that came are marked; the keys are shown."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from games.rules.table import Ruleset
from tests.e2e import MARKS
from tests.e2e.arrival import arrived
from tests.e2e.conftest import DESK, PHONE, Arrive
from tests.e2e.keys import Typist, type_key
from tests.e2e.players import Player, Visitor, hand_of
from tests.games.tables import do, in_position

pytestmark = MARKS

NARROW: dict[str, Any] = {**PHONE, "viewport": {"width": 320, "height": 640}}
SCREENS = pytest.mark.parametrize("screen", [DESK, PHONE, NARROW], ids=["1280", "390", "320"])


@pytest.fixture
def game() -> Game:
    """Ann has drawn a bend with her last move, and is on turn again."""
    hands = {"A": ["map", "EW", "ESW", "rockfall"], "B": ["N", "E"], "C": ["N.S", "E.W"]}
    game = in_position(3, hands=hands, first="A", mine={"1,0": "EW"}, pile=["NE", "EW", "NESW", "rockfall"])
    do(game, "A pass map", "B pass N", "C pass N.S")
    return game


def at_table(game: Game, page: Page) -> Page:
    page.goto(f"/t/{game.code}/")
    return page


def chosen(page: Page) -> int:
    return page.locator(".hand [aria-current]").count()


@SCREENS
def test_help_mark_opens_over_the_table_and_keeps_the_choice(
    arrive: Arrive, game: Game, screen: dict[str, Any]
) -> None:
    page = at_table(game, arrive("Ann", **screen))
    ann = Player("Ann", page)
    ann.choose("ESW", hand_of(game, "Ann"))
    address = page.url
    page.locator("#about-card").click()
    sheet = page.locator("#sheet")
    expect(sheet).to_be_visible()
    expect(sheet.get_by_role("heading")).to_have_text("Three-way tunnel")
    expect(sheet.get_by_role("heading")).to_be_focused()
    assert page.url == address
    box = sheet.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= screen["viewport"]["width"]
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    sheet.get_by_role("button", name="Back to the table").click()
    expect(sheet).to_be_hidden()
    assert chosen(page) == 1


@pytest.mark.soak
@pytest.mark.parametrize(("screen", "words"), [(DESK, "right–down–left"), (PHONE, "up–down–left")], ids=["1280", "390"])
def test_help_says_of_a_card_what_its_picture_shows_on_this_screen(
    arrive: Arrive, game: Game, screen: dict[str, Any], words: str
) -> None:
    page = at_table(game, arrive("Ann", **screen))
    Player("Ann", page).choose("ESW", hand_of(game, "Ann"))
    page.locator("#about-card").click()
    figure = page.locator("#sheet .figure")
    expect(figure.locator("span:visible")).to_have_text(words)
    turned = "(it) => getComputedStyle(it).rotate"
    assert figure.locator(".picture").evaluate(turned) == page.locator(".hand .tunnel .picture").first.evaluate(turned)


@pytest.mark.soak
def test_a_card_that_is_held_is_asked_about_and_not_chosen(arrive: Arrive, game: Game) -> None:
    page = at_table(game, arrive("Ann"))
    card = page.locator(".hand li").first
    box = card.bounding_box()
    assert box
    page.mouse.move(box["x"] + 30, box["y"] + 40)
    page.mouse.down()
    expect(page.locator("#sheet")).to_be_visible()
    page.mouse.up()
    assert chosen(page) == 0
    type_key(page, "Escape")
    expect(page.locator("#sheet")).to_be_hidden()
    card.locator("a").click()
    expect(page.locator(".hand [aria-current]")).to_have_count(1)


@pytest.mark.soak
def test_the_focus_goes_into_the_sheet_and_back_by_keys_alone(arrive: Arrive, game: Game) -> None:
    page = at_table(game, arrive("Ann"))
    ann = Typist("Ann", page)
    ann.go_to_table()
    ann.choose("ESW", hand_of(game, "Ann"))
    ann.tab_to(page.locator("#about-card"))
    type_key(page, "Enter")
    expect(page.locator("#sheet h2")).to_be_focused()
    for _step in range(8):
        page.keyboard.press("Tab")
        assert page.evaluate("() => !document.activeElement.closest('#table')")
    type_key(page, "Escape")
    expect(page.locator("#about-card")).to_be_focused()
    assert chosen(page) == 1


def test_without_a_script_help_is_a_page_that_leads_back_to_the_choice(arrive: Arrive, game: Game) -> None:
    page = at_table(game, arrive("Ann", **PHONE, java_script_enabled=False))
    ann = Visitor("Ann", page, touch=True)
    ann.choose("ESW", hand_of(game, "Ann"))
    address = page.url
    page.locator("#about-card").tap()
    expect(page.get_by_role("heading", name="Three-way tunnel")).to_be_visible()
    page.get_by_role("link", name="Back to the table").tap()
    arrived(page, address)
    assert chosen(page) == 1


@pytest.mark.soak
@SCREENS
def test_a_card_that_came_is_marked_until_it_is_touched(arrive: Arrive, game: Game, screen: dict[str, Any]) -> None:
    page = at_table(game, arrive("Ann", **screen))
    expect(page.locator(".hand .fresh")).to_have_count(1)
    mark = page.locator(".hand li:has(.fresh)")
    expect(mark).to_contain_text("Bend")
    mark.locator("a").click()
    expect(page.locator(".hand .fresh")).to_have_count(0)
    page.reload()
    expect(page.locator(".hand .fresh")).to_have_count(0)


@pytest.mark.soak
def test_card_of_an_awaited_player_opens_its_help(arrive: Arrive, game: Game) -> None:
    page = at_table(game, arrive("Bo"))
    page.locator(".hand a").first.click()
    expect(page.locator("#sheet")).to_be_visible()
    assert page.url.endswith(f"/t/{game.code}/")
    page.mouse.click(5, 5)
    expect(page.locator("#sheet")).to_be_hidden()


@pytest.mark.soak
def test_question_mark_toggles_the_list_of_keys(arrive: Arrive, game: Game) -> None:
    page = at_table(game, arrive("Ann"))
    keys, said = page.locator("#keys"), page.locator("#said")
    expect(keys).to_be_hidden()
    page.keyboard.press("?")
    expect(keys).to_be_visible()
    expect(keys.locator("div")).to_have_count(11)
    expect(said).to_contain_text("1 to 9 choose a card, h goes to the hand")
    page.keyboard.press("?")
    expect(keys).to_be_hidden()
    expect(said).to_be_empty()
    Player("Ann", page).choose("ESW", hand_of(game, "Ann"))
    page.locator(".deck").get_by_role("button", name="Keys").click()
    expect(keys).to_be_visible()
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    assert chosen(page) == 1


@pytest.mark.soak
def test_a_narrow_window_has_the_keys_below_the_log_and_a_phone_has_none(arrive: Arrive, game: Game) -> None:
    page = at_table(game, arrive("Ann", viewport={"width": 390, "height": 844}))
    page.get_by_role("button", name="Keys").click()
    expect(page.locator("#keys")).to_be_visible()
    phone = at_table(game, arrive("Ann", **PHONE))
    expect(phone.get_by_role("button", name="Keys")).to_have_count(0)


@pytest.mark.soak
def test_player_without_single_keys_sees_none(arrive: Arrive, game: Game) -> None:
    page = arrive("Ann")
    User.objects.filter(username="Ann").update(single_keys=False)
    at_table(game, page)
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_have_count(0)
    expect(page.get_by_role("button", name="Keys")).to_have_count(0)


@pytest.mark.examples(3)
@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
@SCREENS
def test_a_tap_on_a_dark_square_says_why_before_a_card_is_chosen(
    arrive: Arrive, game: Game, screen: dict[str, Any], script: bool
) -> None:
    page = at_table(game, arrive("Ann", **screen, java_script_enabled=script))
    page.locator('[id="at-1_1"]').click()
    expect(page.locator("#prompt")).to_contain_text("None of your tunnel cards fits at N1.")
    page.locator('[id="at-2_0"]').click()
    expect(page.locator("#prompt")).to_contain_text("At M2, you can play:")


@pytest.mark.soak
def test_a_veto_opens_the_form_for_its_order(arrive: Arrive) -> None:
    hands = {"A": ["veto", "EW"]}
    game = in_position(3, hands=hands, first="A", ruleset=Ruleset(modules=("veto",)))
    page = at_table(game, arrive("Ann", **PHONE))
    ann = Player("Ann", page, touch=True)
    ann.choose("veto", hand_of(game, "Ann"))
    expect(ann.prompt).to_contain_text("You can leave a standing order for it.")
    page.get_by_role("link", name="Leave an order").tap()
    button = page.locator("#order-veto button")
    expect(button).to_be_visible()
    expect(button).to_be_in_viewport()
