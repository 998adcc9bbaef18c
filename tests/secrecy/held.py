"""Worlds that are played one after the other in the database with a clock that stands still, as somebody sees them."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timezone
from typing import Any, TypeVar
from unittest.mock import patch

import time_machine
from django.db import transaction
from django.urls import reverse

from games import clock
from games.models import Game, Notice
from tests.games import tables
from tests.games.clocks import turnable
from tests.secrecy.pages.stage import forget, number_anew

BEGIN = datetime(2031, 5, 2, 18, 30, tzinfo=timezone.utc)  # noqa: UP017  # the same in all supported versions
WorldT = TypeVar("WorldT")


@contextmanager
def clock_held() -> Iterator[None]:
    """Let time pass only where the clock is turned, and forms bear the same secret."""
    with (
        turnable(),
        time_machine.travel(BEGIN, tick=False),
        patch.object(clock, "turned", lambda _moment: clock.now()),
        patch("django.middleware.csrf._get_new_csrf_string", lambda: "c" * 32),
    ):
        yield


def in_each(worlds: Mapping[str, WorldT], play: Callable[[WorldT], list[Any]]) -> dict[str, list[Any]]:
    """What playing each world gave; nothing is left of any."""
    tables.people(4)  # the same in all worlds
    found = {}
    for name, world in worlds.items():
        point, offset = transaction.savepoint(), clock.offset
        forget()
        number_anew()
        found[name] = play(world)
        clock.offset = offset
        transaction.savepoint_rollback(point)
    return found


def seen_by(name: str, game: Game) -> list[bytes]:
    """All that reaches somebody who sits at a table: pages, what they are written, what moves in its row."""
    browser = tables.browser_of(name)
    pages = [browser.get(reverse(f"games:{page}", args=[game.code])).content for page in ("table", "log", "words")]
    told = Notice.objects.filter(user__username=name).order_by("pk").values_list("kind", "seq", "outcome", "created_at")
    game.refresh_from_db()
    row = (game.seq, game.version, game.moved_at, game.deadline)
    return [*pages, repr(list(told)).encode(), repr(row).encode()]
