"""A newcomer's day on a site by invitation: from a closed door to a table, and to terms that change overnight."""

from pathlib import Path

import pytest
from django.core.cache import cache
from playwright.sync_api import Page, expect
from pytest_django.fixtures import Settings

from accounts.models import User
from games.models import Game, Seat
from games.services import lobby
from tests.accounts.test_policy import put
from tests.e2e import MARKS
from tests.e2e.arrival import arrived
from tests.e2e.conftest import PHONE, Arrive, Complaints
from tests.e2e.test_moderators_day import looks_well
from tests.games.tables import open_game, people

pytestmark = MARKS

PASSWORD = "six dwarves dig deep"


@pytest.fixture
def invited_only(settings: Settings, tmp_path: Path) -> Path:
    """A site by invitation, without guests, with texts of its operator; the folder of the texts."""
    cache.clear()
    settings.SIGN_UP, settings.GUESTS, settings.OPEN_TABLES, settings.NEWCOMER_HOURS = "invitation", False, False, 24
    settings.CONTACT, settings.POLICY_DIR = "Ada, ada@example.org", str(tmp_path)
    put(tmp_path, "terms.en.txt", "Be kind at the table.\n\nPlay your own cards.")
    put(tmp_path, "privacy.en.txt", "We keep your name and your games.")
    return tmp_path


def finds_the_door_closed(page: Page) -> None:
    """A stranger finds no way in, but what holds here, and who runs the site."""
    page.goto("/")
    looks_well(page)
    expect(page.get_by_role("button", name="Play a first round")).to_have_count(0)
    page.goto("/accounts/signup/")
    expect(page.get_by_text("Open the link you were sent.")).to_be_visible()
    looks_well(page)
    page.get_by_role("contentinfo").get_by_role("link", name="About this site").tap()
    expect(page.get_by_text("You can sign up with an invitation")).to_be_visible()
    expect(page.get_by_role("link", name="ada@example.org")).to_be_visible()
    looks_well(page)
    page.get_by_role("link", name="Terms of this site").tap()
    expect(page.get_by_text("Play your own cards.")).to_be_visible()
    looks_well(page)


def signs_up_by_the_link(page: Page, link: str) -> None:
    """The link of a friend's table leads to the sign-up, and back to the table."""
    page.goto(link)
    expect(page.get_by_role("heading", name="Ann invites you to dig")).to_be_visible()
    looks_well(page)
    page.get_by_role("link", name="Sign up to sit down").tap()
    page.get_by_label("Name").fill("Rita")
    page.get_by_label("Password").fill(PASSWORD)
    looks_well(page)
    sign_up = page.get_by_role("main").get_by_role("button", name="Sign up")
    sign_up.tap()
    assert page.get_by_label("I accept the terms").evaluate("box => box.validity.valueMissing")
    assert not User.objects.filter(username="Rita").exists()
    page.get_by_label("I accept the terms").check()
    sign_up.tap()
    page.get_by_role("button", name="Take a seat").tap()
    expect(page.get_by_text("You’re in, Rita.")).to_be_visible()
    looks_well(page)
    page.get_by_role("button", name="Not now").tap()
    expect(page.locator("#seats .mine-now")).to_contain_text("Rita")


def accepts_the_new_terms(page: Page) -> None:
    """The first page leads to the changed terms, and from there on to where the newcomer wanted to go."""
    page.goto("/me/friends/")
    expect(page.get_by_text("The terms have changed.")).to_be_visible()
    expect(page.get_by_text("Tell no one your role.")).to_be_visible()
    looks_well(page)
    page.get_by_role("button", name="Accept the terms").tap()
    arrived(page, "**/me/friends/")
    page.goto("/")
    expect(page.get_by_role("link", name="Sunday shift")).to_be_visible()


def test_newcomer_comes_by_a_link_accepts_the_terms_and_plays(
    arrive: Arrive, complaints: Complaints, invited_only: Path
) -> None:
    ann, bo = people(2)
    game = open_game([ann, bo], code="lobby", name="Sunday shift", wanted=3)
    link = lobby.make_link(host=ann, code=game.code)
    page, host = arrive(**PHONE), arrive("Ann")

    finds_the_door_closed(page)
    signs_up_by_the_link(page, f"/join/{link.token}/")
    put(invited_only, "terms.en.txt", "Be kind at the table.\n\nTell no one your role.", later=9)
    # A form is sent whatever the terms say: a new account writes to friends only, and quick messages to all.
    complaints.forgive("^422 .*/say$")
    page.get_by_label("Write to the table").fill("Hello!")
    page.locator(".say form .button").first.tap()
    expect(page.get_by_text("Your account is new, so for now you can only write to friends.")).to_be_visible()
    accepts_the_new_terms(page)

    User.objects.filter(username="Ann").update(terms=User.objects.get(username="Rita").terms)
    host.goto("/t/lobby/")
    host.get_by_role("button", name="Start the game").click()
    page.goto("/t/lobby/")
    page.get_by_role("button", name="Go to the mine").tap()
    expect(page.locator(".hand > li")).not_to_have_count(0)
    assert Game.objects.get(pk=game.pk).status == "running"
    assert Seat.objects.filter(game=game, user__username="Rita").exists()
