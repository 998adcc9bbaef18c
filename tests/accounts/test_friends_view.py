"""The page of friends."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from accounts.services import friends
from tests.accounts.conftest import HX
from tests.factories import FriendshipFactory, UserFactory

URL = reverse("accounts:friends")


def test_a_stranger_is_sent_to_log_in_and_back(stranger: Client, db: None) -> None:
    response = stranger.get(URL)
    assert (response.status_code, response["Location"]) == (302, "/accounts/login/?next=/me/friends/")


def test_fragment_after_log_out_redirects_the_whole_page_to_log_in(stranger: Client, db: None) -> None:
    response = stranger.get(URL, headers=HX)
    assert (response.status_code, response["HX-Redirect"]) == (200, "/accounts/login/?next=/me/friends/")
    assert response.content == b""


def test_everybody_sees_their_own_lists_alone(
    as_ann: Client, as_bo: Client, as_cy: Client, ann: User, bo: User, cy: User
) -> None:
    FriendshipFactory.create(asked_by=ann, other=UserFactory.create(username="Dee"))
    friends.ask(asker=ann, other=bo)
    friends.block(blocker=ann, other=UserFactory.create(username="Grim"))
    pages = [client.get(URL).content.decode() for client in (as_ann, as_bo, as_cy)]
    assert ["Dee" in page for page in pages] == [True, False, False]
    assert ["Grim" in page for page in pages] == [True, False, False]
    assert ["Take back the request to Bo" in page for page in pages] == [True, False, False]
    assert ["Accept Ann" in page for page in pages] == [False, True, False]


def test_the_pages_of_a_blocked_and_of_an_unanswered_asker_are_the_same(
    as_ann: Client, as_cy: Client, ann: User, bo: User, cy: User
) -> None:
    friends.block(blocker=bo, other=ann)
    pages = []
    for client, person in ((as_ann, ann), (as_cy, cy)):
        answer = client.post(reverse("accounts:ask"), {"name": "Bo"}, headers=HX).content.decode()
        again = client.post(reverse("accounts:ask"), {"name": "Bo"}, headers=HX).content.decode()
        page = client.get(URL, headers=HX).content.decode()
        pages.append([without_tokens(text).replace(person.username, "X") for text in (answer, again, page)])
    assert "You’ve sent Bo a friend request." in pages[0][0]
    assert pages[0] == pages[1]


def without_tokens(page: str) -> str:
    parts = page.split('name="csrfmiddlewaretoken" value="')
    return "".join([parts[0], *(part[64:] for part in parts[1:])])


def test_htmx_gets_the_lists_alone_but_history_gets_the_page(as_ann: Client) -> None:
    fragment = as_ann.get(URL, headers=HX).content.decode()
    assert fragment.startswith("<title>Friends</title>")
    assert fragment.count('<div id="friends"') == 1
    assert "<html" not in fragment
    restored = as_ann.get(URL, headers=HX | {"HX-History-Restore-Request": "true"}).content.decode()
    assert "<html" in restored


@pytest.mark.parametrize("crowd", [1, 25])
def test_the_page_costs_nine_queries_however_many_friends(
    as_ann: Client, ann: User, crowd: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _number in range(crowd):
        FriendshipFactory.create(asked_by=ann)
        FriendshipFactory.create(other=ann, open=True)
        FriendshipFactory.create(asked_by=ann, open=True)
        friends.block(blocker=ann, other=UserFactory.create())
    as_ann.get(URL)
    # The person, four lists, their link, tables of both, and how much waits for them. The session stands in a cache;
    # else it is the ninth.
    with django_assert_num_queries(8):
        as_ann.get(URL)


def test_names_are_escaped_wherever_they_stand(as_ann: Client, ann: User) -> None:
    sly = User.objects.create(username='<i x="y">&')
    FriendshipFactory.create(asked_by=sly, other=ann)
    other = User.objects.create(username="<script>1")
    FriendshipFactory.create(asked_by=other, other=ann, open=True)
    friends.block(blocker=ann, other=User.objects.create(username="'><img src=x>"))
    page = as_ann.get(URL).content.decode()
    assert "&lt;i x=&quot;y&quot;&gt;&amp;" in page
    assert "&lt;script&gt;1" in page
    assert "&#x27;&gt;&lt;img src=x&gt;" in page
    assert not {"<i x", "<script>1", "<img"} & {piece for piece in ("<i x", "<script>1", "<img") if piece in page}


def test_pages_of_people_are_not_cached_and_run_no_inline_code(as_ann: Client) -> None:
    response = as_ann.get(URL)
    page = response.content.decode()
    assert response["Cache-Control"] == "private, no-store"
    assert " style=" not in page
    assert "<style" not in page
    assert all(" src=" in tag for tag in page.split("<script")[1:])
    assert " onclick=" not in page
    assert "hx-on" not in page
