"""The first evening on a new site: sign up, make friends, set a table up, invite, sit down, begin."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Game, Status
from tests.e2e import MARKS
from tests.e2e.arrival import arrived
from tests.e2e.conftest import PHONE, Arrive

pytestmark = [*MARKS, pytest.mark.quick]
PASSWORD = "six dwarves dig deep"


def sign_up(page: Page, name: str) -> None:
    """Fill in the page for newcomers and send it."""
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()


def test_friends_and_a_newcomer_find_each_other_and_begin_a_game(arrive: Arrive) -> None:
    ann, bo, cy = arrive(), arrive(**PHONE), arrive(**PHONE)
    for page, name in ((ann, "Ann"), (bo, "Bo")):
        page.goto("/")
        page.get_by_role("link", name="Play with friends").click()
        sign_up(page, name)
        arrived(page, "**/new/")
        page.goto("/")
        expect(page.get_by_role("heading", name="No table yet")).to_be_visible()

    ann.get_by_role("link", name="Friends", exact=True).click()
    ann.get_by_label("Player name").fill("Bo")
    ann.get_by_role("button", name="Add", exact=True).click()
    expect(ann.get_by_text("You’ve sent Bo a friend request.")).to_be_visible()
    bo.get_by_role("link", name="Friends", exact=True).click()
    bo.get_by_role("button", name="Accept Ann").click()
    expect(bo.get_by_text("You and Ann are friends now.")).to_be_visible()

    ann.get_by_role("link", name="Tables").click()
    ann.get_by_role("link", name="New table").click()
    ann.get_by_label("Table name").fill("First shift")
    ann.get_by_role("button", name="Set up the table").click()
    expect(ann.get_by_role("heading", name="First shift")).to_be_visible()
    link = ann.locator("#link").inner_text()
    ann.get_by_role("link", name="Invite", exact=True).first.click()
    ann.get_by_role("button", name="Invite Bo").click()
    expect(ann.get_by_role("dialog").get_by_text("Invited")).to_be_visible()
    ann.keyboard.press("Escape")
    expect(ann.get_by_role("dialog")).to_have_count(0)

    bo.goto("/")
    bo.get_by_role("link", name="First shift").last.click()
    bo.get_by_role("button", name="Take a seat").click()
    bo.get_by_role("button", name="Not now").click()
    expect(bo.locator("#seats .mine-now")).to_contain_text("Bo")
    expect(ann.locator("#seats")).to_contain_text("Bo")

    cy.goto(f"/join/{link.rpartition('/join/')[2]}")
    expect(cy.get_by_role("heading", name="Ann invites you to dig")).to_be_visible()
    cy.get_by_role("link", name="I have an account").click()
    cy.get_by_role("main").get_by_role("link", name="I am new here").click()
    sign_up(cy, "Cy")
    cy.get_by_role("button", name="Take a seat").click()
    cy.get_by_role("button", name="Not now").click()
    expect(cy.locator("#seats .mine-now")).to_contain_text("Cy")
    expect(ann.locator("#seats")).to_contain_text("Cy")
    expect(bo.locator("#seats")).to_contain_text("Cy")

    ann.get_by_role("link", name="Start with").click()
    ann.get_by_role("dialog").get_by_role("button", name="Start with").click()
    for page in (ann, bo, cy):
        page.get_by_role("button", name="Go to the mine").click()
        expect(page.get_by_role("list", name="Mine map, 1 card")).to_be_visible()
        expect(page.locator(".hand > li")).not_to_have_count(0)
        expect(page.locator(".plates > li").nth(2)).to_contain_text("Cy")
    assert Game.objects.get().status == Status.RUNNING
    assert sum("Your turn." in page.locator("#prompt").inner_text() for page in (ann, bo, cy)) <= 1


def test_log_in_returns_to_the_requested_page_each_time(arrive: Arrive) -> None:
    page = arrive()
    page.goto("/accounts/signup/")
    sign_up(page, "Dee")
    page.get_by_role("link", name="You", exact=True).click()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("banner").get_by_role("link", name="Log in")).to_be_visible()
    page.goto("/me/friends/")
    page.get_by_label("Name").fill("dee")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Log in", exact=True).click()
    arrived(page, "**/me/friends/")
    expect(page.get_by_role("heading", name="Add a friend")).to_be_visible()
