"""Addresses that become another one in capital letters ("gıthub" and "github" are both "GITHUB", by some databases) are
not the same: the reader of one of them gets nothing that belongs to the reader of the other.
"""

from typing import Any

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.core import mail
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.selectors import people as people_selectors
from tests.accounts.post import delivered
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db

REAL = "miksi@github.com"
LOOKALIKES = ("miksi@gıthub.com", "mikſi@github.com", "mi\u212asi@github.com", "miksi@gİthub.com")
"""With a dotless i, a long s, the sign of Kelvin, an i with a dot: letters that Django's validator takes."""


@pytest.fixture
def owner() -> User:
    """A player who has confirmed the address."""
    user: User = UserFactory.create(username="Miksi", email=REAL)
    EmailAddress.objects.create(user=user, email=REAL, verified=True, primary=True)
    return user


@pytest.fixture(autouse=True)
def letters_of_a_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """Text is compared without case as by a database of a site: it knows more letters than ASCII. That of the tests has
    the locale C."""
    collation, cast = ' COLLATE "und-x-icu"', connection.ops.lookup_cast

    def cast_like_a_site(lookup_type: str, *given: Any, **named: Any) -> str:
        return f"UPPER(%s::text{collation})" if lookup_type == "iexact" else cast(lookup_type, *given, **named)

    monkeypatch.setattr(connection.ops, "lookup_cast", cast_like_a_site)
    operators: dict[str, str] = getattr(connection, "operators")  # noqa: B009 (its type does not name it)
    monkeypatch.setitem(operators, "iexact", f"= UPPER(%s{collation})")
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT UPPER('\u0131\u017f'{collation})")
        assert cursor.fetchone() == ("IS",)


def sent(text: str) -> list[tuple[list[str], str]]:
    """The mails that went to an address other than the owner's, and hold a text."""
    return [(letter.to, str(letter.subject)) for letter in mail.outbox if letter.to != [REAL] and text in letter.body]


@pytest.mark.parametrize("address", LOOKALIKES)
def test_no_reset_link_goes_to_a_lookalike_of_an_address(owner: User, stranger: Client, address: str) -> None:
    stranger.post(reverse("account_reset_password"), {"email": address})
    delivered()
    assert sent("/password/reset/key/") == []


@pytest.mark.parametrize("address", LOOKALIKES[:1])
def test_lookalike_claim_reveals_no_name(owner: User, as_ann: Client, address: str) -> None:
    as_ann.post(reverse("account_email"), {"email": address, "action_add": ""})
    delivered()
    assert sent(owner.username) == []
    assert people_selectors.owner_of(address) is None


def test_confirming_a_lookalike_leaves_the_owner_the_address(owner: User, ann: User) -> None:
    claim = EmailAddress.objects.create(user=ann, email=LOOKALIKES[0])
    Client().post(reverse("account_confirm_email", args=[EmailConfirmationHMAC(claim).key]))
    owner.refresh_from_db()
    assert EmailAddress.objects.get(pk=claim.pk).verified
    assert owner.email == REAL


def test_an_address_written_in_capitals_is_still_that_of_its_owner(owner: User) -> None:
    User.objects.filter(pk=owner.pk).update(email=REAL.title())
    EmailAddress.objects.filter(user=owner).delete()
    assert people_selectors.owner_of(REAL.upper()) == owner
    assert people_selectors.whose_address(REAL) == [owner]
