"""The table of what failed requests say, the answers made from it, and the frame around every page."""

import logging
import re

import pytest
from django.conf import settings
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseGone,
    HttpResponseNotAllowed,
    HttpResponseNotFound,
)
from django.template.loader import render_to_string
from django.test import Client, RequestFactory, override_settings
from django.urls import path

from accounts.models import User
from saboteur_site.urls import handler429, handler500
from saboteur_site.urls import urlpatterns as site_urls
from saboteur_site.web import errors, failures, release
from tests.factories import UserFactory
from tests.games.pages import HX
from tests.games.tables import browser_of

TABLE = {"HX-Current-URL": "http://testserver/t/abc/?card=x", **HX}


def fall_over(request: HttpRequest) -> HttpResponse:
    raise ZeroDivisionError


def say_nothing(request: HttpRequest, status: int) -> HttpResponse:
    kinds = {404: HttpResponseNotFound, 410: HttpResponseGone}
    return HttpResponseNotAllowed(["PUT"]) if status == 405 else kinds.get(status, HttpResponse)(status=status)


urlpatterns = [*site_urls, path("fall-over/", fall_over), path("nothing/<int:status>/", say_nothing)]


@pytest.fixture
def as_ann(db: None) -> Client:
    """The browser of a signed-in user."""
    return browser_of(UserFactory.create(username="Ann"))


def is_strip(answer: HttpResponseBase) -> bool:
    """Whether the page that asked shows the answer above itself."""
    said = b"".join(answer).decode()
    return answer.headers.get("HX-Retarget") == "body" and 'class="fault" role="alert"' in said


# -- the table


@pytest.mark.parametrize("key", failures.FAILURES)
def test_every_failure_has_a_title_and_two_sentences(key: str) -> None:
    failure = failures.FAILURES[key]
    assert all(str(words)[0].isupper() for words in (failure.title, failure.page, failure.strip))
    assert str(failure.page)[-1] == str(failure.strip)[-1] == "."


@pytest.mark.parametrize("status", ["403", "404", "410", "429", "500", "502", "503", "network"])
def test_the_table_names_every_status_that_people_meet(status: str) -> None:
    assert status in failures.FAILURES


@pytest.mark.parametrize(("status", "like"), [(418, "400"), (404, "404"), (504, "502"), (500, "500")])
def test_a_status_without_a_line_reads_like_its_kind(status: int, like: str) -> None:
    assert failures.of(status) is failures.FAILURES[like]


# -- pages


def test_a_page_that_is_not_there_says_so_and_shows_the_way_home(client: Client, as_ann: Client) -> None:
    for browser in (client, as_ann):
        response = browser.get("/no/such/page/")
        assert response.status_code == 404
        page = response.content.decode()
        assert "This tunnel is a dead end" in page
        assert '<a class="button primary" href="/">' in page


@override_settings(ROOT_URLCONF=__name__)
def test_a_fault_of_ours_shows_a_number_that_stands_in_the_log(db: None, caplog: pytest.LogCaptureFixture) -> None:
    client = Client(raise_request_exception=False)
    for headers in ({}, HX):
        caplog.clear()
        with caplog.at_level(logging.ERROR):
            response = client.get("/fall-over/", headers=headers)
        assert response.status_code == 500
        page = response.content.decode()
        number = re.search(r"<b>([0-9a-f]{8})</b>", page)
        assert number
        assert f"Fault {number[1]} at GET '/fall-over/'" in caplog.text
        assert "ZeroDivisionError" not in page
        assert is_strip(response) is (headers == HX)


def test_the_page_of_a_fault_needs_nothing_at_all() -> None:
    page = render_to_string("failure_alone.html", {"failure": failures.of(500)})
    assert settings.SITE_NAME in page
    assert "{" not in page


def test_a_broken_request_gets_the_frame_without_its_reader(rf: RequestFactory) -> None:
    page = errors.bad_request(rf.get("/"), ValueError()).content.decode()
    assert "We couldn’t make sense of that" in page
    assert 'href="/accounts/login/"' in page


def test_refused_request_gets_a_sentence(rf: RequestFactory) -> None:
    assert "You can’t open this page" in errors.forbidden(rf.get("/"), ValueError()).content.decode()


def test_too_many_requests_get_a_waiting_time(rf: RequestFactory) -> None:
    response = errors.too_many(rf.get("/"))
    assert (response.status_code, response["Retry-After"]) == (429, "60")
    assert "Not so fast" in response.content.decode()


def test_a_missing_page_speaks_the_language_of_its_reader(db: None) -> None:
    with override_settings(LANGUAGE_CODE="en"):
        page = browser_of(UserFactory.create(language="es")).get("/no/such/page/").content.decode()
    assert '<html lang="es"' in page


# -- fragments


