"""Passkeys in Chromium, with a virtual authenticator: added, used instead of a password, used after it."""

from collections.abc import Callable

import pytest
from allauth.mfa.models import Authenticator
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.e2e.conftest import PHONE, Complaints
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]

PASSWORD = "six dwarves dig deep"


def with_authenticator(page: Page) -> Page:
    """Give a page's browser a fingerprint reader that always recognises its owner."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable", {"enableUI": False})
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return page


def log_in(page: Page) -> None:
    """Log Dee in with her password."""
    page.goto("/accounts/login/")
    page.get_by_label("Name").fill("Dee")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()


def log_out(page: Page) -> None:
    """Log out on the page of log-out."""
    page.goto("/accounts/logout/")
    page.get_by_role("button", name="Log out", exact=True).click()
    page.wait_for_url(lambda url: "/logout/" not in url)


def test_passkey_is_added_and_lets_its_owner_in_without_a_password(arrive: Callable[..., Page]) -> None:
    dee = UserFactory.create(username="Dee", password=PASSWORD)
    page = with_authenticator(arrive(**PHONE))
    log_in(page)
    page.wait_for_url("**/")
    page.goto("/me/")
    page.get_by_role("link", name="Signing in").click()
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    page.get_by_label("A name for this passkey").fill("My phone")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    page.get_by_role("link", name="I’ve kept them").click()
    expect(page.get_by_text("My phone")).to_be_visible()
    assert Authenticator.objects.filter(user=dee, type="webauthn").count() == 1

    log_out(page)
    page.goto("/accounts/login/?next=/me/friends/")
    page.get_by_role("button", name="Log in with a passkey").click()
    page.wait_for_url(lambda url: url.endswith("/me/friends/") and "?" not in url)

    # After the password the same passkey is the second step.
    log_out(page)
    log_in(page)
    expect(page.get_by_role("heading", name="One more step")).to_be_visible()
    page.get_by_role("button", name="Use my passkey").click()
    page.wait_for_url(lambda url: "/login/" not in url)
    assert User.objects.get(pk=dee.pk).last_login is not None
    page.goto("/accounts/sessions/")
    expect(page.get_by_text("this device")).to_be_visible()


def test_browser_without_the_passkey_says_so_and_stays(arrive: Callable[..., Page], complaints: Complaints) -> None:
    page = with_authenticator(arrive())
    page.goto("/accounts/login/")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_text("That didn’t work. Try again, or choose another way.")).to_be_visible()
    assert page.url.endswith("/accounts/login/")
