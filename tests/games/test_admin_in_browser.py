"""A table's page in the admin in a real browser: wide and narrow, light and dark, for everybody."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.factories import UserFactory
from tests.games.staff import REASON
from tests.games.staff import page as page_of
from tests.games.tables import play_on, running_game

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
PASSWORD = "six dwarves dig deep"


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_table_is_looked_at_and_opened(
    page: Page, live_server: LiveServer, width: int, height: int, scheme: str
) -> None:
    UserFactory.create(username="Host", is_staff=True, is_superuser=True, password=PASSWORD)
    game = running_game(5, seed=3)
    play_on(game, 30, digging=True)
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if "Content Security" in message.text else None)
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": width, "height": height})
    page.goto(live_server.url + reverse("admin:index"))
    page.get_by_label("Username").or_(page.get_by_label("Name")).fill("Host")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("main").get_by_role("link", name="Tables", exact=True).last.click()
    page.get_by_role("link", name=game.name).click()
    expect(page.get_by_role("list", name="Mine map, ")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.locator("#open-reason").fill(REASON)
    page.get_by_role("button", name="Open this table once").click()
    expect(page.get_by_role("heading", name="Opened, this once")).to_be_visible()
    expect(page.get_by_text("Host, an administrator, has looked at what is hidden at this table.")).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert complaints == []
    assert Axe().run(page, "#content").response["violations"] == []
    page.goto(live_server.url + page_of(game))
    expect(page.get_by_role("heading", name="Opened, this once")).to_have_count(0)
