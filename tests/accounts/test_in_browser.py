"""Pages of people in a real browser: swapped parts, focus, time zone, and nothing that the content policy forbids."""

from collections.abc import Callable, Iterator

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from accounts.selectors import friends as friends_selectors
from accounts.services import friends
from tests.accounts.conftest import PASSWORD
from tests.e2e.arrival import arrived
from tests.e2e.players import SETTLED
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    return browser_context_args | {"timezone_id": "Europe/Riga", "viewport": {"width": 390, "height": 844}}


@pytest.fixture
def complaints(page: Page) -> Iterator[list[str]]:
    """What the browser complains about; none but refused requests at the end of the test."""
    requested: list[str] = []
    page.on("console", lambda message: requested.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: requested.append(str(error)))
    yield requested
    assert [text for text in requested if "status of 422" not in text] == []


def log_in(page: Page, live_server: LiveServer, then: str) -> User:
    ann = UserFactory.create(username="Ann", password=PASSWORD)
    page.goto(f"{live_server.url}{reverse('account_login')}?next={then}")
    page.get_by_label("Name").fill("ann")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Log in", exact=True).click()
    arrived(page, f"**{then}")
    return ann


def test_friends_are_asked_and_accepted_without_leaving_the_page(
    page: Page, live_server: LiveServer, complaints: list[str]
) -> None:
    ann = log_in(page, live_server, reverse("accounts:friends"))
    bo = UserFactory.create(username="Bo")
    cy = UserFactory.create(username="Cy")
    friends.ask(asker=cy, other=ann)
    page.reload()
    page.evaluate("window.stayed = true")
    page.get_by_role("button", name="Accept Cy").click()
    expect(page.get_by_role("status")).to_have_text("You and Cy are friends now.")
    expect(page.get_by_role("button", name="Remove Cy")).to_be_visible()
    expect(page.get_by_role("heading", name="Add a friend")).to_be_focused()
    page.wait_for_function(SETTLED)  # who types within a blink of an answer still loses the place to it
    page.get_by_label("Player name").fill("bo")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("You’ve sent Bo a friend request.")
    expect(page.get_by_role("heading", name="Add a friend")).to_be_focused()
    page.wait_for_function(SETTLED)  # who types within a blink of an answer still loses the place to it
    page.get_by_label("Player name").fill("Nobody")
    page.keyboard.press("Enter")
    expect(page.get_by_text("There’s no player called Nobody.")).to_be_visible()
    expect(page.get_by_label("Player name")).to_be_focused()
    expect(page.get_by_role("status")).to_have_text("")
    assert page.evaluate("window.stayed") is True
    assert friends_selectors.are_friends(ann, cy)
    assert list(friends_selectors.asked_by(ann)) == [bo]


def test_friends_are_asked_and_accepted_with_javascript_switched_off(
    new_context: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    page = new_context(java_script_enabled=False).new_page()
    ann = log_in(page, live_server, reverse("accounts:friends"))
    cy = UserFactory.create(username="Cy")
    friends.ask(asker=cy, other=ann)
    page.reload()
    page.get_by_role("button", name="Accept Cy").click()
    expect(page.get_by_role("status")).to_have_text("You and Cy are friends now.")
    page.get_by_role("button", name="Block Cy").click()
    expect(page.get_by_role("button", name="Unblock Cy")).to_be_visible()
    assert friends_selectors.is_blocked(blocker=ann, other=cy)


def test_a_newcomer_brings_the_time_zone_along(page: Page, live_server: LiveServer, complaints: list[str]) -> None:
    page.goto(f"{live_server.url}{reverse('account_signup')}?next={reverse('accounts:profile')}")
    page.get_by_label("Name").fill("Dee")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    arrived(page, "**/me/")
    expect(page.get_by_label("Time zone")).to_have_value("Europe/Riga")
    expect(page.get_by_role("button", name="Choose it")).to_be_hidden()


def test_the_profile_offers_the_zone_of_the_device(page: Page, live_server: LiveServer, complaints: list[str]) -> None:
    ann = log_in(page, live_server, reverse("accounts:profile"))
    page.get_by_role("button", name="Choose it").click()
    expect(page.get_by_label("Time zone")).to_have_value("Europe/Riga")
    page.get_by_label("Colours").select_option("Dark")
    page.get_by_role("switch", name="Keyboard shortcuts").click()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    ann.refresh_from_db()
    assert (ann.time_zone, ann.single_keys) == ("Europe/Riga", False)


def test_a_page_that_was_left_open_leads_to_log_in_and_back(page: Page, live_server: LiveServer) -> None:
    log_in(page, live_server, reverse("accounts:friends"))
    page.context.clear_cookies(name="sessionid")
    page.get_by_label("Player name").fill("Bo")
    page.keyboard.press("Enter")
    arrived(page, "**/accounts/login/?next=/me/friends/")
