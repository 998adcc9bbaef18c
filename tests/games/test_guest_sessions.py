"""The session of a guest, which is their only way in: it begins with the guest, and outlives an upgrade."""

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.access import GUEST_SESSION
from accounts.models import User
from accounts.visits import ONCE
from games.models import Seat
from saboteur_site.cache.sessions import SessionStore
from saboteur_site.web.host_cookies import MARK
from tests.games.guests import TRY, link_to, tries, who
from tests.games.pages import go_on
from tests.games.tables import open_game

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite(soak=True)]

OLD, NEW = "sessionid", "__Host-sessionid"


def by_link(browser: Client) -> None:
    """Sit down as a guest by an invitation link."""
    game = open_game(1, wanted=3, guests_welcome=True)
    door = reverse("games:door", args=[link_to(game).token])
    browser.post(door, {"name": "Rita", "time_zone": "Europe/Riga"}, secure=True)


def by_practice(browser: Client) -> None:
    """Begin a round against bots."""
    browser.post(TRY, secure=True)


@pytest.mark.parametrize("become_guest", [by_link, by_practice])
@pytest.mark.parametrize("planted", ["known to the site", "made up"])
def test_becoming_a_guest_gives_the_browser_another_session(
    become_guest: Callable[[Client], None], planted: str
) -> None:
    store = SessionStore()
    if planted == "known to the site":
        store["seen"] = 1
        store.create()
    key, browser = store.session_key or "a" * 32, Client()
    browser.cookies[settings.SESSION_COOKIE_NAME] = key
    become_guest(browser)
    assert who(browser).is_guest
    assert browser.cookies[settings.SESSION_COOKIE_NAME].value != key
    attacker = Client()
    attacker.cookies[settings.SESSION_COOKIE_NAME] = key
    assert "_auth_user_id" not in attacker.session


def test_another_guest_on_the_same_browser_inherits_no_session() -> None:
    browser = Client()
    by_practice(browser)
    first, key = who(browser), browser.session.session_key
    browser.post(reverse("account_logout"))
    by_link(browser)
    assert who(browser) != first
    assert browser.session.session_key != key


# -- the name of the cookie under https


@pytest.fixture
def of_before() -> tuple[Client, User, str]:
    """A guest in mid-game whose browser has the cookie of the release before, its user, and the key of the session."""
    before = tries()
    browser, guest, key = Client(), who(before), before.cookies[OLD].value
    browser.cookies[OLD] = key
    go_on(browser, Seat.objects.get(user=guest).game.code)
    return browser, guest, key


@pytest.fixture
def upgraded(settings: Settings, of_before: tuple[Client, User, str]) -> tuple[Client, User, str]:
    """The same after the site was upgraded."""
    settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME = NEW, "__Host-csrftoken"
    settings.SESSION_COOKIE_SECURE = True
    return of_before


def at_table(browser: Client, guest: User) -> Any:
    """The page of the guest's table."""
    code = Seat.objects.get(user=guest).game.code
    return browser.get(reverse("games:table", args=[code]), secure=True)


def test_upgrade_keeps_a_guest_in_mid_game_signed_in(upgraded: tuple[Client, User, str]) -> None:
    browser, guest, key = upgraded
    assert at_table(browser, guest).status_code == 200
    handed = browser.cookies[NEW]
    assert handed.value == key
    assert (handed["secure"], handed["httponly"], handed["path"], handed["domain"]) == (True, True, "/", "")
    assert handed["max-age"] == GUEST_SESSION
    assert at_table(browser, guest).status_code == 200
    assert browser.cookies[OLD].value == ""
    del browser.cookies[OLD]
    assert at_table(browser, guest).status_code == 200


def test_upgrade_keeps_a_guest_whose_first_answer_was_lost(upgraded: tuple[Client, User, str]) -> None:
    browser, guest, key = upgraded
    at_table(browser, guest)
    again = Client()
    again.cookies[OLD] = key
    assert at_table(again, guest).status_code == 200


def visit_a_day_later(browser: Client, guest: User) -> None:
    """Come back when the last visit was a day ago, at which the session is renewed."""
    User.objects.filter(pk=guest.pk).update(visited_at=timezone.now() - ONCE)
    assert at_table(browser, guest).status_code == 200


def test_renewed_guest_session_is_not_taken_under_the_old_name(upgraded: tuple[Client, User, str]) -> None:
    browser, guest, key = upgraded
    at_table(browser, guest)
    at_table(browser, guest)
    del browser.cookies[OLD]
    visit_a_day_later(browser, guest)
    assert browser.cookies[NEW]["max-age"] == GUEST_SESSION
    thief = Client()
    thief.cookies[OLD] = key
    assert at_table(thief, guest).status_code != 200
    assert NEW not in thief.cookies


def test_guest_keeps_the_session_when_the_answer_that_renews_it_is_lost(upgraded: tuple[Client, User, str]) -> None:
    browser, guest, key = upgraded
    visit_a_day_later(browser, guest)
    again = Client()
    again.cookies[OLD] = key
    assert at_table(again, guest).status_code == 200


def test_form_of_a_page_opened_before_the_upgrade_is_accepted(upgraded: tuple[Client, User, str]) -> None:
    _, guest, key = upgraded
    browser = Client(enforce_csrf_checks=True)
    browser.cookies[OLD], browser.cookies["csrftoken"] = key, "c" * 32
    sent = {"language": "es", "csrfmiddlewaretoken": "c" * 32}
    origin = {"Origin": "https://testserver"}
    answer = browser.post(reverse("accounts:language"), sent, headers=origin, secure=True)
    assert answer.status_code == 302
    guest.refresh_from_db()
    assert guest.language == "es"


def test_session_that_began_under_the_new_name_is_not_taken_under_the_old(
    upgraded: tuple[Client, User, str],
) -> None:
    fresh = Client()
    by_practice(fresh)
    assert fresh.session[MARK]
    thief = Client()
    thief.cookies[OLD] = fresh.cookies[NEW].value
    assert at_table(thief, who(fresh)).status_code != 200
    assert NEW not in thief.cookies


def test_planted_session_of_no_person_is_not_handed_over(upgraded: tuple[Client, User, str]) -> None:
    planted = SessionStore()
    planted["told"] = "by an attacker"
    planted.save()
    victim = Client()
    victim.cookies[OLD] = str(planted.session_key)
    victim.get("/accounts/login/", secure=True)
    assert NEW not in victim.cookies or victim.cookies[NEW].value != planted.session_key
    assert victim.cookies[OLD].value == ""


def test_session_that_is_over_leaves_no_cookie_of_before(upgraded: tuple[Client, User, str]) -> None:
    browser, guest, key = upgraded
    SessionStore(key).delete()
    assert at_table(browser, guest).status_code != 200
    assert browser.cookies[OLD].value == ""


def test_site_without_https_keeps_the_names_of_its_cookies() -> None:
    assert (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME) == (OLD, "csrftoken")
    assert MARK not in tries().session
