"""The site by keyboard alone: a round (whole in a soak), each key of the table, and a focus that can always be seen."""

import random
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from tests.e2e import MARKS
from tests.e2e.arrival import arrived
from tests.e2e.conftest import Arrive
from tests.e2e.keys import Typist, fault, type_key
from tests.e2e.players import hand_of, play_round, play_unseen
from tests.e2e.scenes import DECISIONS, Scene
from tests.e2e.test_every_card import act
from tests.factories import UserFactory
from tests.games.tables import NAMES, do, in_position, people, running_game
from tests.games.test_addressed import say

pytestmark = MARKS


def test_a_round_is_played_to_its_end_by_keys_alone(arrive: Arrive, steady_bots: random.Random) -> None:
    bots = [UserFactory.create(username=name, is_bot=True) for name in ("Bot Flint", "Bot Amber")]
    game = running_game([*people(1), *bots], seed=153)
    made = play_unseen(game, 8, steady_bots)
    ann = Typist("Ann", arrive("Ann"))
    ann.page.goto(f"/t/{game.code}/")
    ann.go_to_table()
    assert made + play_round(game, [ann], steady_bots.randrange) >= 5
    arrived(ann.page, "**/round/1/")
    go_to(ann.page, "Skip", exact=True)
    ann.page.keyboard.press("Enter")
    arrived(ann.page, "**#now")
    go_to(ann.page, "Go to round 2", by="button")
    ann.page.keyboard.press("Enter")
    arrived(ann.page, f"**/t/{game.code}/")
    expect(ann.page.locator("#round")).to_have_text("Round 2 of 3")
    expect(ann.page.locator(".hand > li")).to_have_count(6)
    ann.page.goto(f"/t/{game.code}/round/1/")
    go_to(ann.page, "Back to the table")


def go_to(
    page: Page, name: str, key: str = "Tab", by: Literal["link", "button"] = "link", *, exact: bool = False
) -> None:
    """Go to a link or a button of the page, looking after each step where the focus is."""
    for _step in range(60):
        type_key(page, key)
        if page.get_by_role(by, name=name, exact=exact).evaluate("(it) => document.activeElement === it"):
            return
    raise AssertionError(f"{name} cannot be reached by {key}")


@pytest.fixture
def many_ways() -> Game:
    """A table where Ann can lay, turn, look, break and discard, and has something to wait for."""
    hand = ["NESW", "ESW", "map", "break:lantern", "EW", "rockfall"]
    mine = {"1,0": "EW", "2,0": "NESW", "3,0": "EW"}
    return in_position(4, hands={"A": hand}, mine=mine, first="A")


def test_each_key_does_what_the_list_of_keys_says(arrive: Arrive, many_ways: Game) -> None:
    ann = Typist("Ann", arrive("Ann"))
    page = ann.page
    page.goto(f"/t/{many_ways.code}/")
    ann.go_to_table()
    said = page.locator("#said")
    type_key(page, "?")
    expect(said).to_contain_text("1 to 9 choose a card")
    expect(page.get_by_role("heading", name="Keys")).to_be_focused()
    type_key(page, "?")
    expect(page.locator("#keys")).to_be_hidden()
    type_key(page, "c")
    expect(said).to_contain_text("Your turn")
    type_key(page, "h")
    expect(ann.card(1)).to_be_focused()
    type_key(page, "ArrowLeft")
    expect(ann.card(6)).to_be_focused()
    type_key(page, "ArrowRight")
    expect(ann.card(1)).to_be_focused()

    ann.choose("ESW", hand_of(many_ways, "Ann"))
    expect(ann.prompt).to_contain_text("squares are lit.")
    type_key(page, "m")
    first_lit = page.locator(".mine .lit a").first
    expect(first_lit).to_be_focused()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        before = page.locator(":focus").evaluate("(it) => it.id")
        type_key(page, key)
        assert page.locator(":focus").evaluate("(it) => Boolean(it.closest('.lit'))"), f"from {before} by {key}"
    ann.walk_to(page.get_by_role("link", name="either way up").first)
    type_key(page, "Enter")
    expect(ann.button).to_be_focused()
    sent = page.locator("#play [name=at]")
    as_held = sent.input_value()
    type_key(page, "r")
    expect(sent).not_to_have_value(as_held)
    expect(ann.button).to_be_focused()
    type_key(page, "m")
    expect(page.locator(".mine .ghost a")).to_be_focused()
    type_key(page, "Escape")
    expect(ann.prompt).to_contain_text("squares are lit.")
    type_key(page, "Escape")
    expect(ann.prompt).to_contain_text("Choose a card from your hand.")

    ann.choose("break:lantern", hand_of(many_ways, "Ann"))
    plates = page.locator(".plates a.door")
    expect(plates).to_have_count(4)
    for plate in plates.all():
        ann.walk_to(plate)
        expect(plate).to_be_focused()
    type_key(page, "Escape")

    type_key(page, "d")
    expect(ann.prompt).to_contain_text("Choose a card to discard")
    type_key(page, "6")
    expect(ann.button).to_have_text("Discard it")
    expect(ann.button).to_be_focused()
    type_key(page, "Enter")
    expect(ann.prompt).to_be_focused()
    expect(ann.prompt).to_contain_text("Bo")
    type_key(page, "l")
    expect(said).to_contain_text("You discarded 1 card")


