"""Three people for every question of who may do what: Ann acts, Bo is the other, Cy has no part in it."""

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import UserFactory

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
    """A browser in which nobody is signed in; it wants a CSRF token like any other."""
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
