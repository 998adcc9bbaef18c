"""The addresses of feeds in a browser: made, copied, changed; with a script and without."""

import re

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from tests.e2e import MARKS
from tests.e2e.conftest import PHONE, Arrive
from tests.games.tables import people

pytestmark = MARKS


def addresses(page: Page) -> list[str]:
    """What the fields hold."""
    return [field.input_value() for field in page.locator("input[readonly]").all()]


def test_addresses_are_made_copied_and_changed(arrive: Arrive) -> None:
    people(1)
    page = arrive("Ann")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/me/")
    page.get_by_role("link", name="Calendar and news feed").click()
    page.get_by_role("button", name="Make my addresses").click()
    calendar, atom = addresses(page)
    page.get_by_role("button", name="Copy").last.click()
    expect(page.get_by_role("button", name="Copied")).to_have_count(1)
    assert page.evaluate("navigator.clipboard.readText()") == atom
    page.get_by_role("button", name="Change the addresses").click()
    expect(page.get_by_text("You have new addresses")).to_be_visible()
    assert not {calendar, atom} & set(addresses(page))


@pytest.mark.soak
def test_feed_addresses_show_without_a_script_and_no_copy_button(arrive: Arrive) -> None:
    people(1)
    page = arrive("Ann", **PHONE, java_script_enabled=False)
    page.goto("/me/told/feeds/")
    page.get_by_role("button", name="Make my addresses").click()
    for address in addresses(page):
        assert Client().get(re.sub(r"^\w+://[^/]+", "", address)).status_code == 200
    expect(page.get_by_role("button", name="Copy")).to_be_hidden()
    page.get_by_role("button", name="Remove the addresses").click()
    assert addresses(page) == []
