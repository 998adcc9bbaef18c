"""Chats of tables, for tests: named, woken, looked at."""

import json
from typing import Any

from django.utils import timezone

from games import clock
from games.models import Game, TableChat
from tests.factories import TableChatFactory
from tests.games.tables import in_position
from tests.sinks import Sink

HANDS = {"A": ["EW", "NS", "map"], "B": ["NESW", "EW"], "C": ["NESW", "map"]}


def game_of_three(**more: Any) -> Game:
    """Ann, Bo and Cy at a running table; Ann is its host and moves first."""
    return in_position(3, hands=HANDS, **more)


def chat_at(game: Game, server: Sink, **more: Any) -> TableChat:
    """The chat of a table: a program that listens; what happened until now was posted."""
    return TableChatFactory.create(**{"game": game, "by": game.host, "seq": game.seq, "url": server.url, **more})


def wake() -> None:
    """Let a minute go by for all chats of tables, and their rests be over."""
    past = min(timezone.now(), clock.now())
    TableChat.objects.update(due_at=past)
    TableChat.objects.filter(open_until__isnull=False).update(open_until=past)


def posted(server: Sink) -> list[dict[str, Any]]:
    """What was posted to a program."""
    return [json.loads(heard.body) for heard in server.heard]
