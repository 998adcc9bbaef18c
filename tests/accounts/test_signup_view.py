"""Signing up with a name and a password."""

import re
from unittest.mock import patch

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from tests.accounts.conftest import PASSWORD
from tests.accounts.post import delivered, link_in
from tests.factories import UserFactory

URL, EMAIL = reverse("account_signup"), reverse("account_email")
GOOD = {"username": "Dee", "password1": PASSWORD}

pytestmark = pytest.mark.django_db


def test_a_name_and_a_password_are_enough_to_be_in(stranger: Client) -> None:
    response = stranger.post(URL, GOOD)
    assert (response.status_code, response["Location"]) == (302, "/")
    dee = User.objects.get(username="Dee")
    assert stranger.session["_auth_user_id"] == str(dee.pk)
    assert dee.check_password(PASSWORD)
    assert (dee.email, dee.time_zone, dee.is_staff, dee.is_bot) == ("", "UTC", False, False)
    assert not mail.outbox


def test_a_newcomer_with_an_invitation_ends_up_there(stranger: Client) -> None:
    page = stranger.get(URL, {"next": "/join/abc?x=1"}).content.decode()
    assert '<input type="hidden" name="next" value="/join/abc?x=1">' in page
    assert 'href="/accounts/login/?next=%2Fjoin%2Fabc%3Fx%3D1"' in page
    response = stranger.post(URL, GOOD | {"next": "/join/abc?x=1"})
    assert response["Location"] == "/join/abc?x=1"


def test_a_mistake_on_the_way_does_not_lose_the_invitation(stranger: Client) -> None:
    page = stranger.post(URL, GOOD | {"password1": "short", "next": "/join/abc"}).content.decode()
    assert '<input type="hidden" name="next" value="/join/abc">' in page


@pytest.mark.parametrize(
    "there", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "\\\\evil.example"]
)
def test_log_in_redirects_to_no_other_site(stranger: Client, there: str) -> None:
    assert stranger.post(URL, GOOD | {"next": there})["Location"] == "/"


@pytest.mark.parametrize(
    "name",
    [
        "",
        "D",
        "x" * 25,
        "x" * 1_000_000,
        "D\0e",
        "D\u202ee",
        "D\u200be",
        "D\u0435e",
        "d@e.example",
        "<b>",
        "...",
        "D" + "\u0301" * 9,
    ],
)
def test_hostile_name_gets_a_sentence_and_creates_no_user(stranger: Client, name: str) -> None:
    response = stranger.post(URL, GOOD | {"username": name})
    assert response.status_code == 200
    assert response.context["form"].errors.keys() == {"username"}
    assert not User.objects.exists()


@pytest.mark.examples(5)
@pytest.mark.parametrize("field", ["username", "password1", "email", "time_zone", "next"])
@pytest.mark.parametrize("value", [b"%ED%A0%80%ED%B0%80", b"%00", b"%FF%FE", b"%F4%90%80%80"])
def test_broken_bytes_in_any_field_are_no_fault_of_ours(stranger: Client, field: str, value: bytes) -> None:
    rest = b"&".join(f"{name}={text}".replace(" ", "+").encode() for name, text in GOOD.items() if name != field)
    body = rest + b"&" + field.encode() + b"=" + value
    response = stranger.post(URL, body, content_type="application/x-www-form-urlencoded")
    assert response.status_code in (200, 302, 400)
    assert all(user.username == "Dee" for user in User.objects.all())


@pytest.mark.parametrize("name", ["ann", "ANN", " Ann ", "Ａｎｎ"])
def test_a_name_that_is_taken_in_any_spelling_is_refused(stranger: Client, ann: User, name: str) -> None:
    response = stranger.post(URL, GOOD | {"username": name})
    assert "That name is taken, or too close to one that is." in response.content.decode()
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("taken", "name"),
    [
        ("paypal", "paypaI"),  # a capital I
        ("Bepa", "Вера"),  # Cyrillic
        ("Вера", "Bepa"),
        ("Kot", "Кот"),  # in capitals
        ("GAT", "\u13c0\u13aa\u13a2"),  # Cherokee
        ("Ann", "\ua4eenn"),  # Lisu
        ("ăn", "ǎn"),  # breve and caron
        ("كمال", "کمال"),  # Arabic and Persian
        ("二郎", "ニ郎"),  # Chinese and Katakana
    ],
)
def test_a_name_that_looks_like_one_that_is_taken_is_refused(stranger: Client, taken: str, name: str) -> None:
    UserFactory.create(username=taken)
    response = stranger.post(URL, GOOD | {"username": name})
    assert "That name is taken, or too close to one that is." in response.content.decode()
    assert User.objects.count() == 1


def test_concurrent_lookalike_names_get_a_sentence(stranger: Client) -> None:
    UserFactory.create(username="Bepa")
    with patch("accounts.adapter.people_selectors.is_taken", return_value=False):
        assert stranger.post(URL, GOOD | {"username": "Вера"})["Location"] == URL
    assert User.objects.count() == 1


