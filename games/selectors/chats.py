"""The chat that a table posts to: its kind, for the players of the table, and which chats have unsent messages."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Concat

from accounts.channels.formats import all_kinds
from games.models import Game, Move, TableChat

LONGEST_WAIT = timedelta(hours=2)
"""The longest possible wait of a chat for its next try. A longer one was caused by a clock that was ahead."""

_PAUSED = " paused"


def chat_of(game: Game) -> TableChat | None:
    """Return the chat of a table. One query."""
    return TableChat.objects.filter(game=game).first()


class PostsTo(NamedTuple):
    """The chat to which a table posts its public events: the name of its kind, and whether it is paused."""

    kind: str
    is_paused: bool


def posting(table: str) -> Subquery:
    """Return a subquery for the public columns of a table's chat, for `posts_to`. ``table`` is the outer column of the
    game."""
    encoded = Case(When(paused_at=None, then="kind"), default=Concat("kind", Value(_PAUSED)))
    return Subquery(TableChat.objects.filter(game=OuterRef(table)).values(encoded=encoded)[:1])


def posts_to(encoded: str | None) -> PostsTo | None:
    """Decode the value of `posting`; None for a table without a chat."""
    if not encoded:
        return None
    kind = encoded.removesuffix(_PAUSED)
    return PostsTo(kind_words(kind), encoded != kind)


def kind_words(kind: str) -> str:
    """Return the name of a kind of chat."""
    found = all_kinds().get(kind)
    return str(found.label) if found else kind


def behind(now: datetime) -> QuerySet[TableChat]:
    """Return the chats that are due: their tables have public events since the last message."""
    is_due = Q(due_at__lte=now) | Q(due_at__gt=now + LONGEST_WAIT)
    return TableChat.objects.filter(is_due, paused_at=None, by__is_active=True, game__seq__gt=F("seq"))


def late(now: datetime, than: timedelta) -> QuerySet[TableChat]:
    """Return the chats whose message is overdue by a span: an event has not been posted for that long, and its message
    has been due for as long. So a table without events for days is not late right after its next move."""
    unsaid = Move.objects.filter(game=OuterRef("game"), seq__gt=OuterRef("seq"), at__lte=now - than)
    return behind(now).filter(Q(due_at__lte=now - than) | Q(due_at__gt=now + LONGEST_WAIT), Exists(unsaid))
