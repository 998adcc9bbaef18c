"""The rows of people: what the database itself refuses."""

from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection
from django.db.models import CharField, F
from django.db.models.functions import Cast
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.selectors import people as people_selectors
from tests.accounts.conftest import PASSWORD
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("twin", ["Ann", "ann", "ＡＮＮ"])
def test_two_people_cannot_have_one_name(ann: User, twin: str) -> None:
    with pytest.raises(IntegrityError, match="name_key"):
        UserFactory.create(username=twin)


@pytest.mark.parametrize("twin", ["Вera", "VERА", "Vегa"])
def test_two_people_cannot_have_names_that_look_alike(twin: str) -> None:
    UserFactory.create(username="Bera" if twin[0] == "В" else "Vera")
    with pytest.raises(IntegrityError, match="look"):
        UserFactory.create(username=twin)


def test_rows_made_in_bulk_get_their_key_and_looks_too() -> None:
    User.objects.bulk_create([User(username="Dee"), User(username="Eli")])
    looks = User.objects.order_by("username").values_list("name_key", "look", "look_in_capitals")
    assert list(looks) == [("dee", "Dee", "DEE"), ("eli", "Eli", "ELl")]


def test_names_older_than_stored_looks_still_work(stranger: Client) -> None:
    older, newer = (UserFactory.create(username=name, password=PASSWORD) for name in ("Dee", "Bo"))
    User.objects.filter(pk=newer.pk).update(
        username="Dее", name_key="dее", look=None, look_in_capitals=None
    )  # Cyrillic
    User.objects.update(name_key=Cast(F("pk"), CharField()), look=None, look_in_capitals=None)
    fill = import_module("accounts.migrations.0007_looks_of_names").fill
    fill(apps, connection.schema_editor())
    assert list(User.objects.order_by("pk").values_list("name_key", "look", "look_in_capitals")) == [
        ("dee", "Dee", "DEE"),
        ("dее", None, None),
    ]
    for person in (older, newer):
        person.refresh_from_db()
        person.theme = "dark"
        person.save()
        browser = Client()
        browser.post(reverse("account_login"), {"login": person.username, "password": PASSWORD})
        assert browser.session["_auth_user_id"] == str(person.pk)
    assert people_selectors.person_named("Dее") == newer


def test_a_name_that_is_changed_has_the_look_of_the_new_one(ann: User) -> None:
    ann.username = "Dee"
    ann.save()
    assert User.objects.get().look == "Dee"
    assert not people_selectors.is_taken("Ann")
    assert people_selectors.is_taken("Dее")
    assert not people_selectors.is_taken("Dee", but_for=ann)


def test_two_people_cannot_have_one_address(ann: User) -> None:
    UserFactory.create(username="Bo", email="bo@example.org")
    with pytest.raises(IntegrityError, match="one_player_an_address"):
        UserFactory.create(username="Cy", email="BO@example.org")


def test_many_people_may_have_no_address() -> None:
    UserFactory.create_batch(3, email="")
    assert User.objects.filter(email="").count() == 3


def test_a_bot_cannot_be_staff() -> None:
    with pytest.raises(IntegrityError, match="bots_have_no_power"):
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
