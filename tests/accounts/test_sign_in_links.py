"""Links by mail that let a guest in: once, and for a short time."""

import logging
from datetime import timedelta
from hashlib import sha256

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.channels.off import behind
from accounts.models import Event, SignInLink, User
from accounts.services import guests, sign_in
from saboteur_site.web import rates, secret_parts
from saboteur_site.web.rates import Rate
from tests.accounts.conftest import signed_in_as
from tests.accounts.post import delivered, link_in, without_tokens
from tests.factories import UserFactory

ASK, HOME = reverse("accounts:sign-in"), reverse("games:home")
ADDRESS = "lena@mail.example"

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite(soak=True)]


def with_address(user: User, address: str = ADDRESS) -> User:
    """The same person, with a confirmed address."""
    EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
    User.objects.filter(pk=user.pk).update(email=address)
    user.refresh_from_db()
    return user


@pytest.fixture
def lena() -> User:
    return with_address(guests.come(name="Lena"))


def link(address: str = ADDRESS) -> str:
    """The path of a link that is asked for by mail on another device."""
    caches["limits"].clear()
    assert Client().post(ASK, {"email": address}).status_code == 200
    (mail,) = delivered()
    assert mail.to == [address.lower()]
    return link_in(mail)


def is_in(client: Client, user: User) -> bool:
    return client.session.get("_auth_user_id") == str(user.pk)


def test_link_lets_a_guest_in_on_another_device_once(lena: User) -> None:
    here, path = signed_in_as(lena), link(ADDRESS.upper())
    there = Client()
    page = there.get(path).content.decode()
    assert "Play on as Lena in this browser?" in page
    assert there.post(path)["Location"] == HOME
    assert is_in(there, lena)
    assert is_in(here, lena)
    assert there.session.get_expiry_age() > 399 * 24 * 3600
    late = Client()
    assert [late.get(path).status_code, late.post(path).status_code] == [410, 409]
    assert not is_in(late, lena)


def test_looking_at_a_link_does_not_use_it_up(lena: User) -> None:
    path = link()
    for _scanner in range(3):
        assert Client().get(path).status_code == 200
        assert Client().head(path).status_code == 200
    client = Client()
    client.post(path)
    assert is_in(client, lena)


def test_cross_site_form_signs_no_one_in(lena: User) -> None:
    path, client = link(), Client(enforce_csrf_checks=True)
    assert client.post(path).status_code == 403
    assert not is_in(client, lena)


def test_link_is_stored_as_a_hash_and_dies_within_half_an_hour(lena: User) -> None:
    path = link()
    token = path.rstrip("/").rpartition("/")[2]
    row = SignInLink.objects.get()
    assert row.digest == sha256(token.encode()).hexdigest()
    assert len(token) >= 32
    assert timedelta(minutes=29) < row.expires_at - timezone.now() <= timedelta(minutes=30)
    SignInLink.objects.update(expires_at=timezone.now())
    client = Client()
    assert client.post(path).status_code == 409
    assert not is_in(client, lena)


def test_one_link_that_was_used_ends_all_others(lena: User) -> None:
    first, second = link(), link()
    assert first != second
    Client().post(second)
    client = Client()
    assert client.post(first).status_code == 409
    assert not is_in(client, lena)


@pytest.mark.parametrize("change", ["account", "barred", "gone", "removed"])
def test_link_dies_with_what_it_stands_for(lena: User, change: str) -> None:
    path, client = link(), Client()
    if change == "account":
        signed_in_as(lena).post(
            reverse("account_signup"), {"username": "Lena", "password1": "many blue pebbles", "email": ADDRESS}
        )
    elif change == "barred":
        User.objects.filter(pk=lena.pk).update(is_active=False)
    elif change == "gone":
        guests.send_away(lena.pk)
    else:
        signed_in_as(lena).post(reverse("account_email"), {"action_remove": ""})
    assert client.get(path).status_code == 410
    assert client.post(path).status_code == 409
    assert not is_in(client, lena)


