"""Signing up with a name and a password."""

from unittest.mock import patch

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.conftest import PASSWORD
from tests.factories import UserFactory

URL = reverse("account_signup")
GOOD = {"username": "Dee", "password1": PASSWORD}

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


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
def test_nobody_is_led_to_another_site(stranger: Client, there: str) -> None:
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
def test_a_hostile_name_gets_a_sentence_and_makes_nobody(stranger: Client, name: str) -> None:
    response = stranger.post(URL, GOOD | {"username": name})
    assert response.status_code == 200
    assert response.context["form"].errors.keys() == {"username"}
    assert not User.objects.exists()


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
    assert "This name is taken, or looks too much like one that is." in response.content.decode()
    assert User.objects.count() == 1


def test_two_who_take_one_name_in_the_same_moment_get_a_sentence(stranger: Client, ann: User) -> None:
    with patch("accounts.adapter.selectors.person_named", return_value=None):
        response = stranger.post(URL, GOOD | {"username": "ann", "next": "/join/abc"})
    assert (response.status_code, response["Location"]) == (302, "/accounts/signup/?next=%2Fjoin%2Fabc")
    assert "Somebody took this name or address just now." in stranger.get(URL).content.decode()
    assert User.objects.count() == 1


@pytest.mark.parametrize("password", ["", "nine long", "password123456"[:9], "1234567890", "x" * 201, "x" * 1_000_000])
def test_a_weak_or_endless_password_is_refused(stranger: Client, password: str) -> None:
    response = stranger.post(URL, GOOD | {"password1": password})
    assert response.context["form"].errors.keys() == {"password1"}
    assert not User.objects.exists()


def test_ten_characters_are_enough_as_the_page_says(stranger: Client) -> None:
    assert "Ten characters or more" in stranger.get(URL).content.decode()
    assert stranger.post(URL, GOOD | {"password1": "dig4gold!!"}).status_code == 302


def test_an_address_is_kept_and_asked_to_be_confirmed(stranger: Client) -> None:
    stranger.post(URL, GOOD | {"email": "Dee@Example.org"})
    assert User.objects.get(username="Dee").email == "dee@example.org"
    assert [message.to for message in mail.outbox] == [["dee@example.org"]]
    assert "Is this your address?" in mail.outbox[0].subject


@pytest.mark.parametrize("email", ["not an address", "a@b", "x" * 400 + "@example.org", "a\0@example.org"])
def test_a_broken_address_gets_a_sentence(stranger: Client, email: str) -> None:
    assert stranger.post(URL, GOOD | {"email": email}).context["form"].errors.keys() == {"email"}


@pytest.mark.parametrize("email", ["bo@example.org", "BO@example.org"])
def test_an_address_belongs_to_one_player(stranger: Client, email: str) -> None:
    UserFactory.create(username="Bo", email="bo@example.org")
    response = stranger.post(URL, GOOD | {"email": email})
    assert "Somebody here has this address already." in response.content.decode()
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("told", "kept"), [("Europe/Riga", "Europe/Riga"), ("Mars/Phobos", "UTC"), ("x" * 9999, "UTC")]
)
def test_the_time_zone_of_the_browser_is_kept_if_it_exists(stranger: Client, told: str, kept: str) -> None:
    assert stranger.post(URL, GOOD | {"time_zone": told}).status_code == 302
    assert User.objects.get(username="Dee").time_zone == kept


def test_somebody_signed_in_does_not_sign_up(as_ann: Client) -> None:
    response = as_ann.get(URL)
    assert (response.status_code, response["Location"]) == (302, "/")
