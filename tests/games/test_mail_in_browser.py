"""A real browser says whether a table is before somebody's eyes; who has it behind other pages gets a mail."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.games.tables import browser_of, running_game

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HIDDEN = "Object.defineProperty(document, 'hidden', {get: () => true});"


def test_a_page_says_that_it_is_hidden_when_it_asks_for_news(live_server: LiveServer, page: Page) -> None:
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
    assert "x-page-hidden" not in asked.value.headers
    assert "x-page-hidden" in asked_behind.value.headers
