"""The pages of requests that went wrong, and the frame around every page."""

import logging
import re

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.test import Client, RequestFactory, override_settings
from django.urls import path

from saboteur_site import errors
from saboteur_site.urls import handler429, handler500
from saboteur_site.urls import urlpatterns as site_urls
from tests.factories import UserFactory
from tests.games.tables import browser_of


def fall_over(request: HttpRequest) -> HttpResponse:
    raise ZeroDivisionError


urlpatterns = [*site_urls, path("fall-over/", fall_over)]


@pytest.fixture
def as_ann(db: None) -> Client:
    """The browser of somebody who is signed in."""
    return browser_of(UserFactory.create(username="Ann"))


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
    with caplog.at_level(logging.ERROR):
        response = client.get("/fall-over/")
    assert response.status_code == 500
    page = response.content.decode()
    number = re.search(r"<b>([0-9a-f]{8})</b>", page)
    assert number
    assert f"Fault {number[1]} at GET '/fall-over/'" in caplog.text
    assert "ZeroDivisionError" not in page


def test_the_page_of_a_fault_needs_nothing_at_all() -> None:
    page = render_to_string("500.html")
    assert settings.SITE_NAME in page
    assert "{" not in page


def test_a_broken_request_gets_the_frame_without_its_reader() -> None:
    page = render_to_string("400.html")
    assert "We could not make sense of that" in page
    assert 'href="/accounts/login/"' in page


def test_a_closed_door_says_so(rf: RequestFactory) -> None:
    assert "You cannot open this page" in render_to_string("403.html", request=rf.get("/"))


def test_too_many_requests_are_told_when_to_come_again(rf: RequestFactory) -> None:
    response = errors.too_many(rf.get("/"))
    assert (response.status_code, response["Retry-After"]) == (429, "60")
    assert "Not so fast" in response.content.decode()


def test_the_site_uses_these_pages() -> None:
    assert (handler429, handler500) == ("saboteur_site.errors.too_many", "saboteur_site.errors.server_error")


def test_the_frame_names_the_page_the_site_and_its_makers(as_ann: Client) -> None:
    page = as_ann.get("/me/").content.decode()
    for piece in (
        "<title>Profile</title>",
        '<a class="skip" href="#main">',
        '<main id="main" class="page">',
        '<a href="/me/" aria-current="page">Profile</a>',
        f"{settings.SITE_NAME} is unofficial and non-commercial.",
        "Frédéric Moyersoen",
        "js/requests",
        "django_htmx/htmx-2.min.js",
    ):
        assert piece in page


@override_settings(SITE_NAME="Dig <b>& Delve")
def test_the_name_of_the_site_is_escaped(client: Client, db: None) -> None:
    page = client.get("/accounts/login/").content.decode()
    assert "Dig &lt;b&gt;&amp; Delve" in page
    assert "Dig <b>" not in page
