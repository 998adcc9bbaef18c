"""Three people for every question of who may do what: Ann acts, Bo is the other, Cy has no part in it."""

from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from accounts.channels import chat
from accounts.models import User
from saboteur_site.outgoing import webpush
from tests.accounts.push_service import Browser, Service, push_service
from tests.accounts.pushes import browser_of
from tests.factories import UserFactory
from tests.sinks import Sink, sink

PASSWORD = "six dwarves dig deep"


@pytest.fixture
def ann(db: None) -> User:
    return UserFactory.create(username="Ann")


@pytest.fixture
def bo(db: None) -> User:
    return UserFactory.create(username="Bo")


@pytest.fixture
def cy(db: None) -> User:
    return UserFactory.create(username="Cy")


@pytest.fixture
def stranger() -> Client:
    """A browser without a signed-in user; it wants a CSRF token like any other."""
    return Client()


def signed_in_as(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="accounts.backends.NameBackend")
    return client


@pytest.fixture
def as_ann(ann: User) -> Client:
    return signed_in_as(ann)


@pytest.fixture
def as_bo(bo: User) -> Client:
    return signed_in_as(bo)


@pytest.fixture
def as_cy(cy: User) -> Client:
    return signed_in_as(cy)


HX = {"HX-Request": "true", "HX-Current-URL": "http://testserver/me/friends/"}


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short time-outs in tests."""
    monkeypatch.setattr(chat, "PATIENCE", 0.5)


@pytest.fixture
def server(settings: Settings) -> Iterator[Sink]:
    """A webhook receiver of a user's own."""
    with sink() as found:
        settings.OUTWARD_HTTP_HOSTS = ["127.0.0.1"]
        yield found


@pytest.fixture
def other(settings: Settings) -> Iterator[Sink]:
    """Another one."""
    with sink() as found:
        settings.OUTWARD_HTTP_HOSTS = ["127.0.0.1"]
        yield found


@pytest.fixture
def service(settings: Settings) -> Iterator[Service]:
    """A push service, which is given half a second for an answer."""
    settings.VAPID_KEY = webpush.new_key()
    settings.PUSH_TIMEOUT = 0.5
    with push_service(settings) as found:
        yield found


@pytest.fixture
def phone(service: Service, ann: User) -> Browser:
    """A device on which Ann is told."""
    return browser_of(ann, service.browser("phone"))
