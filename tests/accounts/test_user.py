"""The rows of people: what the database itself refuses."""

import pytest
from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError
from django.db import IntegrityError

from accounts.models import User
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.mark.parametrize("twin", ["Ann", "ann", "ＡＮＮ"])
def test_two_people_cannot_have_one_name(ann: User, twin: str) -> None:
    with pytest.raises(IntegrityError):
        UserFactory.create(username=twin)


def test_rows_made_in_bulk_get_their_key_too() -> None:
    User.objects.bulk_create([User(username="Dee"), User(username="Eli")])
    assert set(User.objects.values_list("name_key", flat=True)) == {"dee", "eli"}


def test_two_people_cannot_have_one_address(ann: User) -> None:
    UserFactory.create(username="Bo", email="bo@example.org")
    with pytest.raises(IntegrityError):
        UserFactory.create(username="Cy", email="BO@example.org")


def test_many_people_may_have_no_address() -> None:
    UserFactory.create_batch(3, email="")
    assert User.objects.filter(email="").count() == 3


def test_a_bot_cannot_be_staff() -> None:
    with pytest.raises(IntegrityError):
        UserFactory.create(is_bot=True, is_staff=True)


def test_a_bot_with_a_password_still_cannot_log_in() -> None:
    UserFactory.create(username="Rusty", is_bot=True, password="six dwarves dig deep")
    assert authenticate(username="Rusty", password="six dwarves dig deep") is None


def test_a_person_with_that_password_can() -> None:
    person = UserFactory.create(username="Dee", password="six dwarves dig deep")
    assert authenticate(username="Dee", password="six dwarves dig deep") == person


@pytest.mark.parametrize("zone", ["Mars/Phobos", "../../etc/passwd", "\0", "localtime", "x" * 65])
def test_a_time_zone_that_does_not_exist_is_refused(ann: User, zone: str) -> None:
    ann.time_zone = zone
    with pytest.raises(ValidationError) as refused:
        ann.full_clean()
    assert set(refused.value.message_dict) == {"time_zone"}


def test_a_fresh_person_gets_what_suits_most() -> None:
    dee = UserFactory.create(username="Dee")
    dee.full_clean()
    assert (dee.language, dee.time_zone, dee.theme, dee.layout) == ("", "UTC", "", "")
    assert (dee.single_keys, dee.confirm_tunnels, dee.is_bot) == (True, True, False)
    assert (dee.get_full_name(), str(dee)) == ("Dee", "Dee")
