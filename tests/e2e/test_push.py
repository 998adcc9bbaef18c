"""Notifications and reading without a network in a real browser: asked for by a tap, shown, tapped, taken away."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from accounts.channels import Letter, push, sendings
from accounts.models import Device, Event, User
from accounts.services.trials import Trials
from games.mail.letters import asked_link
from games.models import Game, Seat
from saboteur_site.outgoing import webpush
from tests.accounts.push_service import Browser, Service, push_service
from tests.e2e.arrival import arrived
from tests.e2e.conftest import PHONE, Complaints, session_of
from tests.e2e.devices import BADGE, PAGE_BADGE, Worker, ages, answers, comes_to_keep
from tests.factories import UserFactory
from tests.games.tables import do, in_position

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]

DEVICES = "/me/told/devices/"
LOST = "ERR_INTERNET_DISCONNECTED|Failed to fetch|htmx:(sendError|afterRequest)|ERR_FAILED"


@pytest.fixture
def service(settings: Settings) -> Iterator[Service]:
    settings.VAPID_KEY = webpush.new_key()
    with push_service(settings) as found:
        yield found


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext], live_server: LiveServer, complaints: Complaints) -> Page:
    """Ann's phone, on which the site may show notifications."""
    context = new_context(base_url=live_server.url, locale="en-GB", **PHONE)
    context.grant_permissions(["notifications"])
    context.add_cookies([{"name": "sessionid", "value": session_of("Ann"), "url": live_server.url}])
    complaints.listen(context)
    return context.new_page()


def is_asked(page: Page, browser: Browser, permission: str = "granted") -> None:
    """Open the page of devices in a browser that answers the question so."""
    answers(page, browser, permission)
    page.goto(DEVICES)


def message(**changed: Any) -> str:
    said = {"title": "Your turn: Klondike", "body": "It’s your turn.", "link": "/t/abc/", "tag": "table.1"}
    return json.dumps(said | {"off": "/me/off/x/", "stop": "Stop these"} | changed)


def test_browser_asks_only_after_a_tap_then_the_device_is_notified(phone: Page, service: Service) -> None:
    browser = service.browser("phone")
    is_asked(phone, browser)
    tell = phone.get_by_role("button", name="Notify me on this device")
    expect(tell).to_be_visible()
    assert phone.evaluate("window.asked") == 0
    tell.click()
    expect(phone.get_by_text("From now on we’ll notify you on this device.")).to_be_visible()
    expect(phone.get_by_text("this device", exact=True)).to_be_visible()
    assert Device.objects.get().subscription == browser.subscription
    phone.get_by_role("button", name="Send a test to").click()
    expect(phone.get_by_text("A test is on its way.")).to_be_visible()
    sendings.work([Trials()])
    expect(phone.get_by_text("got through")).to_be_visible()
    phone.get_by_role("button", name="Remove").click()
    expect(phone.get_by_text("None of your devices gets notifications yet.")).to_be_visible()
    assert not Device.objects.exists()


@pytest.mark.soak
def test_declined_push_explains_and_stores_nothing(phone: Page, service: Service) -> None:
    is_asked(phone, service.browser("phone"), "denied")
    phone.get_by_role("button", name="Notify me on this device").click()
    expect(phone.get_by_text("Your browser doesn’t let this site show notifications")).to_be_visible()
    expect(phone.get_by_role("button", name="Notify me on this device")).to_be_hidden()
    assert not Device.objects.exists()


@pytest.mark.soak
def test_a_site_without_a_key_says_so(phone: Page, settings: Settings) -> None:
    settings.VAPID_KEY = ""
    phone.goto(DEVICES)
    expect(phone.get_by_text("This site isn’t set up for notifications.")).to_be_visible()


