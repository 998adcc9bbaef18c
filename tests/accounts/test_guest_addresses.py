"""Addresses of guests: asked for by mail, confirmed, carried over to an account, deleted with the guest."""

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from accounts.channels import registry
from accounts.models import AccountMail, Device, Event, Muted, SignInLink, User
from accounts.selectors import people as people_selectors
from accounts.services import addresses, guests, sign_in
from saboteur_site.web import rates
from saboteur_site.web.rates import Rate
from tests.accounts.conftest import PASSWORD, signed_in_as
from tests.accounts.post import delivered, link_in, without_tokens
from tests.factories import DeviceFactory

URL, TOLD, NOTICES = reverse("account_email"), reverse("accounts:told"), reverse("accounts:notices")
ADDRESS = "lena@mail.example"
SENT = "We’ve sent you a mail."

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite(soak=True)]


@pytest.fixture
def lena() -> User:
    return guests.come(name="Lena")


@pytest.fixture
def as_lena(lena: User) -> Client:
    return signed_in_as(lena)


def give(client: Client, address: str = ADDRESS) -> str:
    """Give an address and return the path of the page that confirms it, as if a while after the last mail to it."""
    caches["limits"].clear()
    assert client.post(TOLD, {"email": address}).status_code == 302
    return link_in(delivered()[-1])


def confirmed(client: Client, address: str = ADDRESS) -> None:
    """Give an address and confirm it."""
    assert client.post(give(client, address)).status_code == 302


def emails() -> dict[str, str]:
    return dict(User.objects.exclude(email="").values_list("username", "email"))


# -- giving one


def test_opt_in_page_asks_a_guest_for_a_device_or_an_address(as_lena: Client) -> None:
    page = as_lena.get(TOLD).content.decode()
    assert "How should we notify you when it’s your turn?" in page
    assert "By mail" in page
    assert 'name="email"' not in page
    assert 'name="email"' in as_lena.get(f"{TOLD}?way=mail").content.decode()


def test_address_of_a_guest_counts_once_it_is_confirmed(as_lena: Client, lena: User) -> None:
    answer = as_lena.post(TOLD, {"email": ADDRESS.upper(), "next": "/rules/"}, follow=True)
    assert SENT in answer.content.decode()
    assert 'href="/rules/"' in answer.content.decode()
    lena.refresh_from_db()
    assert (lena.email, registry.notifies(lena, Event.TURN)) == ("", False)
    (mail,) = delivered()
    assert mail.to == [ADDRESS]
    path = link_in(mail)
    assert "Is lena@mail.example the address of Lena?" in as_lena.get(path).content.decode()
    assert emails() == {}
    assert as_lena.post(path).status_code == 302
    lena.refresh_from_db()
    assert (lena.email, registry.notifies(lena, Event.TURN)) == (ADDRESS, True)
    assert as_lena.get(TOLD)["Location"] == NOTICES


@pytest.mark.parametrize("address", ["", "no address", "a@b", "\0@mail.example", "x" * 300 + "@mail.example"])
def test_invalid_address_gets_a_sentence_and_no_mail(as_lena: Client, address: str) -> None:
    answer = as_lena.post(TOLD, {"email": address})
    assert answer.status_code == 422
    assert answer.context["form"].errors.keys() == {"email"}
    assert not AccountMail.objects.exists()
    assert not EmailAddress.objects.exists()


def test_time_zone_of_the_device_is_taken_with_any_answer(as_lena: Client, lena: User) -> None:
    as_lena.post(TOLD, {"time_zone": "Mars/Base"})
    lena.refresh_from_db()
    assert lena.time_zone == "UTC"
    as_lena.post(TOLD, {"time_zone": "Europe/Riga"})
    lena.refresh_from_db()
    assert (lena.time_zone, lena.declined_at is not None) == ("Europe/Riga", True)
    as_lena.post(TOLD, {"time_zone": "Asia/Tokyo"})
    lena.refresh_from_db()
    assert lena.time_zone == "Europe/Riga"


def test_last_address_given_is_the_only_one_asked_about(as_lena: Client) -> None:
    first = give(as_lena, "wrong@mail.example")
    confirmed(as_lena)
    assert list(EmailAddress.objects.values_list("email", "verified")) == [(ADDRESS, True)]
    as_lena.post(first)
    assert emails() == {"Lena": ADDRESS}


