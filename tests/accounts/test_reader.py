"""Pages speak the language and show the hour of their reader."""

from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.factories import FriendshipFactory


@pytest.mark.parametrize(
    ("chosen", "browser_asks", "spoken"),
    [("", "en", "en"), ("", "uk,en;q=0.5", "uk"), ("bg", "uk", "bg"), ("lv", "", "lv"), ("", "xx", "en")],
)
def test_the_chosen_language_wins_over_the_browsers(
    as_ann: Client, ann: User, chosen: str, browser_asks: str, spoken: str
) -> None:
    User.objects.filter(pk=ann.pk).update(language=chosen)
    response = as_ann.get("/me/", headers={"Accept-Language": browser_asks})
    assert f'<html lang="{spoken}">' in response.content.decode()
    assert response["Content-Language"] == spoken


def test_the_choice_of_one_is_not_the_language_of_the_next(as_ann: Client, as_bo: Client, ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(language="es")
    as_ann.get("/me/")
    assert '<html lang="en">' in as_bo.get("/me/").content.decode()


@pytest.mark.parametrize(
    ("zone", "day"), [("UTC", "31 December"), ("Pacific/Auckland", "1 January"), ("Gone/Zone", "31 December")]
)
def test_days_are_those_of_the_readers_zone(as_ann: Client, ann: User, bo: User, zone: str, day: str) -> None:
    User.objects.filter(pk=ann.pk).update(time_zone=zone)
    FriendshipFactory.create(asked_by=bo, other=ann, open=True, asked_at=datetime(2025, 12, 31, 20, tzinfo=UTC))
    with time_machine.travel(datetime(2026, 1, 1, 12, tzinfo=UTC)):
        as_ann.force_login(ann, backend="accounts.backends.NameBackend")
        assert f"since {day}" in as_ann.get(reverse("accounts:friends")).content.decode()


def test_languages_are_offered_in_their_own_words(as_ann: Client) -> None:
    page = as_ann.get("/me/").content.decode()
    for words in ("English", "Español", "Українська", "Latviešu", "Български"):
        assert words in page
