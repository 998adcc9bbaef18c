"""Friend requests by name."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Friendship, User
from accounts.selectors import friends as friends_selectors
from accounts.services import friends
from saboteur_site.web.rates import RATES
from tests.accounts.conftest import HX
from tests.factories import UserFactory

URL = reverse("accounts:ask")
PAGE = reverse("accounts:friends")


def test_anonymous_visitor_sends_no_friend_request(stranger: Client, bo: User) -> None:
    response = stranger.post(URL, {"name": "Bo"})
    assert response.status_code == 302
    assert response["Location"].startswith("/accounts/login/")
    assert not Friendship.objects.exists()


def test_an_ask_is_made_by_posting_alone(as_ann: Client, bo: User) -> None:
    assert as_ann.get(URL, {"name": "Bo"}).status_code == 405
    assert not Friendship.objects.exists()


def test_an_ask_without_the_forms_token_is_refused_with_a_page(ann: User, bo: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(ann, backend="accounts.backends.NameBackend")
    response = client.post(URL, {"name": "Bo"})
    assert response.status_code == 403
    assert "Your browser blocks cookies" in response.content.decode()
    assert not Friendship.objects.exists()


@pytest.mark.parametrize("typed", ["Bo", "bo", "  BO "])
def test_asking_by_name_works_without_javascript(as_ann: Client, ann: User, bo: User, cy: User, typed: str) -> None:
    response = as_ann.post(URL, {"name": typed}, follow=True)
    assert response.redirect_chain == [(PAGE, 302)]
    assert "You’ve sent Bo a friend request." in response.content.decode()
    assert list(friends_selectors.asked_by(ann)) == [bo]
    assert not friends_selectors.asks_for(cy).exists()


def test_htmx_gets_the_lists_and_the_notice_and_the_focus(as_ann: Client, bo: User) -> None:
    page = as_ann.post(URL, {"name": "Bo"}, headers=HX).content.decode()
    assert "Take back the request to Bo" in page
    assert '<div id="notices" role="status" hx-swap-oob="true">' in page
    assert "You’ve sent Bo a friend request." in page
    assert " autofocus" in page


def test_asking_back_makes_friends_at_once(as_ann: Client, ann: User, bo: User) -> None:
    friends.ask(asker=bo, other=ann)
    page = as_ann.post(URL, {"name": "Bo"}, follow=True).content.decode()
    assert "Bo had asked you too, so you’re friends now." in page
    assert friends_selectors.are_friends(ann, bo)


@pytest.mark.parametrize(
    "name",
    ["", "  ", "Nobody", "B\0o", "B\u202eo", "x" * 1_000_000, "'; DROP TABLE accounts_user; --", "%(name)s %s {0}"],
)
@pytest.mark.parametrize("headers", [{}, HX])
def test_unknown_name_gets_a_sentence(as_ann: Client, name: str, headers: dict[str, str]) -> None:
    response = as_ann.post(URL, {"name": name}, headers=headers)
    assert response.status_code == 422
    assert 'class="errorlist"' in response.content.decode()
    assert not Friendship.objects.exists()


def test_a_lone_surrogate_in_the_bytes_gets_a_sentence(as_ann: Client) -> None:
    response = as_ann.post(URL, b"name=B%ED%A0%80o", content_type="application/x-www-form-urlencoded")
    assert response.status_code == 422


def test_a_form_without_the_field_gets_a_sentence(as_ann: Client) -> None:
    assert as_ann.post(URL, {"nom": "Bo"}).status_code == 422


@pytest.mark.parametrize("name", ["Ann", "Rusty", "Gone"])
def test_oneself_bots_and_people_who_left_cannot_be_asked(as_ann: Client, name: str) -> None:
    UserFactory.create(username="Rusty", is_bot=True)
    UserFactory.create(username="Gone", is_active=False)
    assert as_ann.post(URL, {"name": name}).status_code == 422
    assert not Friendship.objects.exists()


def test_name_stays_in_the_field_with_the_reason(as_ann: Client) -> None:
    page = as_ann.post(URL, {"name": "Bö<b>"}).content.decode()
    assert 'value="Bö&lt;b&gt;"' in page
    assert "There’s no player called Bö&lt;b&gt;." in page


def test_too_many_friend_requests_get_a_waiting_time(as_ann: Client, ann: User, bo: User) -> None:
    for _attempt in range(RATES["asks"].most):
        friends.ask(asker=ann, other=bo)
        friends.remove(user=ann, other=bo)
    response = as_ann.post(URL, {"name": "Bo"})
    assert response.status_code == 429
    assert 3500 < int(response["Retry-After"]) <= 3600
    assert not Friendship.objects.exists()
