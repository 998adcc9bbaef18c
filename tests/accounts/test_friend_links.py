"""The link of a user by which others become friends: made, followed, taken back; which users it keeps out."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import FriendLink, Friendship, User
from accounts.selectors.friends import are_friends
from accounts.services import farewell, friends
from games.models import Status
from tests.factories import FriendshipFactory, UserFactory
from tests.games.tables import browser_of, open_game

pytestmark = pytest.mark.django_db

PAGE, MAKE, REVOKE = (reverse(f"accounts:{name}") for name in ("friends", "friend-link-new", "friend-link-off"))


@pytest.fixture
def ann() -> User:
    return UserFactory.create(username="Ann")


@pytest.fixture
def bo() -> User:
    return UserFactory.create(username="Bo")


def door(owner: User) -> str:
    return reverse("accounts:friend-link", args=[friends.make_link(owner).token])


def page_of(user: User) -> str:
    return browser_of(user).get(PAGE).content.decode()


def test_link_is_made_shown_with_its_code_and_taken_back(ann: User, bo: User) -> None:
    assert "Make a link" in page_of(ann)
    assert browser_of(ann).post(MAKE)["Location"] == PAGE
    address = reverse("accounts:friend-link", args=[FriendLink.objects.get().token])
    shown = page_of(ann)
    assert f'id="link">http://localhost:8000{address}<' in shown
    assert 'class="qr-code"' in shown
    assert address not in page_of(bo)
    browser_of(ann).post(REVOKE)
    assert address not in page_of(ann)
    assert browser_of(bo).get(address).status_code == 404


def test_user_with_the_link_becomes_a_friend_with_one_tap(ann: User, bo: User) -> None:
    address, browser = door(ann), browser_of(bo)
    assert "Ann would like to be your friend." in browser.get(address).content.decode()
    assert not are_friends(ann, bo)
    for _time in range(2):
        assert browser.post(address)["Location"] == PAGE
        assert are_friends(ann, bo)
    assert "You and Ann are friends now." in browser.get(PAGE).content.decode()
    assert Friendship.objects.count() == 1


@pytest.mark.parametrize("asked_by", ["Ann", "Bo"])
def test_link_answers_an_open_request(ann: User, bo: User, asked_by: str) -> None:
    asker, other = (ann, bo) if asked_by == "Ann" else (bo, ann)
    friends.ask(asker=asker, other=other)
    browser_of(bo).post(door(ann))
    assert are_friends(ann, bo)


def test_visitor_logs_in_first_and_comes_back(ann: User) -> None:
    address = door(ann)
    shown = Client().get(address).content.decode()
    assert f"/accounts/login/?next={address}" in shown
    assert f"/accounts/signup/?next={address}" in shown
    assert Client().post(address)["Location"] == f"/accounts/login/?next={address}"


def test_new_link_ends_the_one_before(ann: User, bo: User) -> None:
    old, new = door(ann), door(ann)
    assert [browser_of(bo).get(address).status_code for address in (old, new)] == [404, 200]


def test_expired_link_looks_like_one_that_never_existed(ann: User, bo: User) -> None:
    address, browser = door(ann), browser_of(bo)
    FriendLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert browser.get(address).status_code == 404
    assert browser.post(address).status_code == 404
    assert not are_friends(ann, bo)


def test_blocked_user_gets_the_answer_of_a_link_that_never_existed(ann: User, bo: User) -> None:
    friends.block(blocker=ann, other=bo)
    assert browser_of(bo).post(door(ann)).status_code == 404
    assert not are_friends(ann, bo)


def test_owner_blocked_by_the_reader_is_no_friend(ann: User, bo: User) -> None:
    friends.block(blocker=bo, other=ann)
    browser = browser_of(bo)
    browser.post(door(ann))
    assert "You’ve blocked Ann. Unblock them first." in browser.get(PAGE).content.decode()
    assert not are_friends(ann, bo)


def test_own_link_makes_no_friend(ann: User) -> None:
    address, browser = door(ann), browser_of(ann)
    assert "This is your own link." in browser.get(address).content.decode()
    browser.post(address)
    assert "That’s you." in browser.get(PAGE).content.decode()
    assert not Friendship.objects.exists()


def test_guest_neither_makes_nor_uses_a_link(ann: User) -> None:
    rita = UserFactory.create(username="Rita", is_guest=True)
    browser = browser_of(rita)
    assert [browser.post(address).status_code for address in (MAKE, door(ann))] == [403, 403]
    assert not FriendLink.objects.exclude(user=ann).exists()


def test_link_goes_with_its_account(ann: User, bo: User) -> None:
    address = door(ann)
    farewell.delete_account(ann)
    assert not FriendLink.objects.exists()
    assert browser_of(bo).get(address).status_code == 404


def test_links_are_limited_by_the_hour(ann: User) -> None:
    browser = browser_of(ann)
    for _time in range(20):
        assert browser.post(MAKE).status_code == 302
    refused = browser.post(MAKE)
    assert (refused.status_code, "You’ve made a lot of links in the last hour" in refused.content.decode()) == (
        429,
        True,
    )
    assert int(refused["Retry-After"]) > 0


def test_row_of_a_friend_names_the_tables_of_both(
    ann: User, bo: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    cy = UserFactory.create(username="Cy")
    for friend in (bo, cy):
        FriendshipFactory.create(asked_by=ann, other=friend)
    open_game([ann, bo], name="Friday")
    open_game([bo, ann], name="Sunday")
    for name in ("Cellar", "Attic"):
        open_game([cy, ann], name=name)
    for name in ("One", "Two"):
        open_game([cy, ann], name=name)
    open_game([bo, cy], name="Without Ann")
    open_game([ann, cy], name="Long over", status=Status.OVER)
    browser = browser_of(ann)
    browser.get(PAGE)
    with django_assert_num_queries(8):
        shown = browser.get(PAGE).content.decode()
    assert "Here with you: Sunday, Friday" in shown
    assert "Without Ann" not in shown
    assert "Long over" not in shown
    assert "Here with you: Two, One, Attic …" in shown
