"""A moderator's day in browsers: four reports, six decisions, and what the people concerned read and answer."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.cache import cache
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.fixtures import Settings

from accounts.models import User
from circles.models import Circle
from games.models import Complaint, Game, Ruling, Word
from games.services import talk
from tests.accounts.methods import with_app
from tests.accounts.test_second_factor import code
from tests.circles.scene import circle_of
from tests.e2e import MARKS
from tests.e2e.arrival import arrived
from tests.e2e.conftest import DESK, PHONE, Arrive, Complaints
from tests.factories import UserFactory
from tests.games.staff import permitted
from tests.games.tables import running_game

pytestmark = MARKS

PASSWORD = "six dwarves dig deep"
DECISIONS = reverse("games:decisions")
QUEUE = reverse("admin:games_complaint_changelist")


def looks_well(page: Page, part: str = "body") -> None:
    """Nothing sticks out on a phone and on a desk, and axe finds nothing."""
    before = page.viewport_size
    assert before is not None
    for screen in (PHONE, DESK):
        page.set_viewport_size(screen["viewport"])
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        # To preload style sheets, axe would write some into the page, which its policy forbids.
        found = Axe().run(page, part, options={"preload": False}).response["violations"]
        faults = [f"{one['id']}: {one['nodes'][0]['html'][:90]}" for one in found]
        assert (page.url, wide, faults) == (page.url, 0, [])
    page.set_viewport_size(before)


def send_report(page: Page, reason: str, about: str = "") -> None:
    """Fill in the page of a report and send it."""
    if about:
        page.get_by_label(about).check()
    page.get_by_label("What’s wrong?").fill(reason)
    page.get_by_role("button", name="Send the report").click()
    expect(page.get_by_text("The people who run this site will take a look.")).to_be_visible()


def decide(page: Page, words: str, act: str, *, name: str = "", days: int = 0) -> None:
    """Open the report of these words from the queue, and decide about it."""
    page.goto(QUEUE)
    page.get_by_role("row").filter(has_text=words).get_by_role("link", name="Decide").click()
    page.get_by_label(act).check()
    if name:
        page.get_by_label("The new name").fill(name)
    if days:
        page.get_by_label("Days, to mute or to suspend").fill(str(days))
    page.get_by_label("The reason, for the people concerned to read").fill(f"{act}, because I read it.")
    page.get_by_role("button", name="Decide").click()
    expect(page.get_by_text("Decided. The people concerned are notified.")).to_be_visible()


def sign_in_as_moderator(page: Page) -> None:
    """Mo comes in through the admin, with a password and a code."""
    page.goto("/admin/")
    page.get_by_label("Name").fill("Mo")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    page.get_by_label("Code").fill(code())
    page.get_by_role("button", name="Log in", exact=True).click()
    arrived(page, "**/admin/")


def report_four_things(page: Page, game: Game, circle: Circle) -> None:
    """Ann reports a message, its author's name, the table and the circle, each from where she sees it."""
    for deed in ("Report the player, or their name", "Report it"):
        page.goto(reverse("games:table", args=[game.code]))
        page.locator("#to-talk").tap()
        page.get_by_role("link", name="About this message from Bo").first.tap()
        if deed == "Report it":
            page.get_by_label("What’s wrong with it?").fill("It insults Cy.")
            page.get_by_role("button", name=deed).tap()
            expect(page.get_by_text("The people who run this site will take a look.")).to_be_visible()
        else:
            page.get_by_role("link", name=deed).tap()
            expect(page.get_by_label("What’s wrong?")).to_be_visible()
            looks_well(page)
            send_report(page, "A rude name.", "The player’s name")
    page.goto(reverse("games:table", args=[game.code]))
    page.locator(".title").tap()
    page.get_by_role("link", name="Report this table").tap()
    send_report(page, "They play without me.", "What happens at this table")
    page.goto(reverse("circles:circle", args=[circle.code]))
    page.get_by_role("link", name="Report its name").tap()
    expect(page.get_by_text("You’re reporting the name of this circle.")).to_be_visible()
    looks_well(page)
    send_report(page, "A rude circle.")
    assert Complaint.objects.filter(by__username="Ann").count() == 4
    looks_well(page)


