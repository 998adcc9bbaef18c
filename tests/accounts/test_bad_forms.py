"""What is wrong with a form is said in the language of its page, as this site speaks to people."""

import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.conftest import PASSWORD, signed_in_as
from tests.accounts.post import delivered, link_in
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db

CODES = [code for code, _name in settings.LANGUAGES if code != "en"]
FORMAL = {
    "es": r"usted|\w+zca\b|Asegúrese|Escriba|Escoja|Elija|Seleccione|\bsu (?:contraseña|correo|cuenta)|\bDebe escribir",
    "uk": r"\b[Вв]и\b|\b[Вв]а[сш]|\b[Вв]ам|\w+(?:іть|йте|теся)\b",
    "lv": r"\b[Jj]ū[st]|\b[Jj]ums\b|\w{3,}iet\b",
    "bg": r"\b[Вв]ие\b|\b[Вв]а[сш]|\b[Вв]и\b|\w+(?:йте|дете|рете|шете)\b|акаунт",
    "de": r"\bSie\b|\bIhnen\b|\bIhre[mnrs]?\b|Kennwort",
    "fr": r"\b[Vv]ous\b|\b[Vv]otre\b|\b[Vv]os\b|\w{3,}ez\b",
    "pl": r"\bPan[ia]?\b|\b[Pp]roszę\b|\w+(?:j|ź|rz)cie\b",
}
"""How strangers are spoken to, and words that this site has others for."""
ENGLISH = re.compile(r"\b(the|this|that|is|must|not|enter|ensure|please|valid|password|field|choice)\b", re.IGNORECASE)
LONG = "x" * 300


def complaints(client: Client, address: str, spoken: str, **sent: object) -> list[str]:
    """What a page says about what was sent."""
    page = client.post(address, sent, headers={"Accept-Language": spoken}).content.decode()
    lists = re.findall(r'<ul class="errorlist[^>]*>(.*?)</ul>', page, re.DOTALL)
    alone = re.findall(r'<p class="notice bad" role="alert">(.*?)</p>', page, re.DOTALL)
    return alone + [words for one in lists for words in re.findall(r"<li>(.*?)</li>", one, re.DOTALL)]


def by_strangers(language: str) -> list[list[str]]:
    """Bad forms of strangers: to sign up, to log in, to ask for a new password."""
    signup, login = reverse("account_signup"), reverse("account_login")
    reset = reverse("account_reset_password")
    return [
        complaints(Client(), signup, language, username="", password1="short", email="nowhere"),
        complaints(Client(), signup, language, username="Eve", password1="password123"),
        complaints(Client(), signup, language, username="Evangelina", password1="evangelina"),
        complaints(Client(), signup, language, username=LONG, password1=LONG),
        complaints(Client(), signup, language, username="E\0ve", password1=""),
        complaints(Client(), login, language, login="", password=""),
        complaints(Client(), login, language, login=LONG, password=PASSWORD),
        complaints(Client(), login, language, login="Nobody", password=PASSWORD),
        complaints(Client(), reset, language, email="nowhere"),
    ]


def by_members(dee: User, language: str) -> list[list[str]]:
    """Bad forms of a user with an account."""
    client = signed_in_as(dee)
    change, profile, new = reverse("account_change_password"), reverse("accounts:profile"), reverse("games:new")
    return [
        complaints(client, change, language, oldpassword="wrong", password1="short", password2="other"),
        complaints(client, change, language, oldpassword=PASSWORD, password1="a good sentence", password2="another"),
        complaints(client, reverse("account_reauthenticate"), language, password="wrong"),
        complaints(client, reverse("account_email"), language, action_add="", email="nowhere"),
        complaints(client, reverse("account_email"), language, action_add="", email=dee.email),
        complaints(client, profile, language, language="xx", time_zone="No/Where", quiet_from="25:00", theme="x"),
        complaints(client, reverse("accounts:vacation"), language, first="never", last=""),
        complaints(client, reverse("accounts:ask"), language, name=""),
        complaints(client, new, language, rules="x", seats="many", name=LONG, bank_hours="x"),
    ]


@pytest.mark.parametrize("language", CODES)
def test_form_errors_are_in_the_site_language(language: str) -> None:
    dee = UserFactory.create(username="Dee", password=PASSWORD, email="dee@example.org", language=language)
    Client().post(reverse("account_reset_password"), {"email": dee.email})
    by_link = Client()
    path = by_link.get(link_in(delivered()[0]))["Location"]
    answers = [complaints(by_link, path, language, password1="short")]
    answers += [*by_strangers(language), *by_members(dee, language)]
    assert [number for number, said in enumerate(answers) if not said] == []
    said = {words for answer in answers for words in answer}
    assert {words for words in said if ENGLISH.search(words)} == set()
    assert {words for words in said if re.search(FORMAL[language], words)} == set()
    assert {words for words in said if "&#x27;" in words or "'" in words} == set()