@pytest.mark.soak
def test_without_javascript_devices_are_listed_and_removed(
    new_context: Callable[..., BrowserContext], live_server: LiveServer, service: Service
) -> None:
    context = new_context(base_url=live_server.url, java_script_enabled=False)
    context.add_cookies([{"name": "sessionid", "value": session_of("Ann"), "url": live_server.url}])
    page, said = context.new_page(), service.browser("phone").subscription
    Device.objects.create(user=User.objects.get(username="Ann"), name="Firefox, Android", **said._asdict())
    page.goto(DEVICES)
    expect(page.get_by_role("button", name="Notify me on this device")).to_be_hidden()
    expect(page.get_by_text("To add this device, switch on JavaScript")).to_be_visible()
    page.get_by_role("button", name="Remove Firefox, Android").click()
    expect(page.get_by_text("None of your devices gets notifications yet.")).to_be_visible()


@pytest.fixture
def worker(phone: Page, service: Service) -> Worker:
    """The worker of a phone on which Ann is told, and where three things wait for her."""
    is_asked(phone, service.browser("phone"))
    phone.get_by_role("button", name="Notify me on this device").click()
    expect(phone.get_by_text("From now on we’ll notify you on this device.")).to_be_visible()
    return Worker(phone)


@pytest.mark.soak
def test_newer_message_about_a_table_replaces_the_older_one(worker: Worker) -> None:
    for said in (message(), message(title="Still your turn: Klondike"), message(tag="table.2")):
        worker.gets(said)
    shown = [(one["tag"], one["title"], one["body"]) for one in worker.shows()]
    about = "It’s your turn."
    assert shown == [("table.1", "Still your turn: Klondike", about), ("table.2", "Your turn: Klondike", about)]
    assert [one["renotify"] for one in worker.shows()] == [True, True]
    assert worker.shows()[0]["actions"] == [{"action": "off", "title": "Stop these"}]


def test_a_message_closes_those_about_tables_dealt_with_elsewhere(worker: Worker) -> None:
    for number in (1, 2):
        worker.gets(message(tag=f"table.{number}", link=f"/t/abc{number}/asked/turn/"))
    worker.gets(message(tag="table.3", done=["/t/abc1/", "/t/abc9/"]))
    assert [one["tag"] for one in worker.shows()] == ["table.2", "table.3"]


SCREEN = """(shown) => {
  window.closedLinks = [];
  ServiceWorkerRegistration.prototype.getNotifications = async () =>
    shown.map((link) => ({ data: { link }, close: () => { window.closedLinks.push(link); } }));
}"""
"""Stands in for what the screen of a device shows, as a page of the site asks for it."""


@pytest.mark.soak
def test_a_table_that_is_opened_closes_its_notifications_on_this_device(worker: Worker, table: Game) -> None:
    page, mine = worker.page, [f"/t/{table.code}/asked/turn/", f"/t/{table.code}/"]
    page.add_init_script(f"({SCREEN})({json.dumps([*mine, '/t/other/asked/turn/', '/'])})")
    page.goto(f"/t/{table.code}/")
    page.wait_for_function("window.closedLinks.length")
    assert page.evaluate("window.closedLinks") == mine


@pytest.mark.soak
def test_an_unattended_table_closes_a_notification_with_the_next_input(worker: Worker, table: Game) -> None:
    page, link = worker.page, f"/t/{table.code}/asked/turn/"
    page.goto(f"/t/{table.code}/")
    page.evaluate(f"({SCREEN})({json.dumps([link])})")
    with page.expect_response("**/pulse/**"):
        pass
    assert page.evaluate("window.closedLinks") == []
    page.keyboard.press("Shift")
    page.wait_for_function("window.closedLinks.length")
    assert page.evaluate("window.closedLinks") == [link]


@pytest.mark.soak
def test_the_number_on_the_icon_is_that_of_what_waits(worker: Worker) -> None:
    worker.gets(message())
    assert worker.script.evaluate(BADGE) == 3
    worker.script.evaluate("self.waits = '<p>'; self.badge = 'none';")
    worker.gets(message(tag="table.2"))
    assert worker.script.evaluate(BADGE) == 0


