"""Guests in browsers: a stranger plays at once, six sit down by a link, with fingers and without any script."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game, Move, Seat
from tests.e2e import MARKS
from tests.e2e.arrival import arrived
from tests.e2e.conftest import PHONE, Arrive
from tests.e2e.deals import known_deals
from tests.games.tables import awaited, play_bot

pytestmark = MARKS
SMALL_PHONE = {**PHONE, "viewport": {"width": 320, "height": 640}}
LIT = ".mine .lit:not(.dim) button"
PASSWORD = "six dwarves dig deep"


@pytest.fixture(autouse=True)
def one_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same cards each time."""
    known_deals(monkeypatch)


def until_their_turn(game: Game) -> None:
    """Let bots move until a person is awaited."""
    while awaited(game).user.is_bot:
        assert play_bot(game.pk)


@pytest.mark.parametrize("screen", [PHONE, SMALL_PHONE], ids=["390", "320"])
def test_stranger_makes_a_first_move_within_four_taps(arrive: Arrive, screen: dict[str, Any]) -> None:
    page = arrive(**screen)
    page.goto("/")
    page.get_by_role("button", name="Play a first round").tap()
    page.get_by_role("button", name="Go to the mine").tap()
    arrived(page, "**/t/*/")
    game = Game.objects.get()
    until_their_turn(game)
    expect(page.locator("#coach")).to_contain_text("The squares where it fits light up")
    card = page.locator(".hand a:has(use[href*='#t-'])").first
    expect(card).to_be_in_viewport()
    card.tap()
    square = page.locator(LIT).first
    expect(square).to_be_in_viewport()
    square.tap()
    expect(page.locator("form#play")).to_have_count(0)
    expect(page.locator("#coach")).not_to_contain_text("The squares where it fits light up")
    assert Move.objects.filter(game=game, user__is_guest=True).count() == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= screen["viewport"]["width"]


def test_the_same_without_any_script(arrive: Arrive) -> None:
    page = arrive(**PHONE, java_script_enabled=False)
    page.goto("/")
    page.get_by_role("button", name="Play a first round").tap()
    page.get_by_role("button", name="Go to the mine").tap()
    arrived(page, "**/t/*/")
    game = Game.objects.get()
    until_their_turn(game)
    page.reload()
    page.locator(".hand a:has(use[href*='#t-'])").first.tap()
    page.locator(LIT).first.tap()
    expect(page.locator("#coach")).not_to_contain_text("The squares where it fits light up")
    assert Move.objects.filter(game=game, user__is_guest=True).count() == 1


@pytest.mark.soak
def test_six_guests_sit_down_at_one_table_by_a_link_and_the_game_begins(arrive: Arrive, calm_pulse: None) -> None:
    ann = arrive("Ann")
    ann.goto("/new/")
    ann.get_by_label("Seats", exact=True).select_option("7")
    ann.get_by_role("button", name="Set up the table").click()
    link = ann.locator("#link").inner_text()
    pages = {name: arrive(**PHONE) for name in ("Rita", "Petra", "Olga", "Nils", "Mia", "Lars")}
    for name, page in pages.items():
        sit_down(page, f"/join/{link.rpartition('/join/')[2]}", name)
    expect(ann.locator("#seats")).to_contain_text("Lars")
    ann.get_by_role("button", name="Start the game").click()
    for page in (ann, *pages.values()):
        page.get_by_role("button", name="Go to the mine").click()
        expect(page.locator(".hand > li")).not_to_have_count(0)
    game = Game.objects.get()
    assert Seat.objects.filter(game=game, user__is_guest=True).count() == 6
    assert not Seat.objects.filter(game=game, user__is_bot=True).exists()


def sit_down(page: Page, link: str, name: str) -> None:
    """Come by a link, type a name, have a seat, and leave notifications for later."""
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").tap()
    expect(page.get_by_text(f"You’re in, {name}.")).to_be_visible()
    page.get_by_role("button", name="Not now").tap()
    expect(page.locator("#seats .mine-now")).to_contain_text(name)


@pytest.mark.soak
def test_a_guest_signs_up_and_finds_the_table_at_home(arrive: Arrive) -> None:
    page = arrive(**PHONE)
    page.goto("/")
    page.get_by_role("button", name="Play a first round").tap()
    page.get_by_role("button", name="Go to the mine").tap()
    arrived(page, "**/t/*/")
    page.goto("/")
    expect(page.get_by_text("You’re a guest here")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Sign up to keep your tables").tap()
    guest = User.objects.get(is_guest=True)
    expect(page.get_by_label("Name")).to_have_value(guest.username)
    page.get_by_label("Name").fill("Rita")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").tap()
    expect(page.get_by_role("link", name=re.compile("Practice round"))).to_be_visible()
    expect(page.get_by_text("You’re a guest here")).to_have_count(0)
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest) == ("Rita", False)
