"""The page of devices: they come, are tried, and go."""

import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.contrib.auth import login
from django.contrib.sessions.models import Session
from django.core.cache import caches
from django.http import HttpRequest
from django.test import Client
from pytest_django.fixtures import Settings

from accounts.adapter import AccountAdapter
from accounts.channels import Trouble, push, sendings, troubles
from accounts.forms.devices import name_of
from accounts.models import Device, User
from accounts.services import devices
from accounts.services.farewell import delete_account
from accounts.services.guests import come, send_away
from accounts.services.trials import Trials
from saboteur_site.outgoing import webpush
from tests.accounts.conftest import signed_in_as
from tests.accounts.push_service import Browser, Service, push_service

URL = "/me/told/devices/"
AGENT = "Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0"


@pytest.fixture(autouse=True)
def service(settings: Settings, db: None) -> Iterator[Service]:
    settings.VAPID_KEY = webpush.new_key()
    settings.PUSH_TIMEOUT = 0.5
    with push_service(settings) as found:
        yield found


def said_by(browser: Browser) -> dict[str, str]:
    """What the form of the page sends."""
    return browser.subscription._asdict()


def add(client: Client, browser: Browser) -> int:
    """Let a browser say where it is; the status of the answer."""
    return client.post(URL, said_by(browser), headers={"User-Agent": AGENT}).status_code


def test_a_device_is_in_the_list_with_its_browser_and_its_system(as_ann: Client, ann: User, service: Service) -> None:
    assert add(as_ann, service.browser("phone")) == 302
    page = as_ann.get(URL).content.decode()
    assert "From now on we’ll notify you on this device." in page
    assert page.count("<b>Firefox, Android</b>") == page.count("this device</small>") == 1
    assert ann.devices.count() == 1


def test_the_same_browser_is_one_device_however_often_it_says_so(as_ann: Client, ann: User, service: Service) -> None:
    browser = service.browser("phone")
    assert [add(as_ann, browser) for _ in range(3)] == [302] * 3
    assert ann.devices.count() == 1


def test_a_browser_in_which_another_signs_in_becomes_theirs(
    as_ann: Client, as_bo: Client, ann: User, bo: User, service: Service
) -> None:
    browser = service.browser("shared")
    add(as_ann, browser)
    add(as_bo, browser)
    assert (ann.devices.count(), bo.devices.count()) == (0, 1)


def test_new_push_address_of_a_browser_replaces_the_old_one(
    as_ann: Client, as_bo: Client, ann: User, bo: User, service: Service
) -> None:
    add(signed_in_as(ann), service.browser("desk"))
    add(as_bo, service.browser("his"))
    for name in ("phone", "phone-2", "phone-3"):
        add(as_ann, service.browser(name))
    assert names_of(ann) == {"desk", "phone-3"}
    assert names_of(bo) == {"his"}


def test_session_does_not_replace_another_users_device(
    as_ann: Client, as_bo: Client, ann: User, bo: User, service: Service
) -> None:
    add(as_ann, service.browser("shared"))
    add(as_bo, service.browser("shared"))
    add(as_ann, service.browser("new"))
    assert (names_of(ann), names_of(bo)) == ({"new"}, {"shared"})


def names_of(user: User) -> set[str]:
    """The names by which the push service knows a user's devices."""
    return {device.endpoint.rpartition("/")[2] for device in user.devices.all()}


def test_a_person_has_twenty_devices_at_most(ann: User, service: Service) -> None:
    browsers = [service.browser(f"number-{number}") for number in range(devices.MOST + 1)]
    clients = [signed_in_as(ann) for _browser in browsers]
    assert [*map(add, clients, browsers)] == [302] * devices.MOST + [422]
    assert ann.devices.count() == devices.MOST
    assert add(clients[0], browsers[0]) == 302
    assert add(clients[0], browsers[-1]) == 302
    assert ann.devices.count() == devices.MOST


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("endpoint", ""),
        ("endpoint", "https://evil.example/x"),
        ("endpoint", "http://169.254.169.254/latest/meta-data/"),
        ("p256dh", "BA"),
        ("p256dh", "B" * 87),
        ("p256dh", "ü"),
        ("auth", "x" * 30),
        ("auth", ""),
        ("key", "B" * 87),
        ("key", "\x00"),
    ],
)
def test_invalid_push_subscription_is_refused(as_ann: Client, service: Service, field: str, value: str) -> None:
    answer = as_ann.post(URL, said_by(service.browser("phone")) | {field: value})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert not Device.objects.exists()
    assert devices.SESSION not in as_ann.session