@pytest.mark.soak
def test_page_and_worker_set_the_number_and_take_it_away(worker: Worker) -> None:
    page, game = worker.page, at_table("Bo", "Cy", hands={"A": ["EW"], "B": ["NS"]})
    page.add_init_script(f"({PAGE_BADGE})()")
    for number, tag in ((1, "table.1"), (0, "table.2")):
        worker.script.evaluate("self.waits = null; self.badge = 'none';")
        page.goto("/")
        page.wait_for_function("(number) => window.badge === number", arg=number)
        worker.gets(message(tag=tag))
        assert worker.script.evaluate(BADGE) == number
        if number:
            do(game, "A pass EW")


@pytest.mark.soak
def test_a_browser_with_another_address_tells_it_by_itself(worker: Worker, service: Service) -> None:
    old, desk, moved = Device.objects.get(), service.browser("desk"), service.browser("moved")
    Device.objects.create(user=old.user, name="Firefox, Linux", **desk.subscription._asdict())
    worker.is_moved_to(moved)
    found = {device.subscription: device for device in Device.objects.all()}
    assert set(found) == {desk.subscription, moved.subscription}
    assert found[moved.subscription].user == old.user
    worker.page.goto(DEVICES)
    expect(worker.page.get_by_text("this device", exact=True)).to_have_count(1)


@pytest.mark.soak
@pytest.mark.examples(1)
@pytest.mark.parametrize("who", ["Bo", ""])
def test_browser_with_a_new_address_tells_only_the_site(
    worker: Worker, service: Service, live_server: LiveServer, who: str
) -> None:
    before = list(Device.objects.values())
    worker.page.context.clear_cookies(name="sessionid")
    if who:
        worker.page.context.add_cookies([{"name": "sessionid", "value": session_of(who), "url": live_server.url}])
    worker.is_moved_to(service.browser("moved"))
    assert list(Device.objects.values()) == before


@pytest.mark.soak
def test_a_device_that_was_removed_does_not_come_back_by_itself(worker: Worker, service: Service) -> None:
    worker.page.get_by_role("button", name="Remove").click()
    expect(worker.page.get_by_text("None of your devices gets notifications yet.")).to_be_visible()
    worker.is_moved_to(service.browser("moved"))
    assert not Device.objects.exists()


@pytest.mark.soak
def test_a_message_that_cannot_be_read_says_that_there_is_something(worker: Worker) -> None:
    worker.gets("what is this?")
    (shown,) = worker.shows()
    assert shown["title"] == "Saboteur by web"
    assert worker.is_tapped(shown["data"]) == [f"{worker.page.evaluate('location.origin')}/"]


@pytest.mark.soak
def test_a_tap_opens_the_link_in_another_window_and_never_another_site(worker: Worker, table: Game) -> None:
    site, data = worker.page.evaluate("location.origin"), told_of(table)
    assert worker.is_tapped(data) == [f"{site}/t/{table.code}/asked/turn/"]
    assert worker.is_tapped(data, "off") == [f"{site}/me/off/x/"]
    for evil in ("https://evil.example/", "//evil.example/", "javascript:alert(1)"):
        assert worker.is_tapped({"link": evil}) == []
    assert worker.focused() == []


@pytest.mark.soak
def test_a_tap_leads_the_window_that_shows_the_table_to_what_is_asked(worker: Worker, table: Game) -> None:
    page, other = worker.page, at_table("Dee", "Eve")
    page.goto(f"/t/{table.code}/")
    opened = [urlsplit(address).path for address in worker.is_tapped(told_of(other))]
    assert (opened, worker.focused()) == ([f"/t/{other.code}/asked/turn/"], [])
    with page.expect_request(f"**/t/{table.code}/asked/turn/"):
        assert worker.is_tapped(told_of(table)) == []
    expect(page.locator("#board")).to_be_visible()
    assert worker.focused() == [f"/t/{table.code}/"]
    assert page.url.partition("#")[0].endswith(f"/t/{table.code}/")


