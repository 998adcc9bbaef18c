"""Giving, confirming and removing an address."""

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.conftest import signed_in_as
from tests.accounts.post import delivered, link_in
from tests.factories import UserFactory

URL = reverse("account_email")
ADDRESS = "us@example.org"


def give(client: Client, address: str) -> str:
    """Give the address and return the path of the page that confirms it, as if a while after the last mail to it."""
    caches["limits"].clear()
    client.post(URL, {"email": address, "action_add": ""})
    return link_in(delivered()[-1])


def test_an_address_counts_once_it_is_confirmed(as_ann: Client, ann: User) -> None:
    path = give(as_ann, ADDRESS)
    ann.refresh_from_db()
    assert ann.email == ""
    assert "not confirmed yet" in as_ann.get(URL).content.decode()
    assert "Is us@example.org the address of Ann?" in as_ann.get(path).content.decode()
    as_ann.post(path)
    ann.refresh_from_db()
    assert ann.email == ADDRESS


def test_of_two_who_claim_an_address_the_one_who_reads_it_has_it(as_ann: Client, as_bo: Client) -> None:
    give(as_ann, ADDRESS)
    User.objects.filter(username="Ann").update(email=ADDRESS)
    as_bo.post(give(as_bo, ADDRESS))
    assert list(User.objects.order_by("username").values_list("username", "email")) == [("Ann", ""), ("Bo", ADDRESS)]


def test_a_confirmed_address_cannot_be_confirmed_by_another(as_ann: Client, as_bo: Client, ann: User, bo: User) -> None:
    first, second = give(as_ann, ADDRESS), give(as_bo, ADDRESS)
    as_ann.post(first)
    page = as_bo.get(second).content.decode()
    assert "Another player has already confirmed us@example.org." in page
    assert as_bo.post(second).status_code < 500
    bo.refresh_from_db()
    assert bo.email == ""


def test_an_address_can_be_removed(as_ann: Client, ann: User) -> None:
    as_ann.post(give(as_ann, ADDRESS))
    as_ann.post(URL, {"email": ADDRESS, "action_remove": ""})
    ann.refresh_from_db()
    assert ann.email == ""


@pytest.mark.parametrize("address", ["", "no address", "\0@example.org", "x" * 1_000_000])
@pytest.mark.parametrize("action", ["action_add", "action_send", "action_remove"])
def test_a_broken_address_changes_nothing(as_ann: Client, ann: User, address: str, action: str) -> None:
    assert as_ann.post(URL, {"email": address, action: ""}).status_code in (200, 302)
    ann.refresh_from_db()
    assert ann.email == ""
    assert not delivered()


def test_one_cannot_touch_the_address_of_another(as_ann: Client) -> None:
    bo = UserFactory.create(username="Bo", email=ADDRESS)
    signed_in_as(bo).get(URL)
    as_ann.post(URL, {"email": ADDRESS, "action_remove": ""})
    bo.refresh_from_db()
    assert bo.email == ADDRESS


def test_a_stranger_sees_no_addresses(stranger: Client, db: None) -> None:
    response = stranger.get(URL)
    assert response.status_code == 302
    assert response["Location"].startswith("/accounts/login/")


def test_a_made_up_link_gets_a_page(stranger: Client, db: None) -> None:
    response = stranger.get("/accounts/confirm-email/made:up:key/")
    assert response.status_code == 200
    assert "This link is used up or too old" in response.content.decode()
