"""A whole turn beside the smallest signed-in request: requests, round trips, bytes, processor time of the server.

A turn is what a player does at a table: open its page, choose a card, place it, confirm, and see what came of it. The
smallest request is GET at the address that moves are sent to: all middleware, session and player read, and a redirect
to the table. All requests are answered by the WSGI application itself, with nothing in the caches, as friends find them
who move once in hours. They are sent in turns, so that what else the machine does touches all alike. Another player's
open page is told of the move at the end, as its poll fetches it.
"""

import gc
import io
import re
import sys
import time
from collections.abc import Iterator
from statistics import mean, median
from typing import Any, NamedTuple
from unittest import mock
from urllib.parse import urlencode

import brotli  # type: ignore[import-untyped]
from django.core.cache import caches
from django.core.wsgi import get_wsgi_application
from django.db import connection
from django.template import Template
from django.test import utils
from django.urls import reverse

from games.models import Game, Status
from saboteur_site.web import packing
from tests.games.pages import go_on
from tests.games.tables import awaited, browser_of, loaded, play_on, running_game, seats_of
from tools.bench.figures import Figure
from tools.bench.pages import form_of
from tools.bench.plan import CSRF

TURNS = 100
WARM = 10
"""Turns that are not counted."""
PLAYERS = 5
TIMES, BYTES, ROUND_TRIPS = 8.0, 10.0, 2
"""What a turn may cost: smallest requests, kB, round trips."""
NEWS_BYTES, NEWS_TIME = 2.0, 4.0
"""What the page of another player may cost after it: kB, ms."""
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
_REGION = re.compile(r'id="([a-z0-9-]+)"[^>]* data-is="([0-9a-f]+)"')


class Answer(NamedTuple):
    """An answer: its processor time in milliseconds, its packed bytes, its text and headers."""

    took: float
    bytes: int
    text: str
    headers: dict[str, str]


class Turn(NamedTuple):
    """What one turn took: the answers in order, a smallest request, and the update of another player's open page."""

    answers: list[Answer]
    smallest: float
    news: Answer


def figures(turns: int = TURNS) -> Iterator[Figure]:
    """What a whole turn costs, and how many of the smallest requests that is."""
    # What a test environment adds to each template, and a new connection for each request, are no work of the site.
    plain = utils._TestState.saved_data.template_render  # type: ignore[attr-defined]
    keeps = mock.patch.dict(connection.settings_dict, CONN_MAX_AGE=None)
    with mock.patch.object(Template, "_render", plain), keeps:
        found = list(_turns(turns))
    smallest = median(turn.smallest for turn in found)
    whole = median(sum(answer.took for answer in turn.answers) for turn in found)
    kilobytes = mean(sum(answer.bytes for answer in turn.answers) for turn in found) / 1000
    news = [turn.news for turn in found]
    most = max(len(turn.answers) for turn in found)
    yield Figure("processor time of the smallest signed-in request", smallest, "ms")
    yield Figure("a whole turn: requests, each a round trip", most, "", ROUND_TRIPS, counted=True)
    yield Figure("a whole turn: bytes, warm cache", kilobytes, "kB", BYTES, counted=True)
    for name, answers in zip(
        ("open", "confirm and see"), zip(*(turn.answers for turn in found), strict=True), strict=True
    ):
        yield Figure(f"  {name}", median(answer.took for answer in answers), "ms")
        yield Figure(f"  {name}", mean(answer.bytes for answer in answers) / 1000, "kB")
    yield Figure("a whole turn: processor time", whole, "ms")
    yield Figure("a whole turn : smallest signed-in request", whole / smallest, "", most=TIMES)
    yield Figure("another player's page after it", median(one.took for one in news), "ms", most=NEWS_TIME)
    yield Figure("another player's page after it", mean(one.bytes for one in news) / 1000, "kB", NEWS_BYTES)


