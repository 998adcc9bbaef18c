"""A move and a table page beside the smallest signed-in request, by the processor's time of the server's side alone.

The smallest one is GET at the address that moves are sent to: all middleware, session and player read, and a redirect
to the table. All three are answered by the WSGI application itself, with nothing in the caches, as friends find them
who move once in hours. They are asked in turns, so that what else the machine does touches all alike.
"""

import gc
import io
import sys
import time
from collections.abc import Iterator
from statistics import median
from typing import Any, NamedTuple
from unittest import mock
from urllib.parse import urlencode

from django.core.cache import caches
from django.core.wsgi import get_wsgi_application
from django.db import connection
from django.template import Template
from django.test import utils
from django.urls import reverse

from tests.games.pages import go_on
from tests.games.tables import awaited, browser_of, loaded, play_on, running_game
from tools.bench.figures import Figure
from tools.bench.pages import form_of
from tools.bench.plan import CSRF

ROUNDS = 150
WARM = 10
"""Rounds that are not counted."""
PLAYERS = 5
MOVE, PAGE = 1.6, 2.2
"""How many of the smallest requests a move, and a page, may cost."""
_FROM_A_BROWSER = {
    "SCRIPT_NAME": "",
    "QUERY_STRING": "",
    "SERVER_NAME": "localhost",
    "SERVER_PORT": "80",
    "SERVER_PROTOCOL": "HTTP/1.1",
    "REMOTE_ADDR": "127.0.0.1",
    "HTTP_HOST": "localhost",
    "HTTP_ACCEPT": "text/html",
    "HTTP_ACCEPT_ENCODING": "gzip, deflate, br",
    "HTTP_ACCEPT_LANGUAGE": "en",
    "wsgi.url_scheme": "http",
    "wsgi.errors": sys.stderr,
    "wsgi.multithread": True,
}


class Spent(NamedTuple):
    """The milliseconds of the processor that requests of each kind took, round by round."""

    smallest: list[float]
    move: list[float]
    page: list[float]


def figures(rounds: int = ROUNDS) -> Iterator[Figure]:
    """What each costs, and how many of the smallest requests that is."""
    spent = Spent([], [], [])
    # What a test environment adds to each template, and a new connection for each request, are no work of the site.
    plain = utils._TestState.saved_data.template_render  # type: ignore[attr-defined]
    keeps = mock.patch.dict(connection.settings_dict, CONN_MAX_AGE=None)
    with mock.patch.object(Template, "_render", plain), keeps:
        for one in _rounds(rounds):
            for kept, took in zip(spent, one, strict=True):
                kept.append(took)
    smallest, move, page = map(median, spent)
    yield Figure("processor time of the smallest signed-in request", smallest, "ms")
    yield Figure("processor time of a move", move, "ms")
    yield Figure("processor time of the page after it", page, "ms")
    yield Figure("move : smallest signed-in request", move / smallest, "", most=MOVE)
    yield Figure("page : smallest signed-in request", page / smallest, "", most=PAGE)


def _rounds(rounds: int) -> Iterator[tuple[float, float, float]]:
    gc.collect()
    gc.freeze()  # what other figures have left behind is no part of these
    site = get_wsgi_application()
    game = running_game(PLAYERS, seed=5)
    play_on(game, 2 * PLAYERS, digging=True)
    table, move = (reverse(name, args=[game.code]) for name in ("games:table", "games:move"))
    for number in range(rounds + WARM):
        seat = awaited(game)
        client = browser_of(seat.user)
        session = client.cookies["sessionid"].value
        go_on(client, game.code)  # the end of a round is shown once, before the table
        form = form_of(client, table, "discard")
        assert form is not None
        smallest = milliseconds(site, "302", request(move, session))
        ended = len(loaded(game).state.public.results)
        moved = milliseconds(site, "303", request(move, session, form.values()))
        if len(loaded(game).state.public.results) > ended:
            continue  # after the last move of a round comes another page
        page = milliseconds(site, "200", request(table, session))
        if number >= WARM:
            yield smallest, moved, page
        if number % 10 == 0:
            play_on(game, 1, digging=True)


def request(path: str, session: str, form: dict[str, str] | None = None) -> dict[str, Any]:
    """What a server hands to the application: a look at a page, or a form that is sent."""
    asked = {**_FROM_A_BROWSER, "PATH_INFO": path, "HTTP_COOKIE": f"sessionid={session}; csrftoken={CSRF}"}
    if form is None:
        return {**asked, "REQUEST_METHOD": "GET", "wsgi.input": io.BytesIO()}
    sent = urlencode({**form, "csrfmiddlewaretoken": CSRF}).encode()
    about = {"CONTENT_TYPE": "application/x-www-form-urlencoded", "CONTENT_LENGTH": str(len(sent))}
    return {**asked, **about, "REQUEST_METHOD": "POST", "wsgi.input": io.BytesIO(sent)}


def milliseconds(site: Any, status: str, request: dict[str, Any]) -> float:
    """The processor time of one request, to the end of its answer; AssertionError if that has another status."""
    for cache in caches.all(initialized_only=True):
        cache.clear()
    told: list[str] = []
    began = time.thread_time()
    answer = site(request, lambda status, *_headers: told.append(status))
    b"".join(answer)
    answer.close()
    took = time.thread_time() - began
    assert told[0].startswith(status), told
    return took * 1000
