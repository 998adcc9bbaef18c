"""A real browser says whether a table is visible; who has it behind other pages gets a mail."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.games.tables import browser_of, running_game

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HIDDEN = "Object.defineProperty(document, 'hidden', {get: () => true});"


def test_a_hidden_page_reports_no_user_input_when_it_polls(live_server: LiveServer, page: Page) -> None:
    """Two pages of one person wait for news at once; one of them is hidden."""
    game = running_game(3)
    session = browser_of("Bo").cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    behind = page.context.new_page()
    behind.add_init_script(HIDDEN)
    with (
        page.expect_request("**/pulse/**", timeout=30_000) as asked,
        behind.expect_request("**/pulse/**", timeout=30_000) as asked_behind,
    ):
        for one in (page, behind):
            one.goto(live_server.url + reverse("games:table", args=[game.code]))
    assert asked.value.headers["x-last-input"] in ("fresh", "recent")
    assert "x-last-input" not in asked_behind.value.headers
