"""Logging in."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from accounts.models import User
from tests.accounts.conftest import PASSWORD
from tests.factories import UserFactory

URL = reverse("account_login")

pytestmark = pytest.mark.django_db


@pytest.fixture
def dee(db: None) -> User:
    return UserFactory.create(username="Dee", password=PASSWORD)


@pytest.mark.parametrize("typed", ["Dee", "dee", " DEE ", "Ｄｅｅ"])
def test_the_name_may_be_typed_in_any_way(stranger: Client, dee: User, typed: str) -> None:
    response = stranger.post(URL, {"login": typed, "password": PASSWORD})
    assert (response.status_code, response["Location"]) == (302, "/")
    assert stranger.session["_auth_user_id"] == str(dee.pk)


def test_after_logging_in_one_is_where_one_wanted_to_be(stranger: Client, dee: User) -> None:
    page = stranger.get(URL, {"next": "/t/7/?card=3"}).content.decode()
    assert 'href="/accounts/signup/?next=%2Ft%2F7%2F%3Fcard%3D3"' in page
    response = stranger.post(URL, {"login": "Dee", "password": PASSWORD, "next": "/t/7/?card=3"})
    assert response["Location"] == "/t/7/?card=3"


@pytest.mark.parametrize("there", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_log_in_redirects_to_no_other_site(stranger: Client, dee: User, there: str) -> None:
    assert stranger.post(URL, {"login": "Dee", "password": PASSWORD, "next": there})["Location"] == "/"


@pytest.mark.parametrize(("name", "password"), [("Dee", "wrong"), ("Nobody", PASSWORD), ("Nobody", "wrong")])
def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(
    stranger: Client, dee: User, name: str, password: str
) -> None:
    page = stranger.post(URL, {"login": name, "password": password}).content.decode()
    assert "This name and password don’t match." in page
    assert "_auth_user_id" not in stranger.session


def test_a_bot_cannot_log_in_even_with_a_password(stranger: Client) -> None:
    UserFactory.create(username="Rusty", is_bot=True, password=PASSWORD)
    stranger.post(URL, {"login": "Rusty", "password": PASSWORD})
    assert "_auth_user_id" not in stranger.session


def test_a_deactivated_player_cannot_log_in(stranger: Client, dee: User) -> None:
    User.objects.update(is_active=False)
    response = stranger.post(URL, {"login": "Dee", "password": PASSWORD}, follow=True)
    assert "_auth_user_id" not in stranger.session
    assert "Logging in with this name is blocked" in response.content.decode()


def test_deactivated_user_is_signed_out_at_once(as_ann: Client, ann: User) -> None:
    assert as_ann.get("/me/").status_code == 200
    User.objects.filter(pk=ann.pk).update(is_active=False)
    assert as_ann.get("/me/").status_code == 302


@pytest.mark.parametrize("login", ["", "\0", "x" * 1_000_000, "D\u202eee", "<script>", "%s%n", "'--"])
def test_a_hostile_name_gets_a_sentence(stranger: Client, login: str) -> None:
    response = stranger.post(URL, {"login": login, "password": PASSWORD})
    assert response.status_code == 200
    assert response.context["form"].errors
    assert "<script>" not in response.content.decode().replace("<script ", "")


def test_guessing_passwords_is_stopped(stranger: Client, dee: User) -> None:
    guesses = [stranger.post(URL, {"login": "Dee", "password": f"guess {number}"}) for number in range(6)]
    assert [guess.status_code for guess in guesses] == [200] * 5 + [429]
    assert 200 < int(guesses[-1]["Retry-After"]) <= 300
    assert "try again in 5 minutes" in guesses[-1].content.decode()
    right = Client(REMOTE_ADDR="192.0.2.9").post(URL, {"login": "dee", "password": PASSWORD})
    assert right.status_code == 429
    assert "_auth_user_id" not in right.client.session


def test_guesses_for_many_names_from_one_place_are_stopped_too(stranger: Client, dee: User) -> None:
    guesses = [stranger.post(URL, {"login": f"Dee{number}", "password": "a guess"}) for number in range(11)]
    assert [guess.status_code for guess in guesses] == [200] * 10 + [429]
    assert Client(REMOTE_ADDR="192.0.2.9").post(URL, {"login": "Dee", "password": PASSWORD}).status_code == 302


def test_a_name_cannot_be_tried_more_often_by_another_name_of_the_site(
    stranger: Client, dee: User, settings: Settings
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    guesses = [
        stranger.post(URL, {"login": "Dee", "password": "a guess"}, headers={"Host": f"site{number}.example"})
        for number in range(6)
    ]
    assert guesses[-1].status_code == 429


def test_correct_password_is_not_counted(dee: User) -> None:
    for _ in range(12):
        assert Client().post(URL, {"login": "Dee", "password": PASSWORD}).status_code == 302
