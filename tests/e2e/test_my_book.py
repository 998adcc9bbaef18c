"""My book lies over the table, or is a page: what is written there is kept, and nothing that was typed is lost."""

from typing import Any

import pytest
from playwright.sync_api import expect

from games.models import Game, Note, Suspicion
from tests.e2e import MARKS
from tests.e2e.arrival import arrived
from tests.e2e.conftest import PHONE, Arrive, Complaints
from tests.games.tables import do, in_position

pytestmark = MARKS

NARROW: dict[str, Any] = {**PHONE, "viewport": {"width": 320, "height": 640}}


@pytest.fixture
def game() -> Game:
    """Ann has looked at a goal, Bo has broken her cart, and Cy has only discarded."""
    hands = {"A": ["map", "EW", "ESW"], "B": ["break:cart", "E"], "C": ["N.S", "E.W"]}
    game = in_position(3, hands=hands, first="A", mine={"1,0": "EW"})
    do(game, "A map 8,2", "B break:cart A", "C pass N.S")
    return game


def test_the_book_opens_over_the_table_and_keeps_what_is_written_there(arrive: Arrive, game: Game) -> None:
    page = arrive("Ann", **PHONE)
    page.goto(f"/t/{game.code}/")
    address = page.url
    page.locator(".title").tap()
    page.locator("#to-book").tap()
    sheet = page.locator("#sheet")
    expect(sheet.get_by_role("heading", name="My book")).to_be_focused()
    expect(sheet).to_contain_text("Bo broke your cart.")
    page.get_by_label("I think this player:").first.select_option("surely harms")
    page.get_by_label("Note").nth(1).fill("Broke my cart at once.")
    sheet.get_by_role("button", name="Save").tap()
    expect(sheet.get_by_text("Saved.", exact=True)).to_be_visible()
    assert page.url == address
    assert list(Suspicion.objects.values_list("about", "guess")) == [(1, "harms")]
    assert Note.objects.get().text == "Broke my cart at once."
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(page.locator(".title")).to_be_focused()


@pytest.mark.soak
def test_draft_notes_survive_an_error_and_a_table_update(arrive: Arrive, complaints: Complaints, game: Game) -> None:
    complaints.forgive("^409 .*/book/")
    page = arrive("Ann", **PHONE)
    page.goto(f"/t/{game.code}/")
    page.locator(".title").tap()
    page.locator("#to-book").tap()
    note = page.get_by_label("Note").first
    note.fill("By phone")
    Note.objects.create(game=game, user=game.seats.get(number=0).user, about=0, text="By desk")
    do(game, "A pass EW")
    expect(page.locator("#words")).to_contain_text("You discarded", timeout=20_000)
    expect(note).to_have_value("By phone")
    page.locator("#sheet").get_by_role("button", name="Save").tap()
    expect(page.get_by_role("alert")).to_contain_text("perhaps on another device")
    expect(page.get_by_label("Note").first).to_have_value("By phone")
    expect(page.locator("#sheet pre")).to_have_text("By desk")


@pytest.mark.soak
def test_the_book_is_a_page_without_any_script(arrive: Arrive, game: Game) -> None:
    page = arrive("Ann", **NARROW, java_script_enabled=False)
    page.goto(f"/t/{game.code}/")
    page.locator(".title").tap()
    page.locator("#to-book").tap()
    arrived(page, "**/book/")
    page.get_by_label("Note").nth(2).fill("Says nothing.")
    page.get_by_role("button", name="Save").tap()
    arrived(page, "**/book/?saved=1")
    expect(page.get_by_text("Saved.", exact=True)).to_be_visible()
    expect(page.get_by_label("Note").nth(2)).to_have_value("Says nothing.")
    page.get_by_role("link", name="Back to the table").tap()
    expect(page.locator("#table")).to_be_visible()
