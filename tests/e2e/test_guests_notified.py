"""A guest sits down by a link and is asked how to be notified: by device, by mail, not now, without a script."""

from collections.abc import Callable, Iterator

import pytest
from django.core import mail
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.fixtures import Settings

from accounts.channels import registry
from accounts.models import Device, Event, User
from accounts.services import mails
from games.models import Game
from saboteur_site.outgoing import webpush
from tests.accounts.post import link_in
from tests.accounts.push_service import Service, push_service
from tests.e2e import MARKS
from tests.e2e.arrival import arrived
from tests.e2e.conftest import PHONE, Arrive
from tests.e2e.devices import answers
from tests.games.guests import link_to
from tests.games.tables import open_game

pytestmark = MARKS
RIGA = {**PHONE, "timezone_id": "Europe/Riga"}
IPHONE = {
    **RIGA,
    "user_agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1",
}

NO_PUSH = """delete window.PushManager;
Object.defineProperty(navigator, "maxTouchPoints", { get: () => 5 });"""
"""What an iPhone says of itself before the site is on its home screen."""


@pytest.fixture
def service(settings: Settings) -> Iterator[Service]:
    settings.VAPID_KEY = webpush.new_key()
    with push_service(settings) as found:
        yield found


@pytest.fixture
def game(db: None) -> Game:
    """A table of Ann and Bo, at which guests are welcome."""
    return open_game(2, wanted=6, guests_welcome=True, code="friday", name="Friday dwarves")


@pytest.fixture
def sits(game: Game) -> Callable[[Page], User]:
    """Let a stranger sit down at that table."""

    def _sits(page: Page) -> User:
        page.goto(reverse("games:door", args=[link_to(game).token]))
        page.get_by_label("Your name").fill("Lena")
        page.get_by_role("button", name="Sit down").tap()
        expect(page.get_by_text("You’re in, Lena.")).to_be_visible()
        return User.objects.get(username="Lena")

    return _sits


def test_guest_is_notified_on_the_device_after_one_tap(
    arrive: Arrive, sits: Callable[[Page], User], service: Service
) -> None:
    page, browser = arrive(**RIGA), service.browser("phone")
    page.context.grant_permissions(["notifications"])
    answers(page, browser)
    lena = sits(page)
    expect(page.get_by_text("3 of 6 seats are taken. Ann starts the game.")).to_be_visible()
    button = page.get_by_role("button", name="On this device")
    expect(button).to_be_in_viewport()
    assert page.evaluate("window.asked") == 0
    button.tap()
    arrived(page, "**/t/friday/")
    assert Device.objects.get().user == lena
    assert registry.notifies(lena, Event.TURN)
    lena.refresh_from_db()
    assert lena.time_zone == "Europe/Riga"


@pytest.mark.soak
@pytest.mark.parametrize(
    ("permission", "options", "words"),
    [
        ("denied", RIGA, "Your browser blocks notifications for this site. Mail works."),
        ("none", IPHONE, "On an iPhone, first add this page to your home screen: Share → Add to Home Screen."),
    ],
)
def test_mail_comes_first_where_the_browser_shows_nothing(
    arrive: Arrive,
    sits: Callable[[Page], User],
    service: Service,
    permission: str,
    options: dict[str, object],
    words: str,
) -> None:
    page = arrive(**options)
    if permission == "none":
        page.add_init_script(NO_PUSH)
    else:
        answers(page, service.browser("phone"), permission)
    lena = sits(page)
    if permission == "denied":
        page.get_by_role("button", name="On this device").tap()
    expect(page.get_by_text(words)).to_be_visible()
    expect(page.get_by_role("button", name="On this device")).to_be_hidden()
    page.get_by_role("link", name="By mail").tap()
    page.get_by_label("Your mail address").fill("lena@mail.example")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_text("We’ve sent you a mail. Tap the link in it and you’re set.")).to_be_visible()
    mails.send_due()
    page.goto(link_in(mail.outbox[-1]))
    page.get_by_role("button", name="Yes, confirm it").tap()
    expect(page.get_by_text("lena@mail.example is confirmed.")).to_be_visible()
    lena.refresh_from_db()
    assert lena.email == "lena@mail.example"


@pytest.mark.soak
def test_guest_without_javascript_chooses_mail_or_not_now(arrive: Arrive, sits: Callable[[Page], User]) -> None:
    page = arrive(**RIGA, java_script_enabled=False)
    sits(page)
    expect(page.get_by_role("button", name="On this device")).to_be_hidden()
    page.get_by_role("link", name="By mail").tap()
    expect(page.get_by_label("Your mail address")).to_be_visible()
    expect(page.get_by_text("You’re in, Lena.")).to_be_visible()
    page.get_by_role("button", name="Not now").tap()
    arrived(page, "**/t/friday/")
    page.get_by_role("link", name="Notifications for this table").tap()
    page.get_by_role("link", name="Choose").tap()
    expect(page.get_by_role("link", name="By mail")).to_be_visible()
