"""Lessons in browsers: by keys alone, without any script on the smallest phone, left and gone on with, as a guest."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.rules.notation import parse
from handbook.lessons import LESSONS, after
from tests.e2e import MARKS
from tests.e2e.arrival import arrived
from tests.e2e.conftest import PHONE, Arrive, Complaints
from tests.e2e.keys import Typist
from tests.e2e.players import Player

pytestmark = MARKS
SMALL_PHONE: dict[str, Any] = {**PHONE, "viewport": {"width": 320, "height": 640}}


def make(player: Player, name: str, text: str, *moves: str) -> None:
    """Make a move in a lesson after others, by what the page offers."""
    own = after(name, moves).view.own
    assert own
    player.play(parse(text), own.hand)


def title(page: Page) -> Any:
    return expect(page.get_by_role("heading", level=1))


def test_three_lessons_are_done_by_keys_alone(arrive: Arrive, complaints: Complaints) -> None:
    complaints.forgive("^422 .*/learn/turn/")
    page = arrive()
    page.goto("/learn/")
    typist = Typist("", page)
    typist.leave_by(page.get_by_role("link", name="Begin"))
    title(page).to_contain_text("How the game is won")
    typist.leave_by(page.get_by_role("button", name="The saboteurs"))
    typist.leave_by(page.get_by_role("link", name="Next: Lay a tunnel"))
    for name, text in {"lay": "lay EW 3,0", "turn": "lay ESW 6,0~", "connect": "lay NESW 7,0"}.items():
        title(page).to_contain_text(str(LESSONS[name].title))
        typist.go_to_table()
        if name == "turn":
            page.keyboard.press("1")
            expect(typist.card(1)).to_have_attribute("aria-current", "true")
            typist.press(typist.square("6,0"))
            expect(typist.button).to_be_focused()
            page.keyboard.press("Enter")
            expect(page.get_by_role("alert")).to_contain_text("it branches off to the wrong side")
            expect(typist.button).to_be_focused()
            page.keyboard.press("r")
            expect(page.locator("#play [name=at]")).to_have_value("M6~")
            expect(typist.button).to_be_focused()
            page.keyboard.press("Enter")
        else:
            make(typist, name, text)
        onward = page.get_by_role("link", name="Next: ")
        expect(onward).to_be_focused()
        page.keyboard.press("Enter")
    title(page).to_contain_text("A dead end")
    page.goto("/learn/")
    expect(page.locator(".lessons .tag")).to_have_text(["✓ done"] * 4)


def test_a_lesson_of_several_moves_needs_no_script_at_320_pixels(arrive: Arrive, complaints: Complaints) -> None:
    complaints.forgive("^422 .*/learn/(theft|start)/")
    page = arrive(**SMALL_PHONE, java_script_enabled=False)
    page.goto("/learn/theft/")
    player = Player("", page, touch=True)
    player.choose("map", after("theft").view.own.hand)  # type: ignore[union-attr]
    player.press(player.square("8,0"))
    player.press(player.button)
    expect(page.get_by_role("alert")).to_contain_text("Play the theft while there’s time")
    page.get_by_role("button", name="Read all of it").tap()
    page.get_by_role("link", name="Rule R40").tap()
    expect(page).to_have_url("/rules/r/40/")
    page.goto("/learn/theft/")
    make(player, "theft", "theft")
    expect(page.locator("#lesson")).to_contain_text("Bo laid")
    make(player, "theft", "choose C", "theft")
    expect(page.locator("#bar .good")).to_contain_text("One nugget is yours now.")
    page.get_by_role("link", name="Next: Swap two goals").tap()
    title(page).to_contain_text("Swap two goals")
    page.goto("/learn/start/")
    page.get_by_role("button", name="Nobody").tap()
    expect(page.get_by_role("alert")).to_contain_text("Someone does")
    page.get_by_role("button", name="Skip this lesson").tap()
    title(page).to_contain_text("Lay a tunnel")
    page.get_by_role("button", name="Lay a tunnel").tap()
    page.get_by_role("link", name="All lessons").tap()
    expect(page.locator(".lessons .tag")).to_have_text(["skipped", "✓ done"])
    expect(page.get_by_role("link", name="Continue: Lay a tunnel")).to_be_visible()


@pytest.mark.soak
def test_a_round_that_was_left_goes_on_where_it_stood(arrive: Arrive) -> None:
    page = arrive(**PHONE)
    page.goto("/learn/round/")
    make(Player("", page, touch=True), "round", "lay E.W 5,0")
    expect(page.locator("#lesson")).to_contain_text("Bo laid the crossing")
    again = page.context.new_page()
    page.close()
    again.goto("/learn/dead-end/")
    expect(again.locator("#lesson")).to_contain_text("You are a saboteur")
    again.goto("/learn/round/")
    expect(again.locator(".hand > li")).to_have_count(3)
    player = Player("", again, touch=True)
    moves = ["lay E.W 5,0", "break:pickaxe B", "break:lantern C", "map 8,0"]
    for number, text in enumerate(moves[1:], 1):
        make(player, "round", text, *moves[:number])
    expect(again.locator("#bar .good")).to_contain_text("the saboteurs win")
    again.get_by_role("button", name="Start again").tap()
    expect(again.locator(".hand > li")).to_have_count(4)


@pytest.mark.soak
@pytest.mark.parametrize("who", ["guest", "member"])
def test_guests_and_members_learn_as_strangers_do(arrive: Arrive, who: str) -> None:
    page = arrive("Ann" if who == "member" else "")
    if who == "guest":
        page.goto("/")
        page.get_by_role("link", name="Learn it in small lessons").click()
        make_map(page)
        page.goto("/")
        page.get_by_role("button", name="Play a first round").click()
        arrived(page, "**/t/*/deal/")
    else:
        make_map(page)
    page.goto("/learn/")
    expect(page.get_by_role("link", name="Tables")).to_be_visible()
    expect(page.get_by_text("Done: 1 of 27.")).to_be_visible()
    expect(page.get_by_role("link", name="Go on: How the game is won")).to_be_visible()


def make_map(page: Page) -> None:
    """Do the lesson about maps."""
    page.goto("/learn/map/")
    make(Player("", page), "map", "map 8,0")
    expect(page.locator("#bar .good")).to_contain_text("Only you know what’s there")
