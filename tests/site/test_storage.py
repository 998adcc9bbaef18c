"""Whose fault an error is, who may pass the gate, and what a page says of a request that could not be served."""

import errno
import sqlite3
import threading
import time

import psycopg
import pytest
from django.db import OperationalError, ProgrammingError, connection, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import path
from psycopg import errors
from psycopg_pool import PoolTimeout
from pytest_django.fixtures import Settings

from saboteur_site.database import patience, storage
from saboteur_site.urls import handler500  # noqa: F401 (the addresses of this file have it too)
from saboteur_site.urls import urlpatterns as site_urls
from saboteur_site.web.errors import service_unavailable
from saboteur_site.web.gate import Gate
from saboteur_site.web.middleware import StorageMiddleware
from tests.games.pages import HX

KEPT = "Your game is safe, and nothing was played. Try again in a moment."
UNSURE = "we can’t tell whether"


def lite(code: int) -> sqlite3.Error:
    """An error as SQLite raises it."""
    error = sqlite3.OperationalError("of a test")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("error", "unable", "lost"),
    [
        (psycopg.OperationalError("server closed the connection unexpectedly"), True, True),
        (errors.AdminShutdown(), True, True),
        (PoolTimeout(), True, False),
        (errors.ReadOnlySqlTransaction(), True, False),
        (errors.DiskFull(), True, False),
        (errors.QueryCanceled(), True, False),
        (errors.LockNotAvailable(), True, False),
        (errors.DeadlockDetected(), True, False),
        (errors.UndefinedTable(), False, False),
        (errors.UniqueViolation(), False, False),
        (psycopg.ProgrammingError("no results to fetch"), False, False),
        (lite(sqlite3.SQLITE_FULL), True, False),
        (lite(sqlite3.SQLITE_READONLY_DBMOVED), True, False),
        (lite(sqlite3.SQLITE_BUSY), True, False),
        (lite(sqlite3.SQLITE_CORRUPT), False, False),
        (lite(sqlite3.SQLITE_ERROR), False, False),
        (OSError(errno.ENOSPC, "No space left on device"), True, False),
        (OSError(errno.EACCES, "Permission denied"), False, False),
        (ZeroDivisionError(), False, False),
    ],
)
def test_database_outage_is_distinguished_from_our_errors(error: Exception, unable: bool, lost: bool) -> None:
    wrapped = ProgrammingError()
    wrapped.__cause__ = error
    assert (storage.is_unavailable(wrapped), storage.is_lost(wrapped)) == (unable, lost)


def test_second_request_follows_a_long_wait_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "LONGEST", 0.0)
    patience.begin()
    try:
        assert not storage.is_lost(psycopg.OperationalError("the database has not answered in time"))
    finally:
        patience.end()


def test_unnoticed_lost_connections_are_ignored_and_other_faults_not() -> None:
    with storage.if_possible():
        nothing(HttpRequest())
    with pytest.raises(ZeroDivisionError), storage.if_possible():
        raise ZeroDivisionError


# -- the gate


def test_gate_refuses_no_request_while_requests_are_served() -> None:
    gate, passed = Gate(room=2, patience=5.0), list[bool]()

    def pass_through() -> None:
        passed.append(gate.enter())
        gate.leave()

    threads = [threading.Thread(target=pass_through) for _ in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert passed == [True] * 50


def test_stalled_gate_refuses_until_a_request_is_served() -> None:
    gate = Gate(room=2, patience=0.05)
    assert [gate.enter() for _ in range(4)] == [True, True, False, False]
    gate.leave()
    assert [gate.enter() for _ in range(2)] == [True, False]


def test_request_that_gave_up_waiting_frees_its_place() -> None:
    gate = Gate(room=2, patience=0.5)
    assert [gate.enter() for _ in range(3)] == [True, True, False]
    stuck = time.monotonic()
    for _ in range(40):
        gate.leave(served=False)
        assert [gate.enter() for _ in range(2)] == [True, False]
    assert time.monotonic() - stuck < 20 * gate.patience  # else each of the forty has waited
    gate.leave()
    assert gate.enter()
    opened = time.monotonic()
    assert not gate.enter()
    assert time.monotonic() - opened >= gate.patience


# -- what is told


def nothing(request: HttpRequest) -> HttpResponse:
    raise OperationalError from errors.DiskFull()


def after_a_commit(request: HttpRequest) -> HttpResponse:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    raise OperationalError from errors.DiskFull()


urlpatterns = [path("nothing/", nothing), path("after-a-commit/", after_a_commit), *site_urls]


@pytest.fixture
def client(settings: Settings) -> Client:
    """A client of a site with these views."""
    settings.ROOT_URLCONF = __name__
    return Client(raise_request_exception=False)


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_request_learns_whether_it_may_have_been_done(client: Client) -> None:
    for method in (client.get, client.post):
        response = method("/nothing/")
        assert (response.status_code, response["Retry-After"]) == (503, "5")
        assert KEPT in response.content.decode()
    assert KEPT in client.get("/after-a-commit/").content.decode()
    assert UNSURE in client.post("/after-a-commit/").content.decode()
    assert KEPT in client.post("/nothing/").content.decode()


@pytest.mark.django_db(transaction=True)
def test_request_refused_at_the_gate_says_that_nothing_was_played(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.post("/after-a-commit/")
    monkeypatch.setattr(StorageMiddleware, "ROOM", 0)
    monkeypatch.setattr(StorageMiddleware, "PATIENCE", 0.0)
    late = Client()
    for answer in (late.get("/nothing/"), late.post("/nothing/"), late.post("/nothing/", headers=HX)):
        assert (answer.status_code, KEPT in answer.content.decode()) == (503, True)
    assert late.get("/healthz").status_code != 503


@pytest.mark.django_db
def test_only_a_move_is_written_on_the_page_once_more(rf: RequestFactory) -> None:
    log_in = rf.post("/accounts/login/", {"login": "Ann", "password": "open sesame"})
    assert log_in.POST
    assert b"sesame" not in service_unavailable(log_in).content
    move = rf.post("/t/abc/move?x=%22", {"seq": "7", "key": "k", "card": "<b>"})
    assert b'value="7"' not in service_unavailable(move).content  # it was not read yet
    assert move.POST
    page = service_unavailable(move).content.decode()
    assert 'action="/t/abc/move?x=%22"' in page
    assert 'name="card" value="&lt;b&gt;"' in page
