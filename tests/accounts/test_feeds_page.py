"""The page of the addresses of feeds: they are made, shown again, changed and taken away, each by its own player."""

import re
from html import unescape

import pytest
from django.conf import settings as site
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from accounts.models import FeedKey, User
from accounts.services.farewell import delete_account
from accounts.services.feeds import make, renew
from tests.accounts.conftest import signed_in_as
from tests.factories import FeedKeyFactory, UserFactory

URL = reverse("accounts:feeds")

pytestmark = pytest.mark.django_db


def fields(client: Client) -> dict[str, str]:
    """The addresses on the page, by the ids of their fields."""
    page = client.get(URL).content.decode()
    return dict(re.findall(r'<input id="(\w+)" readonly value="([^"]+)"', page))


def do(client: Client, deed: str) -> int:
    return client.post(URL, {"deed": deed}).status_code


def fetched(address: str) -> int:
    return Client().get(address.removeprefix(site.SITE_URL)).status_code


def test_feeds_have_no_address_before_it_is_requested(as_ann: Client) -> None:
    assert fields(as_ann) == {}
    assert not FeedKey.objects.exists()


def test_addresses_are_made_and_shown_again_and_both_can_be_fetched(as_ann: Client) -> None:
    assert do(as_ann, "make") == 302
    shown = fields(as_ann)
    assert set(shown) == {"calendar", "atom"}
    assert fields(as_ann) == shown
    assert [fetched(address) for address in shown.values()] == [200, 200]


def test_a_calendar_program_can_be_opened_with_the_address(as_ann: Client) -> None:
    do(as_ann, "make")
    links = re.findall(r'href="(webcal:[^"]+)"', as_ann.get(URL).content.decode())
    assert [unescape(link).partition("://")[2] for link in links] == [fields(as_ann)["calendar"].partition("://")[2]]


def test_the_link_to_a_calendar_program_sends_nothing_in_the_open(as_ann: Client, settings: Settings) -> None:
    do(as_ann, "make")
    settings.SITE_URL = "https://dig.example"
    assert 'href="webcals://dig.example/feeds/' in as_ann.get(URL).content.decode()


def test_making_twice_keeps_the_addresses(as_ann: Client) -> None:
    do(as_ann, "make")
    shown = fields(as_ann)
    do(as_ann, "make")
    assert fields(as_ann) == shown


def test_new_addresses_are_others_and_the_old_ones_lead_nowhere(as_ann: Client) -> None:
    do(as_ann, "make")
    old = fields(as_ann)
    assert do(as_ann, "renew") == 302
    new = fields(as_ann)
    assert not set(new.values()) & set(old.values())
    assert [fetched(address) for address in old.values()] == [404, 404]
    assert [fetched(address) for address in new.values()] == [200, 200]


def test_feed_renewal_creates_no_key(as_ann: Client) -> None:
    assert do(as_ann, "renew") == 302
    assert fields(as_ann) == {}


def test_removed_addresses_lead_nowhere_and_removing_twice_does_no_more(as_ann: Client) -> None:
    do(as_ann, "make")
    old = fields(as_ann)
    assert [do(as_ann, "remove"), do(as_ann, "remove")] == [302, 302]
    assert fields(as_ann) == {}
    assert [fetched(address) for address in old.values()] == [404, 404]


@pytest.mark.parametrize("form", [{}, {"deed": ""}, {"deed": "delete"}, {"deed": "\x00"}])
def test_an_unknown_button_changes_nothing_and_says_so(as_ann: Client, form: dict[str, str]) -> None:
    do(as_ann, "make")
    shown = fields(as_ann)
    response = as_ann.post(URL, form)
    assert response.status_code == 422
    assert "Nothing was changed" in response.content.decode()
    assert fields(as_ann) == shown


def test_everybody_sees_and_changes_their_own_alone(as_ann: Client, as_bo: Client) -> None:
    do(as_ann, "make")
    do(as_bo, "make")
    of_ann, of_bo = fields(as_ann), fields(as_bo)
    assert not set(of_ann.values()) & set(of_bo.values())
    do(as_bo, "renew")
    do(as_bo, "remove")
    assert fields(as_ann) == of_ann


def test_guests_and_people_who_are_not_signed_in_make_none(db: None) -> None:
    guest = UserFactory.create(is_guest=True)
    assert do(signed_in_as(guest), "make") == 403
    assert do(Client(), "make") == 302
    assert not FeedKey.objects.exists()


def test_the_profile_leads_to_the_page_but_not_that_of_a_guest(as_ann: Client) -> None:
    assert f'href="{URL}"' in as_ann.get(reverse("accounts:profile")).content.decode()
    guest = signed_in_as(UserFactory.create(is_guest=True))
    assert f'href="{URL}"' not in guest.get(reverse("accounts:profile")).content.decode()


def test_the_key_goes_with_the_account(ann: User) -> None:
    FeedKeyFactory.create(user=ann)
    delete_account(ann)
    assert not FeedKey.objects.exists()


def test_keys_have_at_least_128_bits_of_chance_and_no_two_are_alike(ann: User) -> None:
    make(user=ann)
    keys = set()
    for _ in range(50):
        renew(user=ann)
        keys.add(FeedKey.objects.get(user=ann).key)
    assert len(keys) == 50
    assert all(len(key) * 6 >= 128 and re.fullmatch(r"[\w-]+", key) for key in keys)


def test_a_row_does_not_say_its_key(ann: User) -> None:
    row = FeedKeyFactory.create(user=ann)
    assert row.key not in f"{row} {row!r}"
