"""This device reads tables without a network: whose copies it may keep, and until when."""

import re
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django.fixtures import Settings

from accounts.models import User
from accounts.services.farewell import delete_account
from games.rows import pulse
from saboteur_site.web import offline
from tests.factories import UserFactory
from tests.games.tables import running_game

URL = "/me/told/devices/"


def mark_in(answer: Any) -> str:
    """What an answer says of kept pages; "" if it says nothing."""
    return str(answer.headers.get(offline.HEADER, ""))


def test_clear_header_is_sent_only_when_requested(as_ann: Client) -> None:
    answer = as_ann.get("/")
    assert not mark_in(answer)
    assert "offline.js" not in answer.content.decode()


@pytest.mark.django_db
def test_device_with_cleared_cookies_learns_that_no_user_reads(as_ann: Client) -> None:
    as_ann.post(f"{URL}offline", {"keep": "yes"})
    as_ann.cookies.clear()
    for path in ("/", "/accounts/login/", "/t/nowhere/", "/no/such/page/"):
        as_ann.cookies.clear()
        assert mark_in(as_ann.get(path)) == offline.NO_USER
    shared = as_ann.get("/manifest.webmanifest")
    assert "public" not in shared.get("Cache-Control", "") or not mark_in(shared)


def test_pages_are_stored_under_a_mark_until_switched_off(as_ann: Client) -> None:
    as_ann.post(f"{URL}offline", {"keep": "yes"})
    answer = as_ann.get("/")
    mark = as_ann.cookies[offline.COOKIE].value
    assert mark_in(answer) == mark
    assert re.search(rf'offline\.js" data-whose="{mark}"', answer.content.decode())
    assert as_ann.cookies[offline.COOKIE]["httponly"]
    as_ann.post(f"{URL}offline")
    answer = as_ann.get("/")
    assert mark_in(answer) == offline.NO_USER
    assert "offline.js" not in answer.content.decode()


def test_device_learns_on_log_out_that_no_user_reads(as_ann: Client) -> None:
    as_ann.post(f"{URL}offline", {"keep": "yes"})
    as_ann.post("/accounts/logout/")
    assert mark_in(as_ann.get("/")) == offline.NO_USER


def test_device_learns_that_its_session_has_ended(as_ann: Client, settings: Settings) -> None:
    as_ann.post(f"{URL}offline", {"keep": "yes"})
    Session.objects.all().delete()
    caches["sessions"].clear()
    assert mark_in(as_ann.get("/")) == offline.NO_USER


def test_another_account_in_the_browser_gets_no_stored_page(as_ann: Client, bo: User) -> None:
    as_ann.post(f"{URL}offline", {"keep": "yes"})
    first = as_ann.cookies[offline.COOKIE].value
    as_ann.force_login(bo, backend="accounts.backends.NameBackend")
    assert mark_in(as_ann.get("/")) == offline.NO_USER
    as_ann.post(f"{URL}offline", {"keep": "yes"})
    assert mark_in(as_ann.get("/")) not in (first, offline.NO_USER, "")


@pytest.mark.parametrize("how", ["closed", "deleted"])
def test_once_an_account_is_closed_elsewhere_its_devices_keep_nothing(as_ann: Client, ann: User, how: str) -> None:
    as_ann.post(f"{URL}offline", {"keep": "yes"})
    if how == "deleted":
        delete_account(ann)
    else:
        User.objects.filter(pk=ann.pk).update(is_active=False)
    answer = as_ann.get("/")
    assert mark_in(answer) == offline.NO_USER
    assert "offline.js" not in answer.content.decode()
    assert 'id="old"' not in answer.content.decode()


def test_request_without_a_user_clears_no_offline_copies(as_ann: Client, ann: User) -> None:
    as_ann.post(f"{URL}offline", {"keep": "yes"})
    game = running_game([ann, *UserFactory.create_batch(2)])
    asks = reverse("games:pulse", args=[game.code, pulse.token(game.pk, 0, ann.pk)])
    for address in ("/sw.js", "/manifest.webmanifest", asks):
        with CaptureQueriesContext(connection) as asked:
            answer = as_ann.get(address)
        assert mark_in(answer) == ""
        assert [one["sql"] for one in asked if 'FROM "accounts_user"' in one["sql"]] == []


def test_forged_mark_belongs_to_no_user(as_ann: Client) -> None:
    as_ann.post(f"{URL}offline", {"keep": "yes"})
    for made_up in ("x", "-", "é", "a\nb"):
        as_ann.cookies[offline.COOKIE] = made_up
        assert mark_in(as_ann.get("/")) == offline.NO_USER


def test_pages_stay_out_of_every_other_cache(as_ann: Client) -> None:
    as_ann.post(f"{URL}offline", {"keep": "yes"})
    for address in ("/", URL, "/away/"):
        assert as_ann.get(address).headers["Cache-Control"] == "private, no-store"
