"""What every answer carries, and in whose language and time it speaks."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from django.utils import timezone, translation
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from accounts.models import User
from saboteur_site import urls as site
from saboteur_site.web.middleware import impersonal
from tests.factories import UserFactory

MIDNIGHT = datetime(2026, 7, 1, 0, 0, tzinfo=UTC)


def clock(request: HttpRequest) -> HttpResponse:
    """Answer with the reader's language and with what their clock shows at midnight in UTC."""
    return HttpResponse(f"{translation.get_language()} {timezone.localtime(MIDNIGHT):%H:%M}")


@impersonal
def pulse(request: HttpRequest) -> HttpResponse:
    """Answer everybody alike."""
    return clock(request)


def poster(request: HttpRequest) -> HttpResponse:
    """Answer with what all the world may see."""
    return HttpResponse("come in", headers={"Cache-Control": "public, max-age=60"})


urlpatterns = [path("clock/", clock), path("pulse/", pulse), path("poster/", poster), *site.urlpatterns]


@pytest.fixture(autouse=True)
def own_addresses(settings: Settings) -> Iterator[None]:
    """Serve the views of this file; no language is left behind for other tests."""
    settings.ROOT_URLCONF = __name__
    with translation.override("en"), timezone.override(None):
        yield


@pytest.fixture
def dee(client: Client) -> User:
    """A signed-in user in Riga who reads Spanish."""
    dee: User = UserFactory.create(username="Dee", language="es", time_zone="Europe/Riga")
    client.force_login(dee)
    return dee


@pytest.mark.django_db
def test_a_person_reads_their_own_language_and_their_own_clock(client: Client, dee: User) -> None:
    assert client.get("/clock/", headers={"Accept-Language": "bg"}).content == b"es 03:00"


@pytest.mark.django_db
def test_without_a_chosen_language_the_browser_is_asked(client: Client, dee: User) -> None:
    User.objects.update(language="")

    assert client.get("/clock/", headers={"Accept-Language": "lv"}).content == b"lv 03:00"


@pytest.mark.django_db
def test_strangers_read_what_their_browser_asks_for_and_utc(client: Client) -> None:
    assert client.get("/clock/", headers={"Accept-Language": "uk"}).content == b"uk 00:00"


@pytest.mark.django_db
def test_the_next_request_knows_nothing_of_the_person_before(client: Client, dee: User) -> None:
    client.get("/clock/")

    assert Client().get("/clock/").content == b"en 00:00"


@pytest.mark.django_db
def test_a_zone_that_is_no_more_is_utc(client: Client, dee: User) -> None:
    User.objects.update(time_zone="Atlantis/Capital")

    assert client.get("/clock/").content == b"es 00:00"


@pytest.mark.django_db
def test_a_page_reads_session_and_user_and_nothing_more(
    client: Client, dee: User, django_assert_num_queries: DjangoAssertNumQueries, settings: Settings
) -> None:
    settings.SESSION_ENGINE = "django.contrib.sessions.backends.db"
    with django_assert_num_queries(2):
        client.get("/clock/")


@pytest.mark.django_db
def test_an_impersonal_view_reads_nothing(
    client: Client, dee: User, django_assert_num_queries: DjangoAssertNumQueries, settings: Settings
) -> None:
    settings.SESSION_ENGINE = "django.contrib.sessions.backends.db"
    with django_assert_num_queries(0):
        assert client.get("/pulse/").content == b"en 00:00"


@pytest.mark.django_db
def test_no_page_is_stored_but_what_all_the_world_may_see(client: Client, dee: User) -> None:
    assert client.get("/clock/")["Cache-Control"] == "private, no-store"
    assert client.get("/pulse/")["Cache-Control"] == "private, no-store"
    assert client.get("/nowhere/")["Cache-Control"] == "private, no-store"
    assert client.get("/poster/")["Cache-Control"] == "public, max-age=60"


@pytest.mark.django_db
def test_a_page_may_use_nothing_but_what_the_site_serves(client: Client) -> None:
    policy = dict(
        rule.split(" ", 1) for rule in client.get("/clock/")["Content-Security-Policy"].replace("; ", ";").split(";")
    )

    assert policy == {
        "default-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
        "img-src": "'self'",
        "object-src": "'none'",
    }
