"""Drawing a table goes through few files and seldom from one into another, so that a reader can follow it."""

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client

from games.views import table as table_view
from tests.games.pages import get
from tests.games.tables import awaited, browser_of, play_on, running_game
from tests.games.tracing import Trace, trace

pytestmark = pytest.mark.django_db

MOST_CROSSINGS = 551
"""How often control may go from one file into another. It once was 730; the regions of a page are tags of their own."""
MOST_FILES = 86


def drawn(client: Client, address: str) -> Trace:
    """The trace of drawing a page of a table that was drawn before."""
    traces: list[Trace] = []

    def traced(draw: Callable[..., Any]) -> Callable[..., Any]:
        def act(*given: Any, **named: Any) -> Any:
            answers: list[Any] = []
            traces.append(trace(lambda: answers.append(draw(*given, **named))))
            return answers[0]

        return act

    client.get(address)
    with patch.object(table_view, "draw", traced(table_view.draw)):
        assert client.get(address).status_code == 200
    return traces[0]


def test_table_with_a_chosen_card_is_drawn_with_few_crossings_of_files() -> None:
    game = running_game(4, seed=5)
    play_on(game, 20)
    client = browser_of(awaited(game).user)
    found = drawn(client, get(client, f"/t/{game.code}/").hand()[0]["href"])
    most = "\n".join(f"{number} {one} → {other}" for (one, other), number in found.crossings.most_common(20))
    assert found.crossings.total() <= MOST_CROSSINGS, most
    assert len(found.files) <= MOST_FILES, "\n".join(sorted(found.files))
