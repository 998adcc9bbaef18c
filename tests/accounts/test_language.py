"""Visitors find the site in their language, and can choose another without an account."""

import re
from html import unescape

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.readers import as_read_by
from accounts.services import guests
from saboteur_site.languages.choice import languages
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db

CODES = [code for code, _name in settings.LANGUAGES]
CHOOSE = "/me/language/"


def spoken(client: Client, address: str = "/", asks_for: str = "") -> str:
    """The language of a page, which its head and its header have to agree on."""
    response = client.get(address, headers={"Accept-Language": asks_for})
    found = re.search(r'<html lang="(\w+)"', response.content.decode())
    assert found is not None
    assert response["Content-Language"] == found[1]
    return found[1]


@pytest.mark.parametrize("language", CODES)
def test_a_stranger_chooses_a_language_and_comes_back_to_the_page(language: str) -> None:
    client = Client()
    answer = client.post(CHOOSE, {"language": language, "next": "/rules/cards/?x=1"})
    assert (answer.status_code, answer["Location"]) == (302, "/rules/cards/?x=1")
    assert spoken(client, "/rules/", asks_for="uk,lv") == language
    cookie = answer.cookies[settings.LANGUAGE_COOKIE_NAME]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert int(cookie["max-age"]) > 300 * 24 * 3600


@pytest.mark.parametrize("asked", ["xx", "", "e\0s", "uk-x", "../es"])
def test_unknown_language_gets_a_sentence_and_changes_nothing(asked: str, ann: User, as_ann: Client) -> None:
    answer = as_ann.post(CHOOSE, {"language": asked, "next": "/me/"}, follow=True)
    assert "Choose one of the languages." in answer.content.decode()
    assert settings.LANGUAGE_COOKIE_NAME not in as_ann.cookies
    ann.refresh_from_db()
    assert ann.language == ""


@pytest.mark.parametrize("elsewhere", ["https://example.org/", "//example.org/", "javascript:alert(1)", "rules"])
def test_redirect_after_the_choice_stays_on_this_site(elsewhere: str) -> None:
    assert Client().post(CHOOSE, {"language": "es", "next": elsewhere})["Location"] == "/"


def test_refused_language_form_offers_the_choice_again() -> None:
    client = Client(enforce_csrf_checks=True)
    refused = client.post(CHOOSE, {"language": "es"}).content.decode()
    fields = dict(re.findall(r'name="(csrfmiddlewaretoken|next)" value="([^"]*)"', refused))
    answer = client.post(CHOOSE, {"language": "es", **fields}, follow=True)
    assert (answer.status_code, answer["Content-Language"]) == (200, "es")


def test_page_without_the_request_offers_no_refused_choice() -> None:
    response = Client().get("/", dict.fromkeys(map(str, range(1500)), "1"))
    assert response.status_code == 400
    assert CHOOSE not in response.content.decode()


def test_the_choice_needs_a_form_of_this_site() -> None:
    assert Client(enforce_csrf_checks=True).post(CHOOSE, {"language": "es"}).status_code == 403
    assert Client().get(CHOOSE).status_code == 405


def test_choice_of_a_signed_in_user_is_stored_in_the_profile(ann: User, as_ann: Client) -> None:
    as_ann.post(CHOOSE, {"language": "lv"})
    ann.refresh_from_db()
    assert ann.language == "lv"
    assert spoken(as_ann, "/me/", asks_for="es") == "lv"


def test_the_footer_offers_each_language_in_its_own_words() -> None:
    page = Client().get("/").content.decode()
    names = re.findall(r'value="(\w+)"\s+lang="(\w+)"[^>]*>([^<]+)</button>', page)
    assert names == [(one.code, one.code, one.name) for one in languages()]
    assert page.count('aria-current="true"') == 1


def test_footer_offers_the_choice_to_anonymous_visitors_only(as_ann: Client) -> None:
    guest, client = guests.come(), Client()
    client.force_login(guest, backend="accounts.backends.NameBackend")
    assert CHOOSE in client.get("/rules/").content.decode()
    assert CHOOSE not in as_ann.get("/rules/").content.decode()