def test_session_is_a_new_one_after_a_link(lena: User) -> None:
    """What was planted in a browser before is worth nothing afterwards."""
    path, client = link(), Client()
    client.get(path)
    session = client.session
    session["planted"] = "yes"
    session.save()
    client.cookies["sessionid"] = planted = str(session.session_key)
    client.post(path)
    assert is_in(client, lena)
    assert client.cookies["sessionid"].value != planted
    other = Client()
    other.cookies["sessionid"] = planted
    assert not is_in(other, lena)


def test_session_of_another_player_ends_when_a_link_is_used(lena: User) -> None:
    kim = guests.come(name="Kim")
    client, path = signed_in_as(kim), link()
    before = str(client.session.session_key)
    page = client.get(path).content.decode()
    assert "You’re here as Kim right now." in page
    assert "can’t come back" in page
    client.post(path)
    assert is_in(client, lena)
    other = Client()
    other.cookies["sessionid"] = before
    assert not is_in(other, kim)


def test_guest_who_opens_the_link_where_they_play_is_led_home(lena: User) -> None:
    client, path = signed_in_as(lena), link()
    assert client.get(path)["Location"] == HOME
    assert SignInLink.objects.exists()


# -- asking for one


def test_answer_says_nothing_of_who_has_the_address(lena: User) -> None:
    with_address(UserFactory.create(username="Ann"), "ann@mail.example")
    unconfirmed = guests.come(name="Kim")
    EmailAddress.objects.create(user=unconfirmed, email="kim@mail.example")
    answers = []
    for address in (ADDRESS, "ann@mail.example", "kim@mail.example", "nobody@mail.example"):
        caches["limits"].clear()
        answer = Client().post(ASK, {"email": address})
        answers.append((answer.status_code, without_tokens(answer)))
    assert len(set(answers)) == 1
    assert [mail.to for mail in delivered()] == [[ADDRESS]]


@pytest.mark.parametrize(("kind", "most"), [("sign-in", 2), ("sign-ins-of-place", 2), ("accounts:sign-in", 2)])
def test_links_are_limited_for_an_address_and_for_a_place(
    lena: User, monkeypatch: pytest.MonkeyPatch, kind: str, most: int
) -> None:
    monkeypatch.setitem(rates.RATES, kind, Rate(most, 600))
    answers = [Client().post(ASK, {"email": ADDRESS}) for _try in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert 0 < int(answers[2]["Retry-After"]) <= 600
    assert len(delivered()) == 2


def test_guessing_links_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rates.RATES, "secret", Rate(3, 600))
    paths = [reverse("accounts:sign-in-link", args=[f"guess-{number}"]) for number in range(4)]
    assert [Client().get(path).status_code for path in paths] == [410, 410, 410, 429]


def test_guest_asks_for_a_link_on_the_page_of_the_address(lena: User) -> None:
    client = signed_in_as(lena)
    assert "Play on another device" in client.get(reverse("account_email")).content.decode()
    client.post(reverse("account_email"), {"link": "", "email": "another@mail.example"})
    (mail,) = delivered()
    assert mail.to == [ADDRESS]


def test_mail_with_a_link_has_a_link_that_stops_messages(lena: User) -> None:
    caches["limits"].clear()
    Client().post(ASK, {"email": ADDRESS})
    (mail,) = delivered()
    token = str(mail.body).partition("/me/off/")[2].partition("/")[0]
    found = behind(token)
    assert found is not None
    assert found[:2] == (lena, "email")
    assert set(found[2]) == set(Event)


def test_no_log_holds_a_link(lena: User, caplog: pytest.LogCaptureFixture) -> None:
    path = sign_in.make(lena)
    token = path.rstrip("/").rpartition("/")[2]
    assert token not in secret_parts.mask(f"GET {path} HTTP/1.1")
    with caplog.at_level(logging.DEBUG):
        Client().post(path + "x/")
    assert token not in caplog.text
