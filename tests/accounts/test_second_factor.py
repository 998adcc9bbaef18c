"""Second factors: authenticator apps, recovery codes, passkeys, and the admin that asks staff for one."""

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core.cache import cache
from django.test import Client
from pytest_django.fixtures import Settings

from accounts.models import AccountMail, User
from accounts.services import farewell, second_factors
from games import tasks
from games.watch import doctor
from saboteur_site.database import encryption
from tests.accounts.conftest import PASSWORD
from tests.accounts.methods import SECRET, just_confirmed, with_app
from tests.accounts.post import delivered
from tests.factories import UserFactory
from tests.games.staff import viewer
from tests.games.tables import browser_of

pytestmark = pytest.mark.django_db

CODE_PAGE = "/accounts/login/code/"


@pytest.fixture(autouse=True)
def uncounted() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def dee() -> User:
    return UserFactory.create(username="Dee", password=PASSWORD, email="dee@example.org")


def code(secret: str = SECRET) -> str:
    """The code that an app shows now."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))


def at_the_second_step(client: Client, name: str = "Dee") -> Client:
    """A browser in which the right password was entered."""
    response = client.post("/accounts/login/", {"login": name, "password": PASSWORD})
    assert (response.status_code, response["Location"]) == (302, CODE_PAGE)
    return client


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def confirmed(person: User) -> Client:
    """A browser of a signed-in person who has just entered their password again."""
    client = browser_of(person)
    assert client.post("/accounts/reauthenticate/", {"password": PASSWORD}).status_code == 302
    return client


# -- signing in


def test_password_alone_lets_in_a_person_without_a_second_factor(stranger: Client, dee: User) -> None:
    stranger.post("/accounts/login/", {"login": "Dee", "password": PASSWORD})
    assert is_in(stranger)


def test_code_of_the_app_lets_in_once(stranger: Client, dee: User) -> None:
    with_app(dee)
    shown = code()
    assert not is_in(at_the_second_step(stranger))
    assert stranger.post(CODE_PAGE, {"code": shown}).status_code == 302
    assert is_in(stranger)
    other = at_the_second_step(Client())
    assert "isn’t right" in other.post(CODE_PAGE, {"code": shown}).content.decode()
    assert not is_in(other)


def test_recovery_code_lets_in_once(stranger: Client, dee: User) -> None:
    with_app(dee)
    spare = Authenticator.objects.get(type=Authenticator.Type.RECOVERY_CODES).wrap().get_unused_codes()[0]
    at_the_second_step(stranger).post(CODE_PAGE, {"code": spare})
    other = at_the_second_step(Client())
    other.post(CODE_PAGE, {"code": spare})
    assert (is_in(stranger), is_in(other)) == (True, False)


def test_wrong_codes_are_counted_for_the_account_in_any_browser(dee: User) -> None:
    with_app(dee)
    answers = [at_the_second_step(Client()).post(CODE_PAGE, {"code": "000000"}).status_code for _ in range(6)]
    assert answers == [200] * 5 + [429]
    last = at_the_second_step(Client())
    assert last.post(CODE_PAGE, {"code": code()}).status_code == 429
    assert not is_in(last)


def test_second_step_is_not_there_without_the_first(stranger: Client) -> None:
    response = stranger.get(CODE_PAGE)
    assert (response.status_code, response["Location"]) == (302, "/accounts/login/")


ANSWER = '{"id":"AA","rawId":"AA","type":"public-key","clientExtensionResults":{},"response":%s}'
JUNK = [
    *("", "null", "[]", "{}", "x", "[" * 5000, "9" * 20_001, '{"response": 7}'),
    '{"id": "x", "rawId": "x", "type": "x"}',
    ANSWER
    % '{"clientDataJSON":"AA","attestationObject":"AA","authenticatorData":"AA","signature":"AA","userHandle":"MQ"}',
    ANSWER % '{"clientDataJSON":"e30","attestationObject":"oA","authenticatorData":"oA","signature":"","userHandle":7}',
]


@pytest.mark.parametrize("junk", JUNK)
def test_passkey_that_no_browser_made_is_refused_in_a_sentence(junk: str, dee: User) -> None:
    stranger, member = Client(), confirmed(dee)
    stranger.get("/accounts/login/passkey/", headers={"Accept": "application/json"})
    member.get("/accounts/methods/passkeys/")
    response = stranger.post("/accounts/login/passkey/", {"credential": junk})
    assert response.status_code == 302
    assert not is_in(stranger)
    assert member.post("/accounts/methods/passkeys/", {"name": "mine", "credential": junk}).status_code == 200
    assert not Authenticator.objects.exists()


def test_challenges_are_counted_since_each_is_stored(stranger: Client) -> None:
    asked = [stranger.get("/accounts/login/passkey/", headers={"Accept": "application/json"}) for _ in range(31)]
    assert [one.status_code for one in asked] == [200] * 30 + [429]
    assert asked[0].json()["request_options"]["publicKey"]["userVerification"] == "required"


# -- setting up


def test_app_is_set_up_by_its_first_code_and_recovery_codes_are_shown(dee: User) -> None:
    client = confirmed(dee)
    page = client.get("/accounts/methods/app/").content.decode()
    secret = re.search(r"<code>([A-Z2-7]{32})</code>", page)
    assert secret
    assert "<svg" in page
    assert "style=" not in page
    assert "isn’t right" in client.post("/accounts/methods/app/", {"code": "000000"}).content.decode()
    response = client.post("/accounts/methods/app/", {"code": code(secret[1])}, follow=True)
    assert response.request["PATH_INFO"] == "/accounts/methods/codes/"
    assert len(re.findall(r"<code>\d{8}</code>", response.content.decode())) == 10
    kinds = set(Authenticator.objects.filter(user=dee).values_list("type", flat=True))
    assert kinds == {"totp", "recovery_codes"}


@pytest.mark.parametrize("page", ["passkeys/", "app/", "codes/new/"])
def test_sign_in_methods_are_changed_after_the_password_alone(page: str, dee: User) -> None:
    response = browser_of(dee).get(f"/accounts/methods/{page}")
    assert response["Location"].startswith("/accounts/reauthenticate/?next=")


def test_guest_has_no_sign_in_methods() -> None:
    guest = browser_of(UserFactory.create(username="Gus", is_guest=True))
    pages = ["methods/", "methods/passkeys/", "methods/app/", "methods/codes/", "sessions/", "reauthenticate/code/"]
    assert {guest.get(f"/accounts/{page}").status_code for page in pages} == {403}


def test_app_that_is_removed_is_asked_for_no_more(stranger: Client, dee: User) -> None:
    with_app(dee)
    client = confirmed(dee)
    client.get("/accounts/methods/app/remove/")
    client.post("/accounts/methods/app/remove/")
    assert not Authenticator.objects.exists()
    stranger.post("/accounts/login/", {"login": "Dee", "password": PASSWORD})
    assert is_in(stranger)


def test_mails_tell_of_added_and_removed_methods_and_name_the_browser(
    dee: User, django_capture_on_commit_callbacks: Any
) -> None:
    client = confirmed(dee)
    secret = re.search(r"<code>(\w{32})</code>", client.get("/accounts/methods/app/").content.decode())
    assert secret
    agent = {"User-Agent": "Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0"}
    with django_capture_on_commit_callbacks(execute=True):
        client.post("/accounts/methods/app/", {"code": code(secret[1])}, headers=agent)
    with django_capture_on_commit_callbacks(execute=True):
        client.post("/accounts/methods/codes/new/")
    client.post("/accounts/methods/app/remove/")
    sent = delivered()
    subjects = [mail.subject.partition("] ")[2] for mail in sent]
    assert subjects == [
        "An authenticator app was set up",
        "New recovery codes",
        "Your authenticator app is no longer used",
    ]
    assert "Browser: Firefox, Android" in sent[0].body
    assert "/accounts/methods/" in sent[0].body
    assert secret[1] not in "".join(str(mail.body) for mail in sent)


def test_deleted_account_leaves_no_second_factor(dee: User) -> None:
    farewell.delete_account(with_app(dee))
    assert not Authenticator.objects.exists()


# -- the admin


@pytest.fixture
def staff(settings: Settings) -> User:
    settings.STAFF_SECOND_FACTOR = True
    return viewer(UserFactory.create(username="Ida", password=PASSWORD))


def test_admin_leads_staff_without_a_second_factor_to_set_one_up(staff: User) -> None:
    client = browser_of(staff)
    response = client.get("/admin/", follow=True)
    assert response.request["PATH_INFO"] == "/accounts/methods/"
    assert "Staff need a second factor here." in response.content.decode()


def test_admin_asks_staff_for_their_second_factor_once_a_session(staff: User) -> None:
    with_app(staff)
    client = browser_of(staff)
    response = client.get("/admin/", follow=True)
    assert response.request["PATH_INFO"] == "/accounts/reauthenticate/code/"
    response = client.post("/accounts/reauthenticate/code/", {"code": code(), "next": "/admin/"})
    assert response["Location"] == "/admin/"
    assert client.get("/admin/").status_code == 200


def test_admin_is_open_after_a_sign_in_with_both_factors(stranger: Client, staff: User) -> None:
    with_app(staff)
    at_the_second_step(stranger, "Ida").post(CODE_PAGE, {"code": code()})
    assert stranger.get("/admin/").status_code == 200


def test_second_factor_of_others_does_not_open_the_admin(staff: User, dee: User) -> None:
    assert browser_of(with_app(dee)).get("/admin/login/").status_code == 403


def test_owner_is_notified_when_staff_remove_a_second_factor(dee: User) -> None:
    with_app(dee)
    head = UserFactory.create(username="Joe", is_staff=True, is_superuser=True)
    row = Authenticator.objects.get(type=Authenticator.Type.TOTP)
    page = browser_of(head).get(f"/admin/mfa/authenticator/{row.pk}/change/").content.decode()
    assert SECRET not in page
    browser_of(head).post(f"/admin/mfa/authenticator/{row.pk}/delete/", {"post": "yes"})
    assert not Authenticator.objects.exists()
    assert AccountMail.objects.get().template == "mfa/email/totp_deactivated"


# -- secrets in the database


def stored(person: User) -> str:
    """All that the rows of a person's second factors hold."""
    return " ".join(str(row.data) for row in Authenticator.objects.filter(user=person))


