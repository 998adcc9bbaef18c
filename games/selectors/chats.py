"""The chat of a table: which kind it is, for all who sit there, and which chats are behind what all were told."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Concat

from accounts.channels.formats import all_kinds
from games.models import Game, Move, TableChat

LONGEST_WAIT = timedelta(hours=2)
"""No chat waits longer for its next try. One that seems to was put off by a clock that was ahead."""

_PAUSED = " paused"


def chat_of(game: Game) -> TableChat | None:
    """The chat of a table. One query."""
    return TableChat.objects.filter(game=game).first()


class PostsTo(NamedTuple):
    """Where it is posted to what all see at a table: the kind of its chat in words, and whether that is paused."""

    kind: str
    is_paused: bool


def told_at(table: str) -> Subquery:
    """What all may know of the chat of a table, for `posts_to`. The rows of the query name it in the column `table`."""
    told = Case(When(paused_at=None, then="kind"), default=Concat("kind", Value(_PAUSED)))
    return Subquery(TableChat.objects.filter(game=OuterRef(table)).values(told=told)[:1])


def posts_to(told: str | None) -> PostsTo | None:
    """What `told_at` has read; None where a table has no chat."""
    if not told:
        return None
    kind = told.removesuffix(_PAUSED)
    return PostsTo(kind_words(kind), told != kind)


def kind_words(kind: str) -> str:
    """What a kind of chat is called."""
    found = all_kinds().get(kind)
    return str(found.label) if found else kind


def behind(now: datetime) -> QuerySet[TableChat]:
    """Chats that are to be posted to now, as something happened at their tables since the last time."""
    is_due = Q(due_at__lte=now) | Q(due_at__gt=now + LONGEST_WAIT)
    return TableChat.objects.filter(is_due, paused_at=None, by__is_active=True, game__seq__gt=F("seq"))


def late(now: datetime, than: timedelta) -> QuerySet[TableChat]:
    """Chats whose message is late by a span: something happened so long ago that is not posted, and so long ago it
    could have been. A table at which nothing happened for days is not late at its next move."""
    unsaid = Move.objects.filter(game=OuterRef("game"), seq__gt=OuterRef("seq"), at__lte=now - than)
    return behind(now).filter(Q(due_at__lte=now - than) | Q(due_at__gt=now + LONGEST_WAIT), Exists(unsaid))