def test_a_device_is_removed_by_its_owner_alone(as_ann: Client, as_bo: Client, ann: User, service: Service) -> None:
    add(as_ann, service.browser("phone"))
    key = ann.devices.get().pk
    for wrong in (key + 1, "x", "", "9" * 40, "²"):
        assert as_ann.post(f"{URL}remove", {"device": wrong}).status_code == 302
    assert as_bo.post(f"{URL}remove", {"device": key}).status_code == 302
    assert ann.devices.count() == 1
    assert {"data-here", "data-known"} <= said_here(as_ann)
    for _ in range(2):
        assert as_ann.post(f"{URL}remove", {"device": key}).status_code == 302
    assert not Device.objects.exists()
    assert not {"data-here", "data-known"} & said_here(as_ann)


def test_expired_device_is_removed_and_may_register_again(
    as_ann: Client, as_bo: Client, ann: User, service: Service
) -> None:
    browser = service.browser("phone")
    add(as_ann, browser)
    push.drop(ann.devices.get())
    assert "data-known" not in said_here(as_ann)
    assert "data-here" in said_here(as_ann)
    assert "data-here" not in said_here(as_bo)


def said_here(client: Client) -> set[str]:
    """What the page says of the browser in which it is shown."""
    found = re.search(r'<div id="here"([^>]*)>', client.get(URL).content.decode())
    assert found
    return set(re.findall(r"data-\w+", found[1]))


def sent(client: Client, key: int) -> str:
    """What the page says once a test was asked for and a worker has sent it."""
    page = client.post(f"{URL}test", {"device": key}, follow=True).content.decode()
    assert "A test is on its way." in page
    sendings.work([Trials()])
    return client.get(URL).content.decode()


def test_a_test_comes_to_one_device(as_ann: Client, ann: User, service: Service) -> None:
    browsers = [service.browser("phone"), service.browser("desk")]
    for browser in browsers:
        add(signed_in_as(ann), browser)
    key = ann.devices.get(endpoint=browsers[0].subscription.endpoint).pk
    assert re.search(r"The test at [^<]+ got through\.", sent(as_ann, key))
    assert [len(service.to(browser)) for browser in browsers] == [1, 0]
    assert browsers[0].read(service.received[0].body)["title"] == "It works"


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (410, "this browser no longer takes notifications, so remove it from your"),
        (403, "their push service doesn’t accept them"),
        (503, "could not be reached"),
    ],
)
def test_a_test_that_fails_says_why(as_ann: Client, ann: User, service: Service, status: int, words: str) -> None:
    browser = service.browser("phone")
    add(as_ann, browser)
    service.answer(browser, status)
    page = sent(as_ann, ann.devices.get().pk)
    assert "didn’t get through" in page
    assert words in page


def test_test_of_another_users_device_sends_nothing(as_ann: Client, as_bo: Client, ann: User, service: Service) -> None:
    add(as_ann, service.browser("phone"))
    assert as_bo.post(f"{URL}test", {"device": ann.devices.get().pk}).status_code == 422
    assert not service.received


def test_user_tests_a_chat_ten_times_an_hour(as_ann: Client, ann: User, service: Service) -> None:
    add(as_ann, service.browser("phone"))
    key = ann.devices.get().pk
    answers = [as_ann.post(f"{URL}test", {"device": key}).status_code for _ in range(11)]
    assert answers == [302] * 10 + [429]


def test_trouble_is_over_when_a_device_comes_or_the_last_one_goes(as_ann: Client, ann: User, service: Service) -> None:
    browser = service.browser("phone")
    troubles.note(ann.pk, push.NAME, Trouble.REFUSED)
    assert "Our notifications don’t reach your devices" in as_ann.get(URL).content.decode()
    add(as_ann, browser)
    assert User.objects.get(pk=ann.pk).troubles == {}
    troubles.note(ann.pk, push.NAME, Trouble.REFUSED)
    as_ann.post(f"{URL}remove", {"device": ann.devices.get().pk})
    assert User.objects.get(pk=ann.pk).troubles == {}


def test_log_out_removes_the_device(ann: User, service: Service) -> None:
    here, elsewhere = signed_in_as(ann), signed_in_as(ann)
    add(here, service.browser("here"))
    add(elsewhere, service.browser("elsewhere"))
    here.post("/accounts/logout/")
    assert [device.endpoint.rsplit("/", 1)[1] for device in ann.devices.all()] == ["elsewhere"]


