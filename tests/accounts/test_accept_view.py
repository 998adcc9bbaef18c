"""Accepting a friend request."""

from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.selectors import friends as friends_selectors
from accounts.services import friends
from tests.accounts.conftest import HX

URL = reverse("accounts:accept")


def test_only_the_recipient_of_a_request_can_accept_it(
    stranger: Client, as_ann: Client, as_bo: Client, as_cy: Client, ann: User, bo: User
) -> None:
    friends.ask(asker=ann, other=bo)
    assert stranger.post(URL, {"name": "Ann"}).status_code == 302
    assert as_ann.post(URL, {"name": "Bo"}).status_code == 422
    assert as_cy.post(URL, {"name": "Ann"}).status_code == 422
    assert not friends_selectors.are_friends(ann, bo)
    page = as_bo.post(URL, {"name": "Ann"}, follow=True).content.decode()
    assert "You and Ann are friends now." in page
    assert friends_selectors.are_friends(ann, bo)


def test_withdrawn_request_gets_a_sentence(as_bo: Client, ann: User, bo: User) -> None:
    friends.ask(asker=ann, other=bo)
    friends.remove(user=ann, other=bo)
    response = as_bo.post(URL, {"name": "Ann"}, headers=HX)
    assert response.status_code == 422
    assert "The request from Ann is gone." in response.content.decode()


def test_request_of_a_blocked_player_looks_like_none(as_bo: Client, ann: User, bo: User, cy: User) -> None:
    friends.ask(asker=ann, other=bo)
    friends.block(blocker=bo, other=ann)
    answers = [as_bo.post(URL, {"name": name}, headers=HX).content.decode() for name in ("Ann", "Cy")]
    assert "The request from Ann is gone." in answers[0]
    assert "The request from Cy is gone." in answers[1]


def test_accepting_needs_a_post(as_bo: Client, ann: User, bo: User) -> None:
    friends.ask(asker=ann, other=bo)
    assert as_bo.get(URL, {"name": "Ann"}).status_code == 405
    assert not friends_selectors.are_friends(ann, bo)
