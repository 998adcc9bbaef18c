"""People decide together in their browsers: a pause, a seat for a new player, and a player who leaves for good."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Game, Matter
from games.services import motions
from tests.e2e import MARKS
from tests.e2e.conftest import PHONE, Arrive
from tests.e2e.players import unfold
from tests.e2e.stages import assembly
from tests.games.tables import do, running_game, seats_of

pytestmark = MARKS


def press(page: Page, name: str) -> None:
    """Press the button of a name that can be seen."""
    page.get_by_role("button", name=name, exact=True).locator("visible=true").click()


def test_a_table_agrees_on_a_pause(arrive: Arrive) -> None:
    game = running_game(3, code="pause", bank_hours=72, turn_hours=12)
    ann, bo, cy = arrive("Ann"), arrive("Bo", **PHONE), arrive("Cy")
    for page in (ann, bo, cy):
        page.goto("/t/pause/")
    unfold(ann)
    ann.get_by_label("Days:").select_option("2")
    press(ann, "Propose a pause")
    expect(ann.locator("#words")).to_contain_text("Ann proposes a 2-day pause.")
    expect(bo.locator("#votes")).to_contain_text("Ann proposes a 2-day pause.")
    before = Game.objects.get(pk=game.pk).version
    press(cy, "No, play on")
    expect(cy.locator("#votes")).to_have_count(0)
    unfold(cy)
    expect(cy.get_by_role("button", name="✓ No, play on")).to_be_visible()
    assert Game.objects.get(pk=game.pk).version == before
    press(bo, "Yes, pause")
    for page in (ann, bo, cy):
        expect(page.locator("#clock")).to_contain_text("Paused until")
        assert page.url.endswith("/t/pause/")


@pytest.mark.soak
def test_news_from_others_close_no_fold_and_undo_no_choice(arrive: Arrive) -> None:
    game = running_game(3, code="news", bank_hours=72, turn_hours=12)
    ann = arrive("Ann")
    ann.goto("/t/news/")
    unfold(ann)
    ann.get_by_label("Days:").select_option("4")
    motions.ask(user=seats_of(game)[2].user, code="news", matter=Matter.END)
    expect(ann.locator("#votes")).to_contain_text("Cy proposes")
    expect(ann.locator("#together")).to_have_attribute("open", "")
    expect(ann.get_by_label("Days:")).to_have_value("4")


def test_new_player_takes_a_seat_and_the_former_one_is_a_stranger(arrive: Arrive) -> None:
    assembly("votes")
    bo = arrive("Bo")
    bo.goto("/t/votes/")
    unfold(bo)
    link = bo.locator("#together input[readonly]").input_value()
    assert "/seat/" in link
    zed = arrive("Zed", **PHONE)
    zed.goto(link[link.index("/seat/") :])
    expect(zed.locator(".call")).to_contain_text("You’ll take over Dee’s seat")
    press(zed, "Take the seat")
    press(zed, "Go to the mine")
    expect(zed.locator("#plates")).to_contain_text("Zed")
    expect(zed.locator("#table .hand li").first).to_be_visible()
    expect(bo.locator("#words")).to_contain_text("Zed has taken over a seat.")
    expect(bo.locator("#together input[readonly]")).to_have_count(0)


@pytest.mark.soak
def test_leaving_asks_for_confirmation_and_a_bot_plays_on(arrive: Arrive) -> None:
    game = running_game(3, code="leave")
    do(game, "= wake A")
    ann, bo = arrive("Ann"), arrive("Bo")
    for page in (ann, bo):
        page.goto("/t/leave/")
    unfold(bo)
    bo.get_by_role("link", name="Leave this game").click()
    expect(bo.get_by_role("heading", name="Leave this game for good?")).to_be_visible()
    press(bo, "Leave for good")
    expect(bo.locator("main")).to_contain_text("You’ve left the game")
    expect(ann.locator("#words")).to_contain_text("Bo has left the game for good.")
    expect(ann.locator("#plates")).to_contain_text("bot")