def test_news_leave_focus_on_the_chosen_square(arrive: Arrive, many_ways: Game) -> None:
    ann = Typist("Ann", arrive("Ann"))
    page, pulse = ann.page, ann.page.locator("#pulse")
    page.goto(f"/t/{many_ways.code}/")
    ann.go_to_table()
    ann.choose("ESW", hand_of(many_ways, "Ann"))
    type_key(page, "m")
    first_lit = page.locator(".mine .lit a").first
    expect(first_lit).to_be_focused()
    page.evaluate("document.addEventListener('focusin', () => { window.moved = true })")
    asked = str(pulse.get_attribute("hx-get"))
    expect(pulse).not_to_have_attribute("hx-get", asked)
    assert page.evaluate("window.moved") is None
    say(many_ways, "Bo", "Left is safe.")
    expect(page.locator("#words")).to_contain_text("Left is safe.")
    expect(first_lit).to_be_focused()
    expect(ann.prompt).to_contain_text("squares are lit.")
    ann.press(first_lit)
    expect(ann.button).to_be_focused()
    page.locator("#say-words").focus()
    say(many_ways, "Bo", "Or is it?")
    expect(page.locator("#words")).to_contain_text("Or is it?")
    expect(ann.button).to_be_visible()
    expect(ann.button).not_to_be_focused()


@pytest.mark.soak
def test_news_move_no_focus_that_is_elsewhere(arrive: Arrive, many_ways: Game) -> None:
    page = arrive("Bo")
    page.goto(f"/t/{many_ways.code}/")
    pulse = page.locator("#pulse").get_attribute("hx-get")
    expect(page.locator("#pulse")).not_to_have_attribute("hx-get", str(pulse))
    do(many_ways, "A lay ESW 4,0")
    expect(page.get_by_role("list", name="Mine map, 5 cards")).to_be_visible()
    type_key(page, "Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()


@pytest.mark.soak
def test_keys_do_nothing_for_who_has_switched_them_off_or_types_elsewhere(arrive: Arrive, many_ways: Game) -> None:
    ann = Typist("Ann", arrive("Ann"))
    ann.page.goto(f"/t/{many_ways.code}/")
    ann.page.keyboard.press("1")
    expect(ann.page.locator("[aria-current=true].tunnel")).to_have_count(0)
    User.objects.filter(username="Ann").update(single_keys=False)
    ann.page.reload()
    ann.go_to_table()
    address = ann.page.url
    for key in ("1", "h", "m", "d"):
        ann.page.keyboard.press(key)
    assert ann.page.url == address
    expect(ann.prompt).to_contain_text("Choose a card from your hand.")


@pytest.mark.soak
@pytest.mark.parametrize("width", [1280, 390, 320])
def test_focused_element_is_never_hidden_in_any_tab_order(arrive: Arrive, many_ways: Game, width: int) -> None:
    page = arrive("Ann", viewport={"width": width, "height": 800 if width > 800 else 700})
    page.goto(f"/t/{many_ways.code}/")
    ann = Typist("Ann", page)
    ann.go_to_table()
    ann.choose("ESW", hand_of(many_ways, "Ann"))
    for key in ("Tab", "Shift+Tab"):
        for _step in range(60):
            page.keyboard.press(key)
            if page.evaluate("document.activeElement === document.body"):
                break
            assert not (wrong := fault(page)), wrong
        else:
            raise AssertionError(f"{key} never comes to an end")


@pytest.mark.soak
@pytest.mark.examples(1)
@pytest.mark.parametrize("scene", DECISIONS, ids=lambda scene: scene.said)
def test_orders_thefts_and_trades_need_keys_alone(arrive: Arrive, scene: Scene) -> None:
    act(scene, [Typist(name, arrive(name)) for name in NAMES[:3]])