def told_of(game: Game) -> dict[str, str]:
    """Where a message about a turn at a table leads, as the site sends it."""
    user = User.objects.get(username="Ann")
    letter = Letter(user, (Event.TURN,), "", "", "", "", "", link=asked_link(game.code, "turn"), off="/me/off/x/")
    sent = push.message_of(letter)
    assert sent.link == f"/t/{game.code}/asked/turn/"
    return {"link": sent.link, "off": sent.off}


# -- without a network


@pytest.fixture
def table(phone: Page) -> Game:
    """A table at which Ann is on turn, with Bo and Cy."""
    return at_table("Bo", "Cy")


def at_table(*others: str, **script: Any) -> Game:
    """A running table at which Ann is on turn."""
    people = [User.objects.get(username="Ann"), *(UserFactory.create(username=name) for name in others)]
    return in_position(people, **script)


def keeps(page: Page) -> None:
    """Ask for tables to be kept on this device."""
    page.goto(DEVICES)
    page.get_by_role("button", name="Read my tables offline on this device").click()
    expect(page.get_by_text("From now on, you can read the tables you open on this device offline")).to_be_visible()


def looks_at(page: Page, game: Game) -> None:
    """Open a table, and wait until the worker keeps it."""
    page.goto(f"/t/{game.code}/")
    comes_to_keep(page, f"/t/{game.code}/")


def kept_by(page: Page) -> list[str]:
    """The paths of the tables that the worker keeps."""
    found: list[str] = page.evaluate(
        "caches.open('kept').then((kept) => kept.keys())"
        ".then((all) => all.map(({url}) => new URL(url).pathname).filter((path) => path.startsWith('/t/')))"
    )
    return found


def test_a_table_can_be_read_without_a_network_and_is_marked_as_old(
    phone: Page, table: Game, complaints: Complaints
) -> None:
    complaints.forgive(LOST)
    keeps(phone)
    looks_at(phone, table)
    expect(phone.locator("#old")).to_be_hidden()
    phone.context.set_offline(True)
    phone.goto(f"/t/{table.code}/?card=x")
    expect(phone.locator("#old")).to_contain_text("You’re offline, so this may be out of date")
    assert re.search(r"Seen on \d{1,2} \w+ \d{4}, \d\d:\d\d\.", phone.locator("#old").inner_text())
    expect(phone.locator("#board")).to_be_visible()
    assert phone.locator("button:not([disabled]), input:not([disabled])").count() == 0
    assert phone.locator("script").count() == 0
    phone.goto("/")
    expect(phone.get_by_role("heading", name="No network")).to_be_visible()
    phone.get_by_role("link", name=table.name).click()
    expect(phone.locator("#old")).to_be_visible()
    phone.context.set_offline(False)
    phone.goto(f"/t/{table.code}/")
    expect(phone.locator("#old")).to_be_hidden()


@pytest.mark.soak
def test_nothing_is_stored_without_a_request(
    phone: Page, table: Game, service: Service, complaints: Complaints
) -> None:
    complaints.forgive(LOST)
    is_asked(phone, service.browser("phone"))
    phone.get_by_role("button", name="Notify me on this device").click()
    expect(phone.get_by_text("From now on we’ll notify you on this device.")).to_be_visible()
    phone.goto(f"/t/{table.code}/")
    expect(phone.locator("#board")).to_be_visible()
    assert kept_by(phone) == []
    phone.context.set_offline(True)
    phone.goto(f"/t/{table.code}/")
    expect(phone.get_by_role("heading", name="No network")).to_be_visible()
    expect(phone.get_by_role("link", name=table.name)).to_be_hidden()


