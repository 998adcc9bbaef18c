"""The first minute: asked how to be told, welcomed, led in by a link, invited by a picture; on any screen."""

import base64
import re

import pytest
import zxingcpp
from django.urls import reverse
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Invitation
from tests.e2e import MARKS
from tests.e2e.conftest import PHONE, Arrive, Complaints
from tests.e2e.test_coming_back import SIZES, cut, sized
from tests.factories import FriendshipFactory, UserFactory
from tests.games.post import give_addresses
from tests.games.tables import open_game, people, running_game

pytestmark = MARKS

ASKED = "How should we notify you when it’s your turn?"
#: The light of each point of a picture, row by row, and its width.
LIGHT = """async (png) => {
  const picture = new Image();
  picture.src = `data:image/png;base64,${png}`;
  await picture.decode();
  const { width, height } = picture;
  const ground = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
  ground.drawImage(picture, 0, 0);
  const points = ground.getImageData(0, 0, width, height).data;
  return [width, btoa(Array.from({ length: width * height }, (_, at) => String.fromCharCode(points[4 * at])).join(""))];
}"""


def photographed(page: Page) -> list[str]:
    """What a camera reads that is held before the code on the screen."""
    png = base64.b64encode(page.locator(".qr-code").screenshot(animations="disabled")).decode()
    dark_room = page.context.new_page()
    width, points = dark_room.evaluate(LIGHT, png)
    dark_room.close()
    light = base64.b64decode(points)
    return [found.text for found in zxingcpp.read_barcodes(memoryview(light).cast("B", (len(light) // width, width)))]


def lobby_of_ann() -> None:
    """A lobby with Bo, and two more friends of Ann."""
    ann, bo = people(2)
    open_game([ann, bo], code="lobby", name="Sunday shift", wanted=6)
    for name in ("Eve", "Fay"):
        FriendshipFactory.create(asked_by=ann, other=UserFactory.create(username=name))


@pytest.mark.soak
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_new_player_pages_show_nothing_cut_off(arrive: Arrive, width: int, height: int) -> None:
    page = arrive("Rita", **sized(width, height))
    page.goto("/")
    expect(page.get_by_role("heading", name=ASKED)).to_have_count(0)
    expect(page.get_by_role("heading", name="No table yet")).to_be_visible()
    for way in ("New table", "Tables", "Friends", "Rules", "You", "Join with a link"):
        expect(page.get_by_role("link", name=way, exact=True)).to_be_visible()
    assert cut(page) == []
    assert cut(page, twice=True) == []
    page.evaluate("() => { document.documentElement.style.fontSize = '' }")
    page.goto(reverse("accounts:told"))
    expect(page.get_by_role("link", name="Add an address")).to_be_visible()
    assert cut(page) == []
    page.get_by_role("button", name="Not now").click()
    expect(page.locator("#notices")).to_contain_text("All right, look in whenever you like.")
    page.get_by_role("button", name="Play a first round with bots").click()
    page.get_by_role("button", name="Go to the mine").click()
    expect(page.locator(".plates > li")).to_have_count(5)


def test_question_after_sitting_down_is_answered_by_keyboard_alone(arrive: Arrive) -> None:
    game = running_game(3)
    page = arrive("Bo")
    page.goto(f"/t/{game.code}/seated/")
    expect(page.get_by_role("heading", name=ASKED)).to_be_visible()
    answer = page.get_by_role("button", name="Not now")
    for _step in range(200):
        page.keyboard.press("Tab")
        if answer.evaluate("(it) => it === document.activeElement"):
            break
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"/t/{game.code}/$"))
    assert User.objects.get(username="Bo").declined_at is not None


@pytest.mark.soak
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_host_sees_who_gets_no_messages_on_any_screen(arrive: Arrive, width: int, height: int) -> None:
    game = running_game(3)
    lobby_of_ann()
    give_addresses("Ann", "Cy")
    page = arrive("Ann", **sized(width, height))
    page.goto(f"/t/{game.code}/")
    for name, number in (("Bo", 1), ("Cy", 0)):
        plate = page.locator(".plates > li", has_text=name)
        plate.locator(".door").click()
        expect(plate.get_by_text("Gets no notifications of their turn")).to_have_count(number)
        plate.locator(".shut").click()
    page.goto("/t/lobby/")
    expect(page.locator("#seats li", has_text="gets no notifications")).to_contain_text("Bo")
    assert cut(page) == []


def test_pasted_link_leads_to_the_table_without_javascript(arrive: Arrive) -> None:
    lobby_of_ann()
    ann = arrive("Ann", java_script_enabled=False)
    ann.goto("/t/lobby/")
    ann.get_by_role("button", name="Make a link").click()
    link = ann.locator("#link").inner_text()
    rita = arrive("Rita", **PHONE, java_script_enabled=False)
    rita.goto("/")
    rita.get_by_role("link", name="Join with a link").click()
    rita.get_by_label("Invitation link or code").fill(f"Come and play: {link}")
    rita.get_by_role("button", name="Join").click()
    expect(rita.get_by_role("heading", name="Ann invites you to dig")).to_be_visible()
    rita.get_by_role("button", name="Take a seat").click()
    expect(rita.get_by_role("heading", name=ASKED)).to_be_visible()
    rita.get_by_role("button", name="Not now").click()
    expect(rita.locator("#seats .mine-now")).to_contain_text("Rita")
    ann.get_by_role("link", name="Invite", exact=True).first.click()
    ann.get_by_role("button", name="Invite all 2 friends").click()
    expect(ann.locator("#notices")).to_contain_text("You’ve invited 2 friends.")
    assert set(Invitation.objects.exclude(to=None).values_list("to__username", flat=True)) == {"Eve", "Fay"}


@pytest.mark.soak
def test_invalid_invitation_link_is_reported_beside_the_field(arrive: Arrive, complaints: Complaints) -> None:
    complaints.forgive("^422 .*/join/")
    page = arrive("Rita")
    page.goto("/join/")
    page.get_by_label("Invitation link or code").fill("no link at all")
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_text("That isn’t an invitation.")).to_be_visible()
    expect(page.get_by_label("Invitation link or code")).to_have_value("no link at all")


@pytest.mark.soak
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_camera_reads_the_code_off_the_screen(arrive: Arrive, width: int, height: int, theme: str) -> None:
    lobby_of_ann()
    page = arrive("Ann", **sized(width, height), color_scheme=theme)
    page.goto("/t/lobby/")
    page.get_by_role("button", name="Make a link").click()
    link = page.locator("#link").inner_text()
    assert photographed(page) == [link]
    expect(page.get_by_role("link", name="The QR code of this link")).to_have_attribute("href", link)
    assert cut(page) == []


SHEET = (
    """() => { navigator.share = (what) => { window.shared = what; return Promise.reject(new Error("closed")); }; }"""
)
NO_SHEET = "() => { Object.defineProperty(navigator, 'share', { value: undefined }); }"


def shows_link(page: Page) -> str:
    """Let Ann make a link; gives it."""
    lobby_of_ann()
    page.goto("/t/lobby/")
    page.get_by_role("button", name="Make a link").click()
    return page.locator("#link").inner_text()


@pytest.mark.soak
def test_the_link_is_shared_where_the_device_can(arrive: Arrive) -> None:
    page = arrive("Ann", **PHONE)
    page.add_init_script(f"({SHEET})()")
    link = shows_link(page)
    page.get_by_role("link", name="Share the link").first.click()
    assert page.evaluate("window.shared") == {"title": "Dig with me: Sunday shift", "url": link}


@pytest.mark.soak
def test_the_link_is_copied_and_else_sent_by_mail(arrive: Arrive) -> None:
    page = arrive("Ann")
    page.add_init_script(f"({NO_SHEET})()")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    link = shows_link(page)
    expect(page.get_by_role("link", name="Share the link").first).to_have_attribute("href", re.compile("^mailto:"))
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link
