"""Blocking a player."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Block, User
from accounts.selectors import friends as friends_selectors
from tests.accounts.conftest import HX
from tests.factories import FriendshipFactory

URL = reverse("accounts:block")


def test_blocking_by_name_is_seen_by_the_blocker_alone(
    as_ann: Client, as_bo: Client, as_cy: Client, ann: User, bo: User
) -> None:
    FriendshipFactory.create(asked_by=ann, other=bo)
    page = as_ann.post(URL, {"name": "bo"}, follow=True).content.decode()
    assert "You’ve blocked Bo. They won’t know." in page
    assert "Unblock Bo" in page
    assert not friends_selectors.are_friends(ann, bo)
    for client in (as_bo, as_cy):
        theirs = client.get(reverse("accounts:friends")).content.decode()
        assert "Unblock" not in theirs
        assert "Ann" not in theirs


def test_anonymous_visitor_blocks_no_player(stranger: Client, bo: User) -> None:
    assert stranger.post(URL, {"name": "Bo"}).status_code == 302
    assert not Block.objects.exists()


@pytest.mark.parametrize("name", ["Ann", "Nobody", "", "\0", "x" * 1_000_000])
def test_impossible_block_gets_a_notice(as_ann: Client, name: str) -> None:
    response = as_ann.post(URL, {"name": name}, headers=HX)
    assert response.status_code == 422
    assert 'class="notice bad"' in response.content.decode()
    assert not Block.objects.exists()


def test_blocking_needs_a_post(as_ann: Client, bo: User) -> None:
    assert as_ann.get(URL, {"name": "Bo"}).status_code == 405
    assert not Block.objects.exists()
