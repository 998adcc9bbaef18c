"""The scene of all tests about who may do what; it is built once for a module, and every request to it is undone.

So each module with several tests of it is a group for one process of a parallel run: else each would build it.
"""

from collections.abc import Iterator

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.security.scene import TOKEN, Scene, built


@pytest.fixture(scope="module")
def scene(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Scene]:
    """The site with everybody."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield built()
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def same_token(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forms have the same token each time."""
    monkeypatch.setattr("django.middleware.csrf._get_new_csrf_string", lambda: TOKEN)
