"""Changing a password, and getting back in without the old one."""

import re
from io import StringIO

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django.fixtures import Settings

from accounts.models import AccountMail, User
from tests.accounts.conftest import PASSWORD, signed_in_as
from tests.accounts.post import delivered, link_in
from tests.factories import UserFactory
from tests.games.comparing import TOKENS

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


def test_user_without_a_password_sets_a_first_one(as_ann: Client) -> None:
    assert as_ann.get(CHANGE)["Location"] == reverse("account_set_password")
    as_ann.post(reverse("account_set_password"), {"password1": NEW, "password2": NEW})
    assert may_log_in("Ann", NEW)


def test_a_link_comes_to_the_address_and_works_once(stranger: Client, dee: User) -> None:
    page = stranger.post(RESET, {"email": "dee@example.org"}, follow=True).content.decode()
    assert "If a player here has that address, a link is on its way" in page
    (message,) = delivered()
    assert "Dee" in message.body
    path = link_in(message)
    set_new_password(stranger, path)
    assert may_log_in("Dee", NEW)
    assert "This link is used up or too old" in Client().get(path).content.decode()


def test_unknown_address_gets_the_same_page_and_cost_and_no_mail(stranger: Client, dee: User) -> None:
    known, unknown = (asked(stranger, address) for address in ("dee@example.org", "nobody@example.org"))
    assert known == unknown
    assert mail.outbox == []
    assert [message.to for message in delivered()] == [["dee@example.org"]]
    assert not AccountMail.objects.exists()


def asked(stranger: Client, address: str) -> tuple[bytes, list[str]]:
    """The page after a request for a link, without the tokens of its forms, and its statements without values."""
    with CaptureQueriesContext(connection) as statements:
        page = TOKENS.sub(b"", stranger.post(RESET, {"email": address}, follow=True).content)
    return page, [re.sub(r"'[^']*'|\d+", "?", str(one["sql"])) for one in statements]


def test_links_lead_to_the_site_whatever_host_was_asked(
    stranger: Client, as_ann: Client, dee: User, settings: Settings
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    elsewhere = {"Host": "elsewhere.example"}
    stranger.post(RESET, {"email": "dee@example.org"}, headers=elsewhere)
    as_ann.post(reverse("account_email"), {"email": "ann@example.org", "action_add": ""}, headers=elsewhere)
    stranger.post(
        reverse("account_signup"), {"username": "Cy", "password1": NEW, "email": "cy@example.org"}, headers=elsewhere
    )
    sent = delivered()
    assert len(sent) == 3
    for message in sent:
        assert re.findall(r"https?://[^/]+", str(message.body)) == ["http://localhost:8000"]
        assert "elsewhere" not in message.message().as_string()


def test_asking_for_links_to_one_address_has_an_end(stranger: Client, dee: User) -> None:
    for number in range(5):
        client = Client(REMOTE_ADDR=f"192.0.2.{number}")
        assert client.post(RESET, {"email": "nobody@example.org"}).status_code == 302
    response = stranger.post(RESET, {"email": "Nobody@Example.org"})
    assert (response.status_code, int(response["Retry-After"]) > 0) == (429, True)
    assert stranger.post(RESET, {"email": "dee@example.org"}).status_code == 302


def test_user_without_an_address_is_referred_to_the_host(stranger: Client) -> None:
    assert "Ask the host of this site" in stranger.get(RESET).content.decode()


def test_hosts_link_signs_a_player_without_address_in_once(stranger: Client, ann: User, bo: User) -> None:
    out = StringIO()
    call_command("resetlink", "ann", stdout=out)
    link = out.getvalue().strip()
    assert re.fullmatch(r"http://localhost:8000/accounts/password/reset/key/\S+/", link)
    path = link.removeprefix("http://localhost:8000")
    set_new_password(stranger, path)
    assert may_log_in("Ann", NEW)
    assert not may_log_in("Bo", NEW)
    assert "This link is used up or too old" in Client().get(path).content.decode()


def test_a_link_bent_to_another_person_does_not_work(stranger: Client, ann: User, bo: User) -> None:
    out = StringIO()
    call_command("resetlink", "Ann", stdout=out)
    path = out.getvalue().strip().removeprefix("http://localhost:8000")
    bent = re.sub(r"/key/[^-]+-", f"/key/{bo.pk:x}-", path)
    assert bent != path
    assert "This link is used up or too old" in stranger.get(bent).content.decode()


@pytest.mark.parametrize(("traits", "said"), [({"is_bot": True}, "is a bot"), ({"is_active": False}, "is deactivated")])
def test_forbidden_names_get_no_link(traits: dict[str, bool], said: str) -> None:
    UserFactory.create(username="Rusty", **traits)
    with pytest.raises(CommandError, match=said):
        call_command("resetlink", "Rusty")


def test_unknown_user_gets_no_link() -> None:
    with pytest.raises(CommandError, match="There’s no player called Eve"):
        call_command("resetlink", "Eve")


@pytest.mark.parametrize("key", ["zz-1", "0-set-password", "1-set-password", "zzzzzzzzzzzzzzzz-a-b", "1-%00"])
def test_a_made_up_link_gets_a_page(stranger: Client, key: str) -> None:
    response = stranger.get(f"/accounts/password/reset/key/{key}/")
    assert response.status_code == 200
    assert "This link is used up or too old" in response.content.decode()


def set_new_password(client: Client, path: str) -> None:
    form = client.get(path, follow=True)
    address = form.redirect_chain[-1][0]
    assert client.post(address, {"password1": NEW, "password2": NEW}).status_code == 302