@pytest.mark.soak
def test_moderator_decides_reports_and_all_concerned_read_why(
    arrive: Arrive, complaints: Complaints, settings: Settings
) -> None:
    cache.clear()
    settings.STAFF_SECOND_FACTOR = True
    bo, ann, cy = (UserFactory.create(username=name) for name in ("Bo", "Ann", "Cy"))
    with_app(permitted(UserFactory.create(username="Mo", password=PASSWORD), "view_complaint", "change_complaint"))
    game, circle = running_game([bo, ann, cy], name="Rude mine"), circle_of([bo, ann], name="Rude dwarves")
    talk.say(user=bo, code=game.code, text="Cy digs like a mole.")
    reporter, moderator, player = arrive("Ann", **PHONE), arrive(), arrive("Bo", **PHONE)

    report_four_things(reporter, game, circle)
    sign_in_as_moderator(moderator)
    expect(moderator.get_by_role("region", name="What needs a person")).to_contain_text("Cy digs like a mole.")
    moderator.goto(QUEUE)
    expect(moderator.get_by_role("link", name="Decide")).to_have_count(4)
    looks_well(moderator, "#content")
    moderator.get_by_role("row").filter(has_text="mole").get_by_role("link", name="Decide").click()
    expect(moderator.get_by_text("It insults Cy.")).to_be_visible()
    looks_well(moderator, "#content")
    decide(moderator, "They play without me.", "Do nothing")
    decide(moderator, "mole", "Remove the message")
    decide(moderator, "Rude dwarves", "Change the name", name="Kind dwarves")
    decide(moderator, "A rude name.", "Change the name", name="Bert")
    assert Word.objects.get().text == ""
    circle.refresh_from_db()
    assert (circle.name, User.objects.get(pk=bo.pk).username) == ("Kind dwarves", "Bert")

    player.goto(DECISIONS)
    expect(player.get_by_text("because I read it.")).to_have_count(4)
    expect(player.get_by_role("main")).not_to_contain_text(re.compile("Ann|Mo"))
    looks_well(player)
    player.get_by_label("You can answer once").first.fill("That was a joke.")
    player.get_by_role("button", name="Send the answer").first.click()
    expect(player.get_by_text("That was a joke.")).to_be_visible()
    expect(player.get_by_role("button", name="Send the answer")).to_have_count(3)

    reporter.goto(reverse("games:report-player", args=[bo.pk]))
    send_report(reporter, "He goes on.", "How this player behaves")
    expect(reporter.get_by_text("did something about it")).to_have_count(3)
    expect(reporter.get_by_text("took a look and did nothing")).to_have_count(1)
    moderator.goto(QUEUE)
    moderator.get_by_role("row").filter(has_text="He goes on.").get_by_role("link", name="Decide").click()
    expect(moderator.get_by_text("That was a joke.")).to_be_visible()
    looks_well(moderator, "#content")
    decide(moderator, "He goes on.", "Mute the player", days=2)
    complaints.forgive("^422 .*/say$")
    player.goto(reverse("games:table", args=[game.code]))
    player.locator("#to-talk").tap()
    player.get_by_label("Write to the table").fill("Moles!")
    player.locator(".say form .button").first.click()
    expect(player.get_by_text("A moderator has muted you until")).to_be_visible()

    reporter.goto(reverse("games:report-player", args=[bo.pk]))
    send_report(reporter, "He shouts by claims.", "How this player behaves")
    decide(moderator, "He shouts by claims.", "Suspend the account", days=3)
    complaints.forgive("^403 ")
    player.goto("/")
    expect(player.get_by_role("heading", name="Your account is suspended")).to_be_visible()
    looks_well(player)
    player.get_by_role("link", name="Read the decision").click()
    expect(player.get_by_text("A moderator has suspended your account until")).to_be_visible()
    player.get_by_label("You can answer once").first.fill("I’ll be quiet.")
    player.get_by_role("button", name="Send the answer").first.click()
    expect(player.get_by_text("I’ll be quiet.")).to_be_visible()
    assert Ruling.objects.count() == 6
    assert not Complaint.objects.filter(settled_at=None).exists()
