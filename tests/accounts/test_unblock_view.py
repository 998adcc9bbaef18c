"""Unblocking a player."""

from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.selectors import friends as friends_selectors
from accounts.services import friends

URL = reverse("accounts:unblock")


def test_only_the_blocker_can_unblock(
    stranger: Client, as_ann: Client, as_bo: Client, as_cy: Client, ann: User, bo: User
) -> None:
    friends.block(blocker=ann, other=bo)
    stranger.post(URL, {"name": "Bo"})
    as_bo.post(URL, {"name": "Ann"})
    as_cy.post(URL, {"name": "Bo"})
    assert friends_selectors.is_blocked(blocker=ann, other=bo)
    page = as_ann.post(URL, {"name": "Bo"}, follow=True).content.decode()
    assert "Bo is no longer blocked." in page
    assert not friends_selectors.is_blocked(blocker=ann, other=bo)


def test_unblocking_needs_a_post(as_ann: Client, ann: User, bo: User) -> None:
    friends.block(blocker=ann, other=bo)
    assert as_ann.get(URL, {"name": "Bo"}).status_code == 405
    assert friends_selectors.is_blocked(blocker=ann, other=bo)
