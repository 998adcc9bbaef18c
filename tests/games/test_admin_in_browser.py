"""A table's page in the admin in a real browser: wide and narrow, light and dark, for everybody."""

from datetime import timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from games import clock
from games.models import Game, Outage, Seat
from games.rules.table import Ruleset
from tests.factories import UserFactory
from tests.games.staff import REASON
from tests.games.staff import page as page_of
from tests.games.tables import awaited, play_on, running_game

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
PASSWORD = "six dwarves dig deep"


SIZES = pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (320, 640)])
SCHEMES = pytest.mark.parametrize("scheme", ["light", "dark"])


def come_in(page: Page, live_server: LiveServer, width: int, height: int, scheme: str) -> None:
    """A superuser logs in through the admin's door, with a window of this size."""
    UserFactory.create(username="Host", is_staff=True, is_superuser=True, password=PASSWORD)
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": width, "height": height})
    page.goto(live_server.url + reverse("admin:index"))
    page.get_by_label("Username").or_(page.get_by_label("Name")).fill("Host")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()


def fits(page: Page, width: int) -> bool:
    """Whether nothing sticks out, and axe finds nothing, in what is ours."""
    wide = page.evaluate("document.documentElement.scrollWidth")
    found = Axe().run(page, "#content").response["violations"]
    return bool(wide <= width and found == [])


@pytest.mark.examples(1)
@SIZES
@SCHEMES
def test_the_first_page_and_stepping_in(
    page: Page, live_server: LiveServer, width: int, height: int, scheme: str
) -> None:
    game = running_game(5, seed=3, name="Old friends from the long table")
    Seat.objects.filter(pk=awaited(game).pk).update(awaited_since=clock.now() - timedelta(days=9))
    Outage.objects.create(began_at=clock.now() - timedelta(hours=9), ended_at=clock.now() - timedelta(hours=8))
    come_in(page, live_server, width, height, scheme)
    expect(page.get_by_role("region", name="What needs a person")).to_be_visible()
    assert fits(page, width)
    page.get_by_role("link", name=game.name).click()
    page.get_by_role("radio", name="Let a bot play a seat").check()
    page.get_by_role("combobox", name="Seat").select_option(label=f"B {game.seats.get(number=1).user.username}")
    page.locator("#repair-reason").fill(REASON)
    page.get_by_role("button", name="See what will happen").click()
    expect(page.get_by_role("heading", name="What will happen")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Do it")).to_be_in_viewport()
    assert fits(page, width)
    page.get_by_role("button", name="Do it").click()
    expect(page.get_by_text("Done. The players can see it in the table’s log.")).to_be_visible()
    page.get_by_role("link", name="History").click()
    expect(page.get_by_role("cell", name=REASON)).to_be_visible()
    assert fits(page, width)


def test_the_list_of_tables_needs_no_scrolling_on_a_desk(page: Page, live_server: LiveServer) -> None:
    modules = ("veto", "tunnel-toll")
    game = running_game(5, name="W" * 40, ruleset=Ruleset(modules=modules), bank_hours=100, turn_hours=25)
    User.objects.filter(pk=awaited(game).user_id).update(username="W" * 24)
    Seat.objects.filter(pk=awaited(game).pk).update(awaited_since=clock.now() - timedelta(days=20))
    Game.objects.update(moved_at=clock.now() - timedelta(days=20))
    come_in(page, live_server, 1280, 800, "light")
    page.goto(live_server.url + reverse("admin:games_game_changelist"))
    inside = "list => list.getBoundingClientRect().right <= list.closest('.results').getBoundingClientRect().right"
    assert page.locator("#result_list").evaluate(inside)
    expect(page.get_by_role("columnheader", name="Last move")).to_be_in_viewport(ratio=1)
    assert fits(page, 1280)


@pytest.mark.examples(1)
@SIZES
@SCHEMES
def test_a_table_is_looked_at_and_opened(
    page: Page, live_server: LiveServer, width: int, height: int, scheme: str
) -> None:
    game = running_game(5, seed=3)
    play_on(game, 30, digging=True)
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if "Content Security" in message.text else None)
    come_in(page, live_server, width, height, scheme)
    page.get_by_role("main").get_by_role("link", name="Tables", exact=True).last.click()
    page.get_by_role("link", name=game.name).click()
    expect(page.get_by_role("list", name="Mine map, ")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.locator("#open-reason").fill(REASON)
    page.get_by_role("button", name="Open this table once").click()
    expect(page.get_by_role("heading", name="Opened, this once")).to_be_visible()
    expect(page.get_by_text("Host, an administrator, looked at this table’s hidden cards.")).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert complaints == []
    assert Axe().run(page, "#content").response["violations"] == []
    page.goto(live_server.url + page_of(game))
    expect(page.get_by_role("heading", name="Opened, this once")).to_have_count(0)