def test_two_who_take_one_name_in_the_same_moment_get_a_sentence(stranger: Client, ann: User) -> None:
    with patch("accounts.adapter.people_selectors.is_taken", return_value=False):
        response = stranger.post(URL, GOOD | {"username": "ann", "next": "/join/abc"})
    assert (response.status_code, response["Location"]) == (302, "/accounts/signup/?next=%2Fjoin%2Fabc")
    assert "That name was just taken." in stranger.get(URL).content.decode()
    assert User.objects.count() == 1


@pytest.mark.parametrize("password", ["", "nine long", "password123456"[:9], "1234567890", "x" * 201, "x" * 1_000_000])
def test_a_weak_or_endless_password_is_refused(stranger: Client, password: str) -> None:
    response = stranger.post(URL, GOOD | {"password1": password})
    assert response.context["form"].errors.keys() == {"password1"}
    assert not User.objects.exists()


def test_ten_characters_are_enough_as_the_page_says(stranger: Client) -> None:
    assert "At least ten characters" in stranger.get(URL).content.decode()
    assert stranger.post(URL, GOOD | {"password1": "dig4gold!!"}).status_code == 302


def test_an_address_is_asked_to_be_confirmed_and_counts_from_then_on(stranger: Client) -> None:
    stranger.post(URL, GOOD | {"email": "Dee@Example.org"})
    assert not mail.outbox
    sent = delivered()
    assert [message.to for message in sent] == [["dee@example.org"]]
    assert "Is this your address?" in sent[0].subject
    assert User.objects.get(username="Dee").email == ""
    stranger.post(link_in(sent[0]))
    assert User.objects.get(username="Dee").email == "dee@example.org"


@pytest.mark.parametrize("email", ["not an address", "a@b", "x" * 400 + "@example.org", "a\0@example.org"])
def test_a_broken_address_gets_a_sentence(stranger: Client, email: str) -> None:
    assert stranger.post(URL, GOOD | {"email": email}).context["form"].errors.keys() == {"email"}


OWNERS = {
    "confirmed": {"verified": True, "primary": True},
    "claimed": {"verified": False, "primary": False},
    "given by the host": {},
}


@time_machine.travel("2026-03-01T12:00:00Z", tick=False)
@pytest.mark.parametrize("owner", OWNERS)
def test_sign_up_hides_whether_an_address_is_known(owner: str) -> None:
    bo = UserFactory.create(username="Bo", email="" if owner == "claimed" else "bo@example.org")
    if OWNERS[owner]:
        EmailAddress.objects.create(user=bo, email="bo@example.org", **OWNERS[owner])
    known, unknown = (signed_up(name, address) for name, address in (("Dee", "Bo@Example.org"), ("Dex", "d@e.org")))
    assert known.replace("Dee", "Dex").replace("bo@example.org", "d@e.org") == unknown


def signed_up(name: str, address: str) -> str:
    """All that a browser is told from signing up to the page of the address, and what it costs."""
    stranger, sent = Client(), []
    with CaptureQueriesContext(connection) as statements:
        for address_of_page, form in ((URL, GOOD | {"username": name, "email": address}), ("/", None), (EMAIL, None)):
            response = stranger.get(address_of_page) if form is None else stranger.post(address_of_page, form)
            sent.append(f"{response.status_code} {response.headers} {response.content.decode()}")
    text = re.sub(r"(csrfmiddlewaretoken\" value=\"|Content-Length': ')\w+", r"\1", "\n".join(sent))
    return f"{len(statements)} {re.sub('data-hue=.[0-9]+', '', text)}"


def test_owner_of_an_address_is_notified_of_another_claim(stranger: Client) -> None:
    bo = UserFactory.create(username="Bo", email="bo@example.org")
    EmailAddress.objects.create(user=bo, email="bo@example.org", verified=True, primary=True)
    assert stranger.post(URL, GOOD | {"email": "BO@example.org"}).status_code == 302
    (message,) = delivered()
    assert message.to == ["bo@example.org"]
    assert "Your address was entered again" in message.subject
    for words in (
        "Dee entered this address",
        "it already belongs to Bo",
        "http://localhost:8000/accounts/password/reset/\n",
    ):
        assert words in message.body
    assert "confirm-email" not in message.body
    assert list(User.objects.exclude(email="").values_list("username", flat=True)) == ["Bo"]


@pytest.mark.parametrize(
    ("sent", "stored"), [("Europe/Riga", "Europe/Riga"), ("Mars/Phobos", "UTC"), ("x" * 9999, "UTC")]
)
def test_existing_time_zone_of_the_browser_is_stored(stranger: Client, sent: str, stored: str) -> None:
    assert stranger.post(URL, GOOD | {"time_zone": sent}).status_code == 302
    assert User.objects.get(username="Dee").time_zone == stored


def test_signed_in_user_cannot_sign_up(as_ann: Client) -> None:
    response = as_ann.get(URL)
    assert (response.status_code, response["Location"]) == (302, "/")
