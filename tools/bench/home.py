"""The first page of a player with some tables, beside the smallest signed-in request, by processor time."""

from collections.abc import Iterator
from statistics import median
from unittest import mock

from django.core.wsgi import get_wsgi_application
from django.db import connection
from django.template import Template
from django.test import utils
from django.urls import reverse

from accounts.models import User
from tests.factories import UserFactory
from tests.games.tables import browser_of, play_on, running_game
from tools.bench.figures import Figure
from tools.bench.turn import WARM, milliseconds, request

TABLES = (1, 10)
ROUNDS = 60
MOST = 3.0
"""How many of the smallest requests the page with the most tables may cost."""


def figures(rounds: int = ROUNDS) -> Iterator[Figure]:
    """What the page costs with each number of tables, and how many of the smallest requests the last one is."""
    plain = utils._TestState.saved_data.template_render  # type: ignore[attr-defined]
    keeps = mock.patch.dict(connection.settings_dict, CONN_MAX_AGE=None)
    with mock.patch.object(Template, "_render", plain), keeps:
        spent = {tables: _spent(tables, rounds) for tables in TABLES}
    for tables, (smallest, page) in spent.items():
        yield Figure(f"processor time of the first page, {tables} tables", page, "ms")
        most = MOST if tables == TABLES[-1] else None
        yield Figure(f"first page with {tables} tables : smallest signed-in request", page / smallest, "", most=most)


def _spent(tables: int, rounds: int) -> tuple[float, float]:
    """The milliseconds of the smallest request and of the page, asked in turns."""
    me: User = UserFactory.create()
    game = None
    for seed in range(tables):
        game = running_game([me, *UserFactory.create_batch(4)], seed=seed, bank_hours=72, turn_hours=12)
        play_on(game, seed % 5)
    assert game is not None
    site, move = get_wsgi_application(), reverse("games:move", args=[game.code])
    session = browser_of(me).cookies["sessionid"].value
    found = []
    for _ in range(rounds + WARM):
        smallest = milliseconds(site, "302", request(move, session))
        found.append((smallest, milliseconds(site, "200", request("/", session))))
    return median(one for one, _page in found[WARM:]), median(page for _one, page in found[WARM:])