@override_settings(ROOT_URLCONF=__name__)
@pytest.mark.parametrize("status", [400, 403, 404, 405, 410, 429, 500, 502, 503])
def test_an_answer_with_nothing_in_it_is_given_its_sentence(as_ann: Client, status: int) -> None:
    page, part = (as_ann.get(f"/nothing/{status}/", headers=headers) for headers in ({}, TABLE))
    assert (page.status_code, part.status_code) == (status, status)
    assert str(failures.of(status).page) in page.content.decode()
    assert str(failures.of(status).strip) in part.content.decode()
    assert is_strip(part)
    assert not is_strip(page)
    assert "/t/abc/?card=x" in part.content.decode()
    if status == 405:
        assert page["Allow"] == part["Allow"] == "PUT"


def test_whatever_is_refused_to_htmx_comes_as_a_strip(as_ann: Client, rf: RequestFactory) -> None:
    asked = rf.post("/t/abc/move", headers=HX)
    for answer in (
        as_ann.post("/t/nowhere/move", headers=HX),
        as_ann.get("/no/such/page/", headers=HX),
        errors.too_many(asked),
        errors.forbidden(asked, ValueError()),
        errors.bad_request(asked, ValueError()),
        errors.service_unavailable(asked),
    ):
        assert is_strip(answer)


# -- a token from before a log-in


def strict(name: str = "") -> Client:
    """A browser whose forms need a token."""
    client = Client(enforce_csrf_checks=True)
    if name:
        client.force_login(User.objects.get(username=name), backend="accounts.backends.NameBackend")
    return client


def test_an_old_token_gets_a_new_one_that_works(as_ann: Client) -> None:
    browser = strict("Ann")
    browser.get("/me/")
    answer = browser.post("/t/nowhere/move", {"csrfmiddlewaretoken": "a" * 64}, headers=HX)
    assert answer.status_code == 403
    assert is_strip(answer)
    token = re.search(r'data-token="(\w+)"', answer.content.decode())
    assert token
    again = browser.post("/t/nowhere/move", {"csrfmiddlewaretoken": token[1]}, headers=HX)
    assert again.status_code == 404


def test_without_scripts_the_form_stands_on_the_page_once_more(as_ann: Client) -> None:
    browser, choice = strict("Ann"), {"seq": "7", "key": "k", "card": "<b>", "csrfmiddlewaretoken": "a" * 64}
    browser.get("/me/")
    ours = {"Origin": "http://testserver"}
    page = browser.post("/t/abc/move", choice, headers=ours).content.decode()
    assert "This page was out of date" in page
    assert 'name="card" value="&lt;b&gt;"' in page
    assert page.count("csrfmiddlewaretoken") == 1
    secret = browser.post("/accounts/login/", {"login": "Ann", "password": "open sesame"}, headers=ours)
    assert "sesame" not in secret.content.decode()
    unknown = browser.post("/t/abc/move", choice)
    assert 'name="card"' not in unknown.content.decode()
    foreign = browser.post("/t/abc/move", choice, headers={"Origin": "https://elsewhere.example"})
    assert foreign.status_code == 403
    assert 'name="card"' not in foreign.content.decode()


def test_a_browser_without_cookies_reads_so_first(db: None) -> None:
    sent = strict().post("/accounts/login/", {"login": "Ann", "password": "x"})
    page = sent.content.decode()
    assert sent.status_code == 403
    assert "<h2>Your browser blocks cookies</h2>" in page


# -- methods and releases


@pytest.mark.parametrize("path", ["/", "/healthz", "/t/abc/", "/no/such/page/", "/accounts/login/", "/admin/"])
def test_trace_and_unknown_methods_are_refused_with_405(client: Client, path: str) -> None:
    for method in ("TRACE", "CONNECT", "BREW"):
        answer = client.generic(method, path, headers={"Cookie": "secret=1"})
        assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")
        assert b"secret" not in answer.content


def test_answers_to_htmx_bear_the_release_of_the_page(as_ann: Client) -> None:
    page = as_ann.get("/me/")
    assert f'data-assets="{release.assets()}"' in page.content.decode()
    assert release.HEADER not in page
    for address in ("/waits", "/no/such/page/"):
        assert as_ann.get(address, headers=HX)[release.HEADER] == release.assets()


def test_the_site_uses_these_pages() -> None:
    assert (handler429, handler500) == ("saboteur_site.web.errors.too_many", "saboteur_site.web.errors.server_error")


def test_the_frame_names_the_page_the_site_and_its_makers(as_ann: Client) -> None:
    page = as_ann.get("/me/").content.decode()
    for piece in (
        "<title>Profile</title>",
        '<a class="skip" href="#main">',
        '<main id="main" class="page">',
        '<a href="/me/" aria-current="page">',
        f"{settings.SITE_NAME} is unofficial and non-commercial.",
        "Frédéric Moyersoen",
        "js/site.bundle",
        "django_htmx/htmx-2.min.js",
    ):
        assert piece in page


@override_settings(SITE_NAME="Dig <b>& Delve")
def test_the_name_of_the_site_is_escaped(client: Client, db: None) -> None:
    page = client.get("/accounts/login/").content.decode()
    assert "Dig &lt;b&gt;&amp; Delve" in page
    assert "Dig <b>" not in page
