"""Where the time of a move and of the page after it goes, part by part, in this process and without a network.

Each part is the processor time spent inside some functions, less what is spent in parts inside of them; what is waited
for the database comes on top, and is told as a whole.
"""

import gc
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import ModuleType
from typing import Any
from unittest import mock

from django.contrib.auth import middleware as signed_in
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games.clocks import deadlines
from games.rows import notices, pulse, store
from games.rules import engine
from games.selectors import table as table_selectors
from games.services import moves as play_moves
from games.views import table as views
from tests.games.pages import go_on
from tests.games.tables import awaited, browser_of, loaded, play_on, running_game
from tools.bench.figures import Figure
from tools.bench.pages import form_of

WARM = 10
"""Moves that are made before any is counted."""
Functions = list[tuple[ModuleType, str]]
MOVE: dict[str, Functions] = {
    "session and user": [(signed_in, "get_user")],
    "lock and load": [(play_moves, "locked")],
    "rules": [(engine, "apply")],
    "save": [(play_moves, "write_rows"), (play_moves, "_log"), (play_moves, "_whisper"), (notices, "write")],
    "clock": [(deadlines, "begin"), (deadlines, "end"), (deadlines, "earliest")],
    "cache and queue": [(pulse, "publish"), (play_moves, "_tell_worker")],
}
PAGE: dict[str, Functions] = {
    "session and user": [(signed_in, "get_user")],
    "load": [(table_selectors, name) for name in ("place_at", "people_at", "log_of")],
    "rules": [(table_selectors, "view_of"), (store, "public")],
    "choices and words": [(views, "table_page")],
    "render": [(views, "render")],
    "cache": [(pulse, "mark_present")],
}


class Clockwork:
    """Adds up the milliseconds of each part, and of the whole; the rest is middleware, forms, the answer itself."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)
        self.whole = 0.0
        self.answers = 0
        self._inside: list[list[float]] = []

    def timed(self, part: str, deed: Callable[..., Any]) -> Callable[..., Any]:
        """A function that is counted to a part."""

        def do(*given: Any, **named: Any) -> Any:
            began, within = time.thread_time(), [0.0]
            self._inside.append(within)
            try:
                return deed(*given, **named)
            finally:
                self._inside.pop()
                took = time.thread_time() - began
                self.spent[part] += (took - within[0]) * 1000
                if self._inside:
                    self._inside[-1][0] += took

        return do

    @contextmanager
    def watching(self, parts: dict[str, Functions]) -> Iterator[None]:
        """Count the functions of these parts."""
        with ExitStack() as stack:
            for part, functions in parts.items():
                for module, name in functions:
                    stack.enter_context(mock.patch.object(module, name, self.timed(part, getattr(module, name))))
            yield


def figures(moves: int = 60) -> Iterator[Figure]:
    """The parts of a move, and of the page after it, each as a mean of so many."""
    gc.collect()
    gc.freeze()  # what other figures have left behind is no part of a move
    game = running_game(5, seed=5)
    address = reverse("games:table", args=[game.code])
    browsers: dict[int, Client] = {}
    move, page = Clockwork(), Clockwork()
    for number in range(moves + WARM):
        seat = awaited(game)
        client = browsers.setdefault(seat.user_id, browser_of(seat.user))
        go_on(client, game.code)  # the end of a round is shown once, before the table
        form = form_of(client, address, "discard")
        assert form is not None
        if number == WARM:
            move, page = Clockwork(), Clockwork()
        ended = len(loaded(game).state.public.results)
        with move.watching(MOVE):
            _answered(move, lambda: client.post(form.action, form.values()), 303)  # noqa: B023
        if len(loaded(game).state.public.results) > ended:
            continue  # after the last move of a round comes another page
        with page.watching(PAGE):
            _answered(page, lambda: client.get(address), 200)  # noqa: B023
        if number % 10 == 0:
            play_on(game, 1, digging=True)
    for what, clockwork in (("move", move), ("page", page)):
        used = sum(clockwork.spent.values())
        yield Figure(f"time of a {what}", clockwork.whole / clockwork.answers, "ms")
        yield Figure(f"  {what}: waits", (clockwork.whole - used) / clockwork.answers, "ms")
        yield Figure(f"  {what}: processor", used / clockwork.answers, "ms")
        for part, spent in sorted(clockwork.spent.items(), key=lambda one: -one[1]):
            yield Figure(f"    {what}: {part}", spent / clockwork.answers, "ms")


def _answered(clockwork: Clockwork, ask: Callable[[], HttpResponse | Any], status: int) -> None:
    began = time.perf_counter()
    answer = clockwork.timed("the rest", ask)()
    clockwork.whole += (time.perf_counter() - began) * 1000
    clockwork.answers += 1
    assert answer.status_code == status