def test_new_address_of_a_guest_replaces_the_old_one_when_confirmed(as_lena: Client) -> None:
    confirmed(as_lena)
    path = give(as_lena, "new@mail.example")
    assert emails() == {"Lena": ADDRESS}
    as_lena.post(path)
    assert emails() == {"Lena": "new@mail.example"}
    assert EmailAddress.objects.count() == 1


# -- limits


def test_guest_who_gives_many_addresses_has_to_wait(as_lena: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rates.RATES, "guest-addresses", Rate(2, 600))
    answers = [as_lena.post(TOLD, {"email": f"{number}@mail.example"}) for number in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert 0 < int(answers[2]["Retry-After"]) <= 600
    assert AccountMail.objects.count() == 2


def test_guests_from_one_place_have_to_wait_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rates.RATES, "guest-addresses-of-place", Rate(2, 600))
    clients = [signed_in_as(guests.come(name=name)) for name in ("Lena", "Kim", "Ole")]
    answers = [client.post(TOLD, {"email": f"{number}@mail.example"}) for number, client in enumerate(clients)]
    assert [answer.status_code for answer in answers] == [302, 302, 429]


def test_address_is_not_asked_again_for_any_user(as_lena: Client) -> None:
    other = signed_in_as(guests.come(name="Kim"))
    pages = [client.post(TOLD, {"email": ADDRESS}, follow=True) for client in (as_lena, other)]
    assert [SENT in page.content.decode() for page in pages] == [True, True]
    assert len(delivered()) == 1


# -- an address that is another player's


def test_guest_who_gives_the_address_of_an_account_learns_nothing(as_lena: Client, ann: User) -> None:
    EmailAddress.objects.create(user=ann, email="ann@mail.example", verified=True, primary=True)
    User.objects.filter(pk=ann.pk).update(email="ann@mail.example")
    as_kim = signed_in_as(guests.come(name="Kim"))
    given = ((as_lena, "ann@mail.example"), (as_kim, "kim@mail.example"))
    answers = [client.post(TOLD, {"email": address}, follow=True) for client, address in given]
    assert without_tokens(answers[0]) == without_tokens(answers[1])
    to_ann, to_kim = delivered()
    assert (to_ann.to, to_kim.to) == (["ann@mail.example"], ["kim@mail.example"])
    assert "Lena entered this address" in str(to_ann.body)
    assert "confirm" not in str(to_ann.body)


def test_guest_cannot_confirm_an_address_that_became_an_account_s(as_lena: Client, ann: User) -> None:
    path = give(as_lena)
    User.objects.filter(pk=ann.pk).update(email=ADDRESS)  # as the host of the site does it
    assert "has already confirmed" in as_lena.get(path).content.decode()
    as_lena.post(path)
    assert emails() == {"Ann": ADDRESS}


def test_account_takes_the_address_of_a_guest_by_confirming_it(as_lena: Client, as_ann: Client) -> None:
    confirmed(as_lena)
    caches["limits"].clear()
    as_ann.post(URL, {"email": ADDRESS, "action_add": ""})
    path = link_in(delivered()[-1])
    assert emails() == {"Lena": ADDRESS}
    assert as_ann.post(path).status_code == 302
    assert emails() == {"Ann": ADDRESS}
    assert list(EmailAddress.objects.values_list("user__username", "verified")) == [("Ann", True)]


def test_guest_takes_the_address_of_another_guest_by_confirming_it(as_lena: Client) -> None:
    confirmed(as_lena)
    confirmed(signed_in_as(guests.come(name="Kim")))
    assert emails() == {"Kim": ADDRESS}


def test_reset_of_a_password_never_leads_to_a_guest(as_lena: Client, ann: User) -> None:
    confirmed(as_lena)
    assert people_selectors.whose_address(ADDRESS) == []
    EmailAddress.objects.create(user=ann, email=ADDRESS)
    assert people_selectors.whose_address(ADDRESS) == [ann]


# -- the page that confirms


def test_link_to_confirm_signs_no_guest_out(as_lena: Client) -> None:
    """Anybody can send a guest a link of their own; the session is a guest's only way in."""
    path = give(as_lena)
    kim = guests.come(name="Kim")
    as_kim = signed_in_as(kim)
    for answer in (as_kim.get(path), as_kim.post(path)):
        assert answer.status_code in (200, 302)
        assert as_kim.session["_auth_user_id"] == str(kim.pk)