def test_language_parameter_of_an_address_is_used() -> None:
    client = Client()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "bg"
    assert [spoken(client, f"/?lang={code}", asks_for="es") for code in CODES] == CODES
    assert spoken(client, "/?lang=xx", asks_for="es") == "bg"
    assert spoken(Client(), "/?lang=xx", asks_for="es") == "es"


def test_chosen_language_wins_over_that_of_the_address() -> None:
    client = Client()
    back = client.post(CHOOSE, {"language": "lv", "next": "/rules/?x=1&lang=uk"})["Location"]
    assert (back, spoken(client, back)) == ("/rules/?x=1", "lv")


def test_the_profile_wins_over_the_address(ann: User, as_ann: Client) -> None:
    User.objects.filter(pk=ann.pk).update(language="es")
    assert spoken(as_ann, "/rules/?lang=uk") == "es"


@pytest.mark.parametrize("address", ["/", "/rules/", "/rules/cards/", "/rules/r/14/", "/learn/", "/learn/lay/"])
def test_a_page_open_to_strangers_names_its_addresses_in_other_languages(address: str) -> None:
    client = Client()
    page = client.get(f"{address}?lang=es").content.decode()
    others = dict(re.findall(r'<link rel="alternate" hreflang="([\w-]+)" href="([^"]+)">', page))
    assert list(others) == [*CODES, "x-default"]
    for code in CODES:
        assert others[code] == f"{settings.SITE_URL}{address}?lang={code}"
        assert spoken(client, others[code].removeprefix(settings.SITE_URL)) == code
    assert others["x-default"] == f"{settings.SITE_URL}{address}"


def test_search_covers_the_other_languages_too() -> None:
    page = Client().get("/rules/search/?q=gold+%26+stone&lang=es&x=1").content.decode()
    others = {code: unescape(address) for code, address in re.findall(r'hreflang="([\w-]+)" href="(http[^"]+)">', page)}
    search = f"{settings.SITE_URL}/rules/search/?q=gold+%26+stone"
    assert others == {code: f"{search}&lang={code}" for code in CODES} | {"x-default": search}


def test_private_pages_name_no_addresses_in_other_languages(as_ann: Client) -> None:
    assert "hreflang" not in as_ann.get("/me/").content.decode()
    assert "hreflang" not in as_ann.get("/").content.decode()


def test_response_has_a_vary_header_for_its_language() -> None:
    response = Client().get("/rules/")
    assert {"Accept-Language", "Cookie"} <= set(response["Vary"].replace(" ", "").split(","))
    assert "no-store" in response["Cache-Control"]


@pytest.mark.parametrize("language", CODES)
def test_a_refused_page_says_its_language_too(language: str) -> None:
    assert spoken(Client(), "/nowhere/", asks_for=language) == language
    assert spoken(Client(), "/away/", asks_for=language) == language


def test_the_admin_says_its_language() -> None:
    root = UserFactory.create(is_staff=True, is_superuser=True, language="uk")
    client = Client()
    client.force_login(root, backend="accounts.backends.NameBackend")
    page = client.get(reverse("admin:index")).content.decode()
    assert re.search(r'<html lang="uk"', page)


def test_mails_to_a_guest_are_in_the_language_of_their_first_visit() -> None:
    client = Client()
    client.post(reverse("games:try"), headers={"Accept-Language": "uk"})
    guest = User.objects.get(is_guest=True)
    assert guest.language == "uk"
    with as_read_by(guest):
        assert spoken(client, "/me/", asks_for="es") == "uk"


def test_sign_up_mail_is_in_the_language_of_the_page() -> None:
    client = Client()
    client.post(CHOOSE, {"language": "bg"})
    form = {"username": "Quinn", "password1": "many blue pebbles", "email": "", "time_zone": "UTC"}
    client.post(reverse("account_signup"), form, headers={"Accept-Language": "es"})
    assert User.objects.get(username="Quinn").language == "bg"
