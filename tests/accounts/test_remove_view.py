"""Declining, taking back, and ending a friendship."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Friendship, User
from accounts.selectors import friends as friends_selectors
from tests.accounts.conftest import HX, signed_in_as
from tests.factories import FriendshipFactory, UserFactory

URL = reverse("accounts:remove")


@pytest.mark.parametrize("is_open", [True, False])
@pytest.mark.parametrize("ender", ["Ann", "Bo"])
def test_both_of_a_pair_can_end_it(ann: User, bo: User, is_open: bool, ender: str) -> None:
    FriendshipFactory.create(asked_by=ann, other=bo, open=is_open)
    one, other = (ann, bo) if ender == "Ann" else (bo, ann)
    page = signed_in_as(one).post(URL, {"name": other.username}, follow=True).content.decode()
    assert f"You and {other} aren’t friends." in page
    assert not Friendship.objects.exists()


def test_a_third_person_ends_nothing(stranger: Client, as_cy: Client, ann: User, bo: User) -> None:
    FriendshipFactory.create(asked_by=ann, other=bo)
    stranger.post(URL, {"name": "Ann"})
    for name in ("Ann", "Bo"):
        as_cy.post(URL, {"name": name}, headers=HX)
    assert friends_selectors.are_friends(ann, bo)


def test_friend_request_to_a_deleted_player_can_be_withdrawn(as_ann: Client, ann: User) -> None:
    FriendshipFactory.create(asked_by=ann, other=UserFactory.create(username="Gone", is_active=False), open=True)
    as_ann.post(URL, {"name": "Gone"})
    assert not Friendship.objects.exists()


def test_ending_needs_a_post(as_ann: Client, ann: User, bo: User) -> None:
    FriendshipFactory.create(asked_by=ann, other=bo)
    assert as_ann.get(URL, {"name": "Bo"}).status_code == 405
    assert friends_selectors.are_friends(ann, bo)