def test_confirming_in_another_browser_says_that_it_worked(as_lena: Client) -> None:
    answer = Client().post(give(as_lena), follow=True)
    assert answer.redirect_chain[0][0] == reverse("accounts:confirmed")
    assert "You’re set" in answer.content.decode()
    assert emails() == {"Lena": ADDRESS}


# -- what they are told


def test_grid_of_a_guest_leaves_out_what_cannot_happen_to_them(as_lena: Client, lena: User) -> None:
    page = as_lena.get(NOTICES).content.decode()
    assert "It’s my turn" in page
    for words in ("I get a friend request", "I’m invited to a table", "Chats", reverse("accounts:feeds")):
        assert words not in page
    as_lena.post(NOTICES, {"email": ["turn"], "push": ["turn", "vote"], "digest": "", "digest_hour": "7"})
    muted = set(Muted.objects.filter(user=lena).values_list("channel", "event"))
    assert ("email", "vote") in muted
    assert ("push", "vote") not in muted
    assert {event for _channel, event in muted}.isdisjoint({"friend", "invitation"})
    assert {channel for channel, _event in muted} == {"email", "push"}


def test_not_now_leads_back_and_is_not_asked_again(as_lena: Client, lena: User) -> None:
    assert as_lena.post(TOLD, {"next": "/rules/"})["Location"] == "/rules/"
    lena.refresh_from_db()
    assert lena.declined_at is not None


# -- an account of it, the end of it


def test_account_made_by_a_guest_keeps_address_and_devices(as_lena: Client, lena: User) -> None:
    confirmed(as_lena)
    DeviceFactory.create(user=lena)
    page = as_lena.get(reverse("account_signup")).content.decode()
    assert f'value="{ADDRESS}"' in page
    form = {"username": "Lena", "password1": PASSWORD, "email": ADDRESS}
    assert as_lena.post(reverse("account_signup"), form).status_code == 302
    lena.refresh_from_db()
    assert (lena.is_guest, lena.email) == (False, ADDRESS)
    assert EmailAddress.objects.get(user=lena).verified
    assert Device.objects.filter(user=lena).exists()
    assert delivered() == []


def test_account_keeps_its_address_until_another_one_is_confirmed(as_lena: Client, lena: User) -> None:
    confirmed(as_lena)
    form = {"username": "Lena", "password1": PASSWORD, "email": "new@mail.example"}
    as_lena.post(reverse("account_signup"), form)
    assert emails() == {"Lena": ADDRESS}
    as_lena.post(link_in(delivered()[-1]))
    assert emails() == {"Lena": "new@mail.example"}
    assert EmailAddress.objects.count() == 1


def test_account_without_an_address_loses_that_of_the_guest(as_lena: Client) -> None:
    confirmed(as_lena)
    as_lena.post(reverse("account_signup"), {"username": "Lena", "password1": PASSWORD, "email": ""})
    assert emails() == {}
    assert not EmailAddress.objects.exists()


def test_address_that_waits_to_be_confirmed_is_carried_over_once(as_lena: Client, lena: User) -> None:
    path = give(as_lena)
    form = {"username": "Lena", "password1": PASSWORD, "email": ADDRESS}
    assert as_lena.post(reverse("account_signup"), form).status_code == 302
    as_lena.post(path)
    lena.refresh_from_db()
    assert (lena.is_guest, lena.email) == (False, ADDRESS)


def test_guest_removes_the_address(as_lena: Client, lena: User) -> None:
    confirmed(as_lena)
    sign_in.make(lena)
    as_lena.post(URL, {"action_remove": ""})
    assert emails() == {}
    assert not EmailAddress.objects.exists()
    assert not SignInLink.objects.exists()


def test_address_goes_with_the_guest(as_lena: Client, lena: User) -> None:
    confirmed(as_lena)
    caches["limits"].clear()
    addresses.give(guest=lena, address="new@mail.example", place="here")
    sign_in.make(lena)
    guests.send_away(lena.pk)
    lena.refresh_from_db()
    assert lena.email == ""
    for model in (EmailAddress, AccountMail, SignInLink):
        assert not model._default_manager.exists()
    assert delivered() == []
