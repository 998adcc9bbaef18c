"""Where a person is signed in, and the mail about a browser that was not known."""

import re

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client

from accounts.models import AccountMail, User
from accounts.services import farewell
from tests.accounts.conftest import PASSWORD
from tests.accounts.post import delivered
from tests.factories import DeviceFactory, UserFactory
from tests.games.tables import browser_of

pytestmark = pytest.mark.django_db

PAGE = "/accounts/sessions/"
PHONE = "Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0"
LAPTOP = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"


@pytest.fixture
def dee() -> User:
    cache.clear()
    return UserFactory.create(username="Dee", password=PASSWORD, email="dee@example.org")


def signed_in(agent: str, client: Client | None = None) -> Client:
    """A browser in which Dee has signed in with her password."""
    client = client or Client()
    client.post("/accounts/login/", {"login": "Dee", "password": PASSWORD}, headers={"User-Agent": agent})
    assert "_auth_user_id" in client.session
    return client


def is_in(client: Client) -> bool:
    return client.get(PAGE).status_code == 200


def test_list_names_browsers_and_stores_no_network_address(dee: User) -> None:
    phone, _laptop = signed_in(PHONE), signed_in(LAPTOP)
    page = phone.get(PAGE).content.decode()
    assert re.findall(r"<b>([^<]+)</b>", page) == ["Chrome, Linux", "Firefox, Android"]
    assert page.count("Sign out there") == 1
    assert set(UserSession.objects.values_list("ip", flat=True)) == {"::"}


def test_session_that_is_signed_out_there_ends_with_its_notifications(dee: User) -> None:
    phone, laptop = signed_in(PHONE), signed_in(LAPTOP)
    device = DeviceFactory.create(user=dee)
    session = phone.session
    session["device"] = device.pk
    session.save()
    row = UserSession.objects.get(session_key=phone.session.session_key)
    laptop.post(PAGE, {"session": row.pk})
    assert (is_in(phone), is_in(laptop)) == (False, True)
    assert not dee.devices.exists()


def test_all_others_are_signed_out_at_once(dee: User) -> None:
    browsers = [signed_in(PHONE), signed_in(LAPTOP), signed_in(LAPTOP)]
    browsers[2].post(PAGE, {"others": ""})
    assert [is_in(one) for one in browsers] == [False, False, True]


@pytest.mark.parametrize("chosen", ["", "x", "-1", "9" * 30, "٣"])
def test_session_that_is_none_of_mine_stays(chosen: str, dee: User) -> None:
    phone = signed_in(PHONE)
    other = browser_of(UserFactory.create(username="Eve"))
    other.get(PAGE)
    row = UserSession.objects.get(user__username="Eve")
    assert phone.post(PAGE, {"session": chosen or row.pk}).status_code == 302
    assert is_in(other)


def test_session_from_before_an_upgrade_is_listed_when_it_looks(dee: User) -> None:
    client = browser_of(dee)
    assert not UserSession.objects.exists()
    assert client.get(PAGE).content.decode().count("this device") == 1


def test_log_out_and_new_password_leave_no_session_in_the_list(dee: User) -> None:
    phone, laptop = signed_in(PHONE), signed_in(LAPTOP)
    phone.post("/accounts/logout/")
    assert UserSession.objects.count() == 1
    new = {"password1": "many blue pebbles", "password2": "many blue pebbles"}
    laptop.post("/accounts/password/change/", {"oldpassword": PASSWORD, **new})
    assert not UserSession.objects.exists()


def test_session_that_has_run_out_is_not_listed(dee: User) -> None:
    phone, laptop = signed_in(PHONE), signed_in(LAPTOP)
    Session.objects.filter(session_key=phone.session.session_key).delete()
    assert "Firefox" not in laptop.get(PAGE).content.decode()


def test_deleted_account_leaves_no_session_in_the_table(dee: User) -> None:
    signed_in(PHONE)
    farewell.delete_account(dee)
    assert not UserSession.objects.exists()


# -- browsers that are not known


def test_mail_tells_of_a_new_browser_once(dee: User) -> None:
    phone = signed_in(PHONE)
    assert AccountMail.objects.count() == 1
    phone.post("/accounts/logout/")
    signed_in(PHONE, phone)
    sent = delivered()
    assert [mail.subject.partition("] ")[2] for mail in sent] == ["You logged in somewhere new"]
    assert sent[0].to == ["dee@example.org"]
    assert "Browser: Firefox, Android" in sent[0].body


def test_browser_of_another_person_is_new_to_this_one(dee: User) -> None:
    UserFactory.create(username="Eve", password=PASSWORD)
    client = signed_in(LAPTOP)
    client.post("/accounts/logout/")
    client.post("/accounts/login/", {"login": "Eve", "password": PASSWORD})
    client.post("/accounts/logout/")
    signed_in(LAPTOP, client)
    assert AccountMail.objects.count() == 1
    mark = client.cookies["known"].value
    assert len(mark.split(".")) == 2
    assert str(dee.pk) not in mark.split(".")


def test_sign_up_sends_no_mail_about_its_browser(stranger: Client) -> None:
    stranger.post("/accounts/signup/", {"username": "Quinn", "password1": "many blue pebbles"})
    assert not AccountMail.objects.filter(kind=AccountMail.Kind.METHOD).exists()
    assert stranger.cookies["known"].value


def test_person_without_an_address_gets_no_mail(dee: User) -> None:
    User.objects.update(email="")
    signed_in(PHONE)
    assert not AccountMail.objects.exists()


@pytest.mark.parametrize("cookie", [".", "x" * 5000, "ä.ö", "." * 3000])
def test_cookie_that_the_site_did_not_write_knows_no_one(cookie: str, dee: User) -> None:
    client = Client()
    client.cookies["known"] = cookie
    signed_in(PHONE, client)
    assert AccountMail.objects.count() == 1
    assert len(client.cookies["known"].value) < 400
