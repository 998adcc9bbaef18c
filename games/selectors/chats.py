"""The chat that a table posts to: its kind, for the players of the table, and which chats have unsent messages."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Concat

from accounts.channels.formats import all_kinds
from games.models import Game, Move, TableChat

LONGEST_WAIT = timedelta(hours=2)
"""No chat waits longer for its next try. A longer wait comes from a clock that was ahead."""

_PAUSED = " paused"


def chat_of(game: Game) -> TableChat | None:
    """The chat of a table. One query."""
    return TableChat.objects.filter(game=game).first()


class PostsTo(NamedTuple):
    """The chat to which a table posts its public events: its kind in words, and whether it is paused."""

    kind: str
    is_paused: bool


def told_at(table: str) -> Subquery:
    """The public columns of the chat of a table, for `posts_to`. The query has the game in its column `table`."""
    told = Case(When(paused_at=None, then="kind"), default=Concat("kind", Value(_PAUSED)))
    return Subquery(TableChat.objects.filter(game=OuterRef(table)).values(told=told)[:1])


def posts_to(told: str | None) -> PostsTo | None:
    """The value that `told_at` has read; None for a table without a chat."""
    if not told:
        return None
    kind = told.removesuffix(_PAUSED)
    return PostsTo(kind_words(kind), told != kind)


def kind_words(kind: str) -> str:
    """The name of a kind of chat."""
    found = all_kinds().get(kind)
    return str(found.label) if found else kind


def behind(now: datetime) -> QuerySet[TableChat]:
    """Chats that are due: something happened at their tables since the last message."""
    is_due = Q(due_at__lte=now) | Q(due_at__gt=now + LONGEST_WAIT)
    return TableChat.objects.filter(is_due, paused_at=None, by__is_active=True, game__seq__gt=F("seq"))


def late(now: datetime, than: timedelta) -> QuerySet[TableChat]:
    """Chats whose message is overdue by a span: an event is that old and not posted, and its message has been due for
    as long. A table at which nothing happened for days is not late at its next move."""
    unsaid = Move.objects.filter(game=OuterRef("game"), seq__gt=OuterRef("seq"), at__lte=now - than)
    return behind(now).filter(Q(due_at__lte=now - than) | Q(due_at__gt=now + LONGEST_WAIT), Exists(unsaid))
