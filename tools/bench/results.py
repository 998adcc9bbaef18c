"""Results of a circle with ten and with 10,000 finished games: the pages of a season, a player and a pair, and the pass
that counts a game."""

from collections.abc import Iterator
from statistics import median
from time import perf_counter
from unittest import mock

from django.core.wsgi import get_wsgi_application
from django.db import connection
from django.template import Template
from django.test import utils
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from circles.models import CircleTable
from games.rules.table import Ruleset
from results.services import recording
from tests.circles.scene import circle_of, with_season, with_table
from tests.factories import UserFactory
from tests.games.tables import browser_of, play_to_the_end, running_game
from tests.results.evenings import played
from tools.bench.figures import Figure
from tools.bench.turn import WARM, milliseconds, request

GAMES = (10, 10_000)
ROUNDS = 40
MOST = 3.0
"""How many times the processor time of a circle with ten games a page may take with 10,000."""
STATEMENTS = 8
PASS = 50.0
"""Milliseconds of the pass after a game."""
PASSES = 9
EARLIER, MOST_OF_BASE = 200, 10
"""How many games were counted before the pass, of how many people at most."""


def figures(rounds: int = ROUNDS) -> Iterator[Figure]:
    """What each page costs with few and with many games, and how long the pass takes."""
    plain = utils._TestState.saved_data.template_render  # type: ignore[attr-defined]
    keeps = mock.patch.dict(connection.settings_dict, CONN_MAX_AGE=None)
    with mock.patch.object(Template, "_render", plain), keeps:
        few, many = (_spent(games, rounds) for games in GAMES)
    for name, (time, statements) in many.items():
        yield Figure(f"{name} with {GAMES[1]} games: statements", statements, "", most=STATEMENTS)
        yield Figure(f"{name} with {GAMES[1]} games, processor time", time, "ms")
        yield Figure(f"{name} with {GAMES[1]} games : with {GAMES[0]}", time / few[name][0], "", most=MOST)
    for players, named in ((5, "five"), (12, "twelve")):
        yield Figure(f"pass after a game of {named}", _of_the_pass(players), "ms", most=PASS)


def _spent(games: int, rounds: int) -> dict[str, tuple[float, int]]:
    """The milliseconds and statements of each page."""
    people: list[User] = UserFactory.create_batch(6)
    circle = circle_of(people, name=f"Circle of {games}")
    tables = played(people, games, a_day=max(2, games // 150))
    CircleTable.objects.bulk_create((CircleTable(circle=circle, game=game) for game in tables), batch_size=500)
    season = with_season(circle)
    site, session = get_wsgi_application(), browser_of(people[0]).cookies["sessionid"].value
    addresses = {
        "season": reverse("circles:season", args=[circle.code, season.pk]),
        "player": reverse("results:person", args=[people[1].pk]),
        "pair": reverse("results:pair", args=[people[0].pk, people[1].pk]),
    }
    found = {}
    for name, address in addresses.items():
        times = [milliseconds(site, "200", request(address, session)) for _ in range(rounds + WARM)]
        with CaptureQueriesContext(connection) as made:
            milliseconds(site, "200", request(address, session))
        found[name] = (median(times[WARM:]), len(made))
    return found


def _of_the_pass(many: int) -> float:
    """The milliseconds in which a finished game of a circle is counted. Some of its people have played before, so that
    all sums differ."""
    people, times = UserFactory.create_batch(many), []
    played(people[:MOST_OF_BASE], EARLIER)
    circle = circle_of(people, name=f"Circle of {many}")
    with_season(circle)
    for seed in range(PASSES):
        game = play_to_the_end(running_game(people, seed, ruleset=Ruleset("saboteur2", rounds=1)))
        with_table(circle, game)
        recording.have_counted([game.pk])
        begun = perf_counter()
        recording.count(game.pk)
        times.append(1000 * (perf_counter() - begun))
    return median(times[1:])