def plain(person: User) -> str:
    """The rows of a release that did not encrypt; the seed of the recovery codes."""
    seed = "ab" * 40
    Authenticator.objects.create(user=person, type="totp", data={"secret": SECRET})
    Authenticator.objects.create(user=person, type="recovery_codes", data={"seed": seed, "used_mask": 1})
    return seed


def let_in(dee: User) -> bool:
    """Whether the code of the app lets a person in now."""
    cache.clear()
    browser = at_the_second_step(Client())
    browser.post(CODE_PAGE, {"code": code()})
    return is_in(browser)


def test_rows_of_second_factors_hold_no_secret(dee: User) -> None:
    with_app(dee)
    codes = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()
    held = stored(dee)
    assert held.count("fernet:") == 2
    assert not [secret for secret in (SECRET, *codes) if secret in held]
    first, second = (second_factors.encrypt(SECRET) for _time in range(2))
    assert first != second
    assert second_factors.decrypt(first) == SECRET


def test_secret_set_up_on_the_page_is_encrypted(dee: User) -> None:
    client = confirmed(dee)
    client.get("/accounts/methods/app/")
    secret = client.session["mfa.totp.secret"]
    assert client.post("/accounts/methods/app/", {"code": code(secret)}).status_code == 302
    assert "fernet:" in stored(dee)
    assert secret not in stored(dee)


