"""A database that takes nothing, because it is read-only or its disk is full: pages are drawn, forms are told so."""

import errno
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from django.db import OperationalError, connection

from games.models import Game, Move
from saboteur_site.cache.files import FoldedCache
from tests.accounts.conftest import PASSWORD
from tests.faults.scene import KEPT
from tests.games.pages import HX
from tests.games.tables import do
from tests.games.test_setup import CHOICES
from tests.security.access import AccessRule, access_rules
from tests.security.rows import all_rows
from tests.security.scene import EVERYBODY, Scene, built
from tests.security.test_who_may import answer_of, some_of

pytestmark = [pytest.mark.sqlite, pytest.mark.django_db(transaction=True)]

ON_SQLITE = connection.vendor == "sqlite"
LET_IN = ("200", "303", "302")
"""The possible answers, the best one first."""


def say(statement: str) -> Any:
    """What the database answers to a statement."""
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone() if cursor.description else None


@contextmanager
def read_only() -> Iterator[None]:
    """Nothing is taken that changes anything."""
    name = "PRAGMA query_only" if ON_SQLITE else "SET default_transaction_read_only"
    say(f"{name} = on")
    try:
        yield
    finally:
        say(f"{name} = off")


@contextmanager
def full() -> Iterator[None]:
    """The disk has no room for one page more, and neither has the page to which the next move would be added."""
    game, (pages,) = Game.objects.get(code="over"), say("PRAGMA page_count")
    say(f"PRAGMA max_page_count = {pages}")
    numbers = iter(range(10_000, 99_999))

    def move_on(size: int) -> None:
        while True:
            Move.objects.create(game=game, seq=next(numbers), events=f"[{' ' * size}]")

    for size in (4000, 400, 40, 4):
        with pytest.raises(OperationalError, match="full"):
            move_on(size)
    try:
        yield
    finally:
        say("PRAGMA max_page_count = 1073741823")


KEPT_IN_SESSION = ("mfa_add_webauthn", "mfa_activate_totp")
"""Pages that keep a challenge in the session: a session that cannot be written is a bad request."""
STATES = [read_only, full] if ON_SQLITE else [read_only]


@pytest.fixture
def scene() -> Scene:
    """The site with everybody."""
    return built()


def best_visitor(rule: AccessRule, method: str, rng: Random) -> str:
    """A visitor who is let in at a rule, if any is."""
    answers = rule.answers[method]
    best = next((answer for answer in LET_IN if answer in answers.values()), answers[EVERYBODY[0]])
    return rng.choice([kind for kind, answer in answers.items() if answer == best])


def says_nothing_was_played(response: Any) -> bool:
    """Whether the answer says that nothing was played."""
    return response.status_code == 503 and KEPT in response.content.decode()


@pytest.mark.parametrize("state", STATES)
def test_every_page_is_drawn(state: Callable[[], Any], scene: Scene, chance: Random) -> None:
    """A third of the pages; the soak looks at all."""
    with state():
        for rule in some_of(access_rules()):
            cache.clear()
            kind = best_visitor(rule, "GET", chance)
            response = scene.ask(kind, "GET", scene.address(rule.name, rule.code, kind))
            usual = {rule.answers["GET"][kind], *(["400"] if rule.name in KEPT_IN_SESSION else [])}
            assert answer_of(response) in usual, (rule.name, rule.code, kind)


def test_every_changing_form_says_that_nothing_was_played(scene: Scene, chance: Random) -> None:
    refused = set()
    with read_only():
        before = all_rows()
        for rule in access_rules():
            cache.clear()
            kind, by_htmx = best_visitor(rule, "POST", chance), chance.random() < 0.3
            form, headers = scene.form(rule.name, rule.code, kind), HX if by_htmx else {}
            response = scene.ask(kind, "POST", scene.address(rule.name, rule.code, kind), form, headers=headers)
            if says_nothing_was_played(response):
                refused.add(rule.name)
            else:
                usual = {rule.answers["POST"][kind], *(["400"] if rule.name in KEPT_IN_SESSION else [])}
                assert by_htmx or answer_of(response) in usual, (rule.name, rule.code, kind)
                assert response.status_code < 500
        assert all_rows() == before
    assert {"games:move", "games:plan", "games:start", "games:vote", "accounts:ask", "admin:games_game_open"} <= refused


@pytest.mark.parametrize("state", STATES)
def test_unavailable_features_are_named_and_hidden_again_later(state: Callable[[], Any], scene: Scene) -> None:
    sign_up = {"username": "Tom", "password1": PASSWORD}
    wishes = [
        ("turn", "games:move", "runs", scene.form("games:move", "runs", "turn"), "303"),
        ("host", "games:new", "runs", CHOICES, "302"),
        ("anonymous", "account_signup", "runs", sign_up, "302"),
    ]
    if state is full:
        del wishes[1:]  # a page of another table may have room left
    with state():
        moves = Move.objects.filter(game__code="runs").count()
        for kind, name, code, form, _ in wishes:
            for headers in ({}, HX):
                assert says_nothing_was_played(
                    scene.ask(kind, "POST", scene.address(name, code, kind), form, headers=headers)
                ), name
        assert Move.objects.filter(game__code="runs").count() == moves
    for kind, name, code, form, answer in wishes:
        assert answer_of(scene.ask(kind, "POST", scene.address(name, code, kind), form)) == answer, name
    assert Move.objects.filter(game__code="runs").count() == moves + 1


@pytest.mark.parametrize("state", STATES)
def test_a_seat_that_sleeps_is_shown_and_wakes_later(state: Callable[[], Any], scene: Scene) -> None:
    seats = scene.games["runs"].seats.filter(user=scene.people["waiting"])
    address = scene.address("games:table", "runs", "waiting")
    do(scene.games["runs"], "= sleep C")
    asleep = seats.get().resting
    with state():
        assert scene.ask("waiting", "GET", address).status_code == 200
        assert seats.get().resting == asleep != ""
    assert scene.ask("waiting", "GET", address).status_code == 200
    assert seats.get().resting == ""


def test_without_room_a_file_cache_keeps_nothing_and_nothing_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(**_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    files = FoldedCache(tmp_path, {})
    files.set("session", "of before")
    with monkeypatch.context() as less:
        less.setattr(tempfile, "mkstemp", no_room)
        files.set("session", "of now")
    assert files.get("session") is None
    files.set("session", "of later")
    assert files.get("session") == "of later"