def test_log_out_removes_stored_pages(phone: Page, table: Game, complaints: Complaints) -> None:
    complaints.forgive(LOST)
    keeps(phone)
    looks_at(phone, table)
    phone.goto("/me/")
    phone.get_by_role("button", name="Log out").click()
    arrived(phone, "**/")
    comes_to_keep(phone, "/mark", keeps=False)
    phone.context.set_offline(True)
    phone.goto(f"/t/{table.code}/")
    expect(phone.get_by_role("heading", name="No network")).to_be_visible()


@pytest.mark.soak
@pytest.mark.examples(1)
@pytest.mark.parametrize("who", ["Bo", ""])
def test_another_account_or_ended_session_removes_stored_pages(
    phone: Page, table: Game, complaints: Complaints, live_server: LiveServer, who: str
) -> None:
    complaints.forgive(LOST)
    keeps(phone)
    looks_at(phone, table)
    phone.context.clear_cookies(name="sessionid")
    if who:
        phone.context.add_cookies([{"name": "sessionid", "value": session_of(who), "url": live_server.url}])
    phone.goto("/")
    assert kept_by(phone) == []


@pytest.mark.soak
def test_copy_arriving_after_log_out_is_not_stored(phone: Page, table: Game) -> None:
    keeps(phone)
    looks_at(phone, table)
    phone.context.clear_cookies(name="sessionid")
    phone.evaluate("fetch('/')")
    comes_to_keep(phone, "/mark", keeps=False)
    phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    phone.wait_for_timeout(300)
    assert kept_by(phone) == []


@pytest.mark.soak
def test_a_table_that_is_not_theirs_any_more_is_dropped(phone: Page, table: Game, complaints: Complaints) -> None:
    complaints.forgive(f"404|{LOST}")
    keeps(phone)
    looks_at(phone, table)
    other = at_table("Dee", "Eve")
    looks_at(phone, other)
    Seat.objects.filter(game=table, user__username="Ann").update(user=UserFactory.create(username="Zoe"))
    phone.goto(f"/t/{table.code}/")
    assert kept_by(phone) == [f"/t/{other.code}/"]


@pytest.mark.soak
@pytest.mark.examples(1)
@pytest.mark.parametrize("how", ["without a network", "with the daily round", "by a message"])
def test_copies_are_deleted_after_thirty_days(
    phone: Page, table: Game, complaints: Complaints, service: Service, how: str
) -> None:
    complaints.forgive(LOST)
    keeps(phone)
    other = at_table("Dee", "Eve")
    looks_at(phone, table)
    looks_at(phone, other)
    phone.goto("/rules/")
    ages(phone, f"/t/{table.code}/", 31)
    ages(phone, f"/t/{other.code}/", 29)
    if how == "without a network":
        phone.context.set_offline(True)
        phone.goto("/")
        expect(phone.get_by_role("link", name=other.name)).to_be_visible()
    else:
        ages(phone, "/mark", 2)
        if how == "by a message":
            worker = Worker(phone)
            worker.script.evaluate("self.waits = null")
            worker.gets(message())
        else:
            phone.goto("/rules/")
    comes_to_keep(phone, f"/t/{table.code}/", keeps=False)
    assert kept_by(phone) == [f"/t/{other.code}/"]


@pytest.mark.soak
def test_closed_tables_are_checked_once_a_day_and_dropped_when_gone(
    phone: Page, table: Game, complaints: Complaints
) -> None:
    complaints.forgive("404")
    keeps(phone)
    looks_at(phone, table)
    Seat.objects.filter(game=table, user__username="Ann").update(user=UserFactory.create(username="Zoe"), seen_seq=-1)
    phone.goto("/")
    assert kept_by(phone) == [f"/t/{table.code}/"]
    ages(phone, "/mark", 2)
    phone.goto("/")
    comes_to_keep(phone, f"/t/{table.code}/", keeps=False)
    assert Seat.objects.get(game=table, user__username="Zoe").seen_seq == -1
