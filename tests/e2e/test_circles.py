"""Circles in a browser: a game is kept, a table takes two taps, an evening is answered, also without scripts."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import Page, expect

from circles.models import Circle, CircleLink
from games.models import Game, Status
from tests.e2e import MARKS
from tests.e2e.conftest import Arrive
from tests.e2e.stages import village

pytestmark = MARKS

NARROW = {"viewport": {"width": 320, "height": 640}}
PAGES = ("circle", "about", "table", "evening", "games")


def faults(page: Page) -> list[str]:
    """What axe finds on a page, and whether it scrolls sideways."""
    found = [f"{fault['id']}: {fault['nodes'][0]['html'][:90]}" for fault in Axe().run(page).response["violations"]]
    wide = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return [*found, *(["scrolls sideways"] if wide else [])]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pages_of_circles_have_no_faults_on_a_small_phone(arrive: Arrive, theme: str) -> None:
    village()
    page = arrive("Bo", **NARROW, color_scheme=theme)
    link = reverse("circles:link", args=[CircleLink.objects.get().token])
    addresses = [reverse(f"circles:{name}", args=["miners"]) for name in PAGES]
    wrong = {}
    for address in (*addresses, reverse("circles:usual", args=["miners"]), "/circles/", "/circles/new/", link):
        page.goto(address)
        wrong[address] = faults(page)
    assert {address: found for address, found in wrong.items() if found} == {}


def test_table_takes_two_taps_and_an_evening_one_without_scripts(arrive: Arrive) -> None:
    village()
    bo, ann = (arrive(name, java_script_enabled=False) for name in ("Bo", "Ann"))
    bo.goto(reverse("circles:circle", args=["miners"]))
    bo.get_by_role("link", name="New table").click()
    bo.get_by_role("button", name="Invite them").click()
    table = Game.objects.get(host__username="Bo", starts_full=True, starts_at=None)
    expect(bo).to_have_url(f"http://{bo.url.split('/')[2]}/t/{table.code}/")
    ann.goto(reverse("circles:of", args=[table.code]))
    row = ann.locator(f"#table-{table.code}")
    row.get_by_role("button", name="I’m in").click()
    expect(row.get_by_role("button", name="I’m in")).to_have_attribute("aria-pressed", "true")
    row.get_by_role("button", name="I can’t").click()
    expect(row).to_contain_text("Ann can’t.")


def test_circle_is_made_of_a_game_and_its_link_used_by_keyboard(arrive: Arrive) -> None:
    village()
    ann = arrive("Ann")
    Game.objects.filter(code="shown").update(status=Status.OVER)
    ann.goto("/t/scores/")
    ann.get_by_role("button", name="Keep these people together").click()
    expect(ann.get_by_role("heading", level=1)).to_contain_text("Bo’s miners")
    assert Circle.objects.count() == 1, "the table belongs to a circle of hers already"
    eve = arrive("Eve")
    eve.goto(reverse("circles:link", args=[CircleLink.objects.get().token]))
    button = eve.get_by_role("button", name="Join the circle")
    for _press in range(20):
        if button.evaluate("element => element === document.activeElement"):
            break
        eve.keyboard.press("Tab")
    eve.keyboard.press("Enter")
    expect(eve.get_by_text("You’re in “Bo’s miners”.")).to_be_visible()
