"""Changing a password, and getting back in without the old one."""

import re
from io import StringIO

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.conftest import PASSWORD, signed_in_as
from tests.factories import UserFactory

CHANGE = reverse("account_change_password")
RESET = reverse("account_reset_password")
NEW = "a wholly other sentence"

pytestmark = pytest.mark.django_db


@pytest.fixture
def dee(db: None) -> User:
    return UserFactory.create(username="Dee", password=PASSWORD, email="dee@example.org")


def may_log_in(name: str, password: str) -> bool:
    client = Client()
    client.post(reverse("account_login"), {"login": name, "password": password})
    return "_auth_user_id" in client.session


def test_changing_needs_the_old_password_and_ends_other_sessions(dee: User) -> None:
    here, elsewhere = signed_in_as(dee), signed_in_as(dee)
    refused = here.post(CHANGE, {"oldpassword": "wrong", "password1": NEW, "password2": NEW})
    assert refused.context["form"].errors.keys() == {"oldpassword"}
    done = here.post(CHANGE, {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW})
    assert (done.status_code, done["Location"]) == (302, "/me/")
    assert elsewhere.get("/me/").status_code == 302
    assert may_log_in("Dee", NEW)
    assert not may_log_in("Dee", PASSWORD)


def test_a_stranger_changes_nothing(stranger: Client, dee: User) -> None:
    assert stranger.post(CHANGE, {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}).status_code == 302
    assert may_log_in("Dee", PASSWORD)


def test_somebody_without_a_password_sets_a_first_one(as_ann: Client) -> None:
    assert as_ann.get(CHANGE)["Location"] == reverse("account_set_password")
    as_ann.post(reverse("account_set_password"), {"password1": NEW, "password2": NEW})
    assert may_log_in("Ann", NEW)


def test_a_link_comes_to_the_address_and_works_once(stranger: Client, dee: User) -> None:
    page = stranger.post(RESET, {"email": "dee@example.org"}, follow=True).content.decode()
    assert "If somebody here has this address" in page
    assert "Dee" in mail.outbox[0].body
    match = re.search(r"http://testserver(/\S+)", str(mail.outbox[0].body))
    assert match
    set_new_password(stranger, match[1])
    assert may_log_in("Dee", NEW)
    assert "has been used already" in Client().get(match[1]).content.decode()


def test_an_unknown_address_gets_the_same_page_and_no_mail(stranger: Client, dee: User) -> None:
    known = stranger.post(RESET, {"email": "dee@example.org"}, follow=True).content
    unknown = stranger.post(RESET, {"email": "nobody@example.org"}, follow=True).content
    assert known == unknown
    assert len(mail.outbox) == 1


def test_whoever_gave_no_address_is_told_to_ask_the_host(stranger: Client) -> None:
    assert "Ask the host of this site" in stranger.get(RESET).content.decode()


def test_the_hosts_link_lets_somebody_without_address_in_once(stranger: Client, ann: User, bo: User) -> None:
    out = StringIO()
    call_command("resetlink", "ann", stdout=out)
    link = out.getvalue().strip()
    assert re.fullmatch(r"http://localhost:8000/accounts/password/reset/key/\S+/", link)
    path = link.removeprefix("http://localhost:8000")
    set_new_password(stranger, path)
    assert may_log_in("Ann", NEW)
    assert not may_log_in("Bo", NEW)
    assert "has been used already" in Client().get(path).content.decode()


def test_a_link_bent_to_another_person_does_not_work(stranger: Client, ann: User, bo: User) -> None:
    out = StringIO()
    call_command("resetlink", "Ann", stdout=out)
    path = out.getvalue().strip().removeprefix("http://localhost:8000")
    bent = re.sub(r"/key/[^-]+-", f"/key/{bo.pk:x}-", path)
    assert bent != path
    assert "has been used already" in stranger.get(bent).content.decode()


@pytest.mark.parametrize(("traits", "said"), [({"is_bot": True}, "is a bot"), ({"is_active": False}, "is deactivated")])
def test_there_is_no_link_for_names_that_nobody_may_use(traits: dict[str, bool], said: str) -> None:
    UserFactory.create(username="Rusty", **traits)
    with pytest.raises(CommandError, match=said):
        call_command("resetlink", "Rusty")


def test_there_is_no_link_for_nobody() -> None:
    with pytest.raises(CommandError, match="Nobody here is called Eve"):
        call_command("resetlink", "Eve")


@pytest.mark.parametrize("key", ["zz-1", "0-set-password", "1-set-password", "zzzzzzzzzzzzzzzz-a-b", "1-%00"])
def test_a_made_up_link_gets_a_page(stranger: Client, key: str) -> None:
    response = stranger.get(f"/accounts/password/reset/key/{key}/")
    assert response.status_code == 200
    assert "has been used already" in response.content.decode()


def set_new_password(client: Client, path: str) -> None:
    form = client.get(path, follow=True)
    address = form.redirect_chain[-1][0]
    assert client.post(address, {"password1": NEW, "password2": NEW}).status_code == 302