def signs_in(client: Client, user: User) -> None:
    """Sign a user in, in a browser in which another may be signed in still."""
    request = HttpRequest()
    request.COOKIES = {name: cookie.value for name, cookie in client.cookies.items()}
    request.session = client.session
    login(request, user, backend="accounts.backends.NameBackend")
    request.session.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = str(request.session.session_key)


@pytest.mark.parametrize("before", ["signed in", "session ended"])
def test_next_user_to_sign_in_takes_the_browser_over(
    as_ann: Client, ann: User, bo: User, service: Service, before: str
) -> None:
    add(as_ann, service.browser("shared"))
    add(signed_in_as(ann), service.browser("hers"))
    if before == "session ended":
        Session.objects.all().delete()
        caches["sessions"].clear()
    signs_in(as_ann, bo)
    assert names_of(ann) == {"hers"}
    assert "data-known" not in said_here(as_ann)


def test_user_who_signs_in_again_gets_the_device_back(as_ann: Client, ann: User, service: Service) -> None:
    add(as_ann, service.browser("phone"))
    for name in ("signed in", "ended"):
        if name == "ended":
            Session.objects.all().delete()
            caches["sessions"].clear()
        signs_in(as_ann, ann)
        assert names_of(ann) == {"phone"}
        assert {"data-here", "data-known"} <= said_here(as_ann)
    as_ann.post("/accounts/logout/")
    assert names_of(ann) == set()


def test_forged_cookie_takes_over_no_browser(
    as_ann: Client, as_bo: Client, ann: User, bo: User, service: Service
) -> None:
    add(as_ann, service.browser("phone"))
    add(as_bo, service.browser("his"))
    cookie = as_ann.cookies[devices.COOKIE]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    key = str(ann.devices.get().pk)
    for made_up in (key, f"{key}:x", cookie.value[:-1], cookie.value.replace(key, f"{key}0", 1), "é", ""):
        as_bo.cookies[devices.COOKIE] = made_up
        signs_in(as_bo, bo)
    assert (names_of(ann), names_of(bo)) == ({"phone"}, {"his"})


def test_a_new_password_ends_every_session_and_so_all_devices_go(as_ann: Client, ann: User, service: Service) -> None:
    add(as_ann, service.browser("phone"))
    add(signed_in_as(ann), service.browser("of a thief"))
    AccountAdapter().set_password(ann, "seven dwarves dig deeper")
    assert names_of(ann) == set()


def test_nothing_of_it_stays_with_a_deleted_account(as_ann: Client, ann: User, service: Service) -> None:
    add(as_ann, service.browser("phone"))
    delete_account(ann)
    assert not Device.objects.exists()


def test_guest_is_notified_on_a_device_and_keeps_it_with_an_account(service: Service) -> None:
    guest = come(name="Gil")
    client = signed_in_as(guest)
    assert add(client, service.browser("phone")) == 302
    assert push.CHANNEL.may_reach(guest)
    assert "Reading offline" not in client.get(URL).content.decode()
    form = {"username": "Gil", "password1": "many blue pebbles", "email": ""}
    assert client.post("/accounts/signup/", form).status_code == 302
    assert Device.objects.get().user == guest
    assert client.session["device"] == Device.objects.get().pk


def test_device_of_a_guest_is_deleted_with_them(service: Service) -> None:
    guest = come(name="Gil")
    add(signed_in_as(guest), service.browser("phone"))
    send_away(guest.pk)
    assert not Device.objects.exists()


def test_no_page_shows_where_a_device_is_reached(as_ann: Client, service: Service) -> None:
    browser = service.browser("a-secret-place")
    add(as_ann, browser)
    page = as_ann.get(URL).content.decode()
    assert "a-secret-place" not in page
    assert browser.subscription.p256dh not in page


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (AGENT, "Firefox, Android"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/125.0 Safari/537.36", "Chrome, Windows"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/125.0 Safari/537.36 Edg/125.0", "Edge, Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.4 Safari/605.1.15", "Safari, macOS"),
        ("Mozilla/5.0 (Linux; Android 10; K) Chrome/125.0 Mobile Safari/537.36 OPR/82.0", "Opera, Android"),
        ("<script>alert(1)</script>", "A browser"),
        ("", "A browser"),
    ],
)
def test_a_device_has_a_plain_name(agent: str, name: str) -> None:
    assert name_of(agent) == name