def test_plain_secrets_still_work_and_chores_encrypt_them(dee: User, monkeypatch: pytest.MonkeyPatch) -> None:
    seed = plain(dee)
    codes = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()
    assert let_in(dee)
    is_due = iter([True, False])
    monkeypatch.setattr("games.rows.retention.is_due", lambda _moment: next(is_due))
    tasks.tidy()
    assert seed not in stored(dee)
    assert SECRET not in stored(dee)
    assert Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes() == codes
    assert let_in(dee)
    assert second_factors.encrypt_all() == 0


def test_former_key_is_read_and_replaced_while_it_is_a_fallback(dee: User, settings: Settings) -> None:
    with_app(dee)
    former = settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another " * 8, [former]
    assert let_in(dee)
    assert [one.text for one in doctor.codes()] == ["2 are encrypted with the present key within a day"]
    assert second_factors.encrypt_all() == 2
    assert [one.text for one in doctor.codes()] == ["all are encrypted with the present key"]
    settings.SECRET_KEY_FALLBACKS = []
    assert let_in(dee)


def test_secret_of_a_lost_key_lets_no_one_in_and_says_so(
    dee: User, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    with_app(dee)
    before = stored(dee)
    settings.SECRET_KEY = "another " * 8
    browser = at_the_second_step(Client())
    answer = browser.post(CODE_PAGE, {"code": code()})
    assert answer.status_code == 200
    assert "We can’t check codes at the moment." in answer.content.decode()
    assert not is_in(browser)
    assert "SECRET_KEY" in caplog.text
    assert SECRET not in caplog.text
    assert (second_factors.encrypt_all(), stored(dee)) == (0, before)
    assert second_factors.unreadable().count() == 2
    [found] = doctor.codes()
    assert (found.verdict, found.text[:15]) == ("wrong", "2 are encrypted")


def test_recovery_codes_of_a_lost_key_are_made_again(dee: User, settings: Settings) -> None:
    with_app(dee)
    settings.SECRET_KEY = "another " * 8
    member = just_confirmed(dee)
    assert member.get("/accounts/methods/").status_code == 200
    assert member.get("/accounts/methods/codes/")["Location"] == "/accounts/methods/codes/new/"
    assert member.get("/accounts/methods/codes/new/").status_code == 200
    assert member.post("/accounts/methods/codes/new/").status_code == 302
    assert member.get("/accounts/methods/codes/").status_code == 200


@pytest.mark.parametrize("spoil", [lambda text: text[:-6] + "AAAA==", lambda text: text[:-40], lambda _: "fernet:"])
def test_spoilt_secret_is_unreadable(spoil: Callable[[str], str]) -> None:
    with pytest.raises(encryption.UnreadableError):
        second_factors.decrypt(spoil(second_factors.encrypt(SECRET)))


def test_text_for_another_purpose_is_unreadable() -> None:
    with pytest.raises(encryption.UnreadableError):
        encryption.decrypt(encryption.encrypt(SECRET, "webhooks"), second_factors.PURPOSE)


def test_encrypting_goes_on_past_rows_that_cannot_be_read(dee: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second_factors, "BATCH", 2)
    people = [UserFactory.create() for _number in range(5)]
    for number, person in enumerate(people):
        data = {"secret": SECRET} if number > 2 else {"secret": "fernet:00000000:AA"} if number else {}
        Authenticator.objects.create(user=person, type="totp", data=data)
    assert second_factors.encrypt_all() == 2
    assert second_factors.encrypt_all() == 0