def _turns(turns: int) -> Iterator[Turn]:
    gc.collect()
    gc.freeze()  # what other figures have left behind is no part of these
    site, counted, seed = get_wsgi_application(), 0, 5
    game = running_game(PLAYERS, seed=seed)
    while counted < turns + WARM:
        if game.status == Status.OVER:
            seed += 1
            game = running_game(PLAYERS, seed=seed)
        play_on(game, 1)
        if game.status == Status.OVER:
            continue
        turn = _turn(site, game)
        game.refresh_from_db()
        if turn is not None:
            counted += 1
            if counted > WARM:
                yield turn


def _turn(site: Any, game: Game) -> Turn | None:
    """Let the awaited player lay a tunnel; None where none fits, or where it ended the round, after which comes
    another page."""
    table, move = (reverse(name, args=[game.code]) for name in ("games:table", "games:move"))
    seat = awaited(game)
    waits = seats_of(game)[(seat.number + 2) % PLAYERS]  # the move does not make it their turn
    client, other = browser_of(seat.user), browser_of(waits.user)
    for browser in (client, other):
        go_on(browser, game.code)  # the end of a round is shown once, before the table
    form = form_of(client, table, "tunnel")
    if form is None:
        return None
    session, theirs = (browser.cookies["sessionid"].value for browser in (client, other))
    smallest = answered(site, "302", request(move, session))
    opened = answered(site, "200", request(table, session))
    assert "data-targets=" in opened.text, "a card is chosen by a request"
    open_page = answered(site, "200", request(table, theirs))
    ended = len(loaded(game).state.public.results)
    seen = answered(site, "", request(move, session, form.values(), htmx="play", page=opened.text))
    if len(loaded(game).state.public.results) > ended:
        return None
    news = answered(site, "200", request(table, theirs, htmx="pulse", page=open_page.text))
    return Turn([opened, seen], smallest.took, news)


def request(
    path: str, session: str, form: dict[str, str] | None = None, *, htmx: str = "", page: str = ""
) -> dict[str, Any]:
    """What a server hands to the application: a look at a page, or a form that is sent; by an element `htmx` of an
    open `page`."""
    path, _, query = path.partition("?")
    asked = {**_FROM_A_BROWSER, "PATH_INFO": path, "QUERY_STRING": query}
    asked["HTTP_COOKIE"] = f"sessionid={session}; csrftoken={CSRF}"
    if htmx:
        asked |= {"HTTP_HX_REQUEST": "true", "HTTP_HX_TRIGGER": htmx, "HTTP_X_LAST_INPUT": "fresh"}
        asked["HTTP_X_REGIONS"] = " ".join(map(".".join, _REGION.findall(page)))
    if form is None:
        return {**asked, "REQUEST_METHOD": "GET", "wsgi.input": io.BytesIO()}
    sent = urlencode({**form, "csrfmiddlewaretoken": CSRF}).encode()
    about = {"CONTENT_TYPE": "application/x-www-form-urlencoded", "CONTENT_LENGTH": str(len(sent))}
    return {**asked, **about, "REQUEST_METHOD": "POST", "wsgi.input": io.BytesIO(sent)}


def answered(site: Any, status: str, request: dict[str, Any]) -> Answer:
    """The answer to one request, to its end; AssertionError if it has another status."""
    for cache in caches.all(initialized_only=True):
        cache.clear()
    seconds: list[Any] = []
    began = time.thread_time()
    answer = site(request, lambda *head: seconds.extend(head))
    content = b"".join(answer)
    answer.close()
    took = time.thread_time() - began
    assert seconds[0].startswith(status), seconds
    headers = dict(seconds[1])
    is_packed = headers.get("Content-Encoding") == "br"
    text = brotli.decompress(content) if is_packed else content
    size = len(packing.packed(text, packing.PADDING // 2)) if is_packed else len(content)
    return Answer(took * 1000, size, text.decode(), headers)


def milliseconds(site: Any, status: str, request: dict[str, Any]) -> float:
    """The processor time of one request, to the end of its answer; AssertionError if that has another status."""
    return answered(site, status, request).took
